"""Draw a view: as text for terminals and descriptions, as SVG for screens.

Each game draws itself: `BOARD` in the module or package `board` of its package is a `Board`.

What a package keeps in files beside its code, its colours, its cover, its places, see `referee.draw.assets`.
"""

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any, ClassVar, Literal

import msgspec

from referee.draw.svg import Element, Node, drop_size, link_taps
from referee.kernel.registry import Part, part_of
from referee.l10n import say
from referee.languages import trait

Size = Literal["phone", "table"]
"""`phone`: 360 units wide, portrait. `table`: 1280 × 800, landscape."""


def _nothing(*_: Any) -> tuple[()]:
    return ()


def _none(*_: Any) -> None:
    return None


class Picture(msgspec.Struct, frozen=True, kw_only=True):
    """A game on a screen: its drawing, and what is tapped in it. A view is that of the game.

    - `draw_svg(view, lang, size)`: the board, everything that may be tapped in it marked by an id.
    - `picks(view, event)`: the ids by which an action is meant, in order. None: its fields, such as
      `face:5`, and of a list `dice1:6`, `dice2:6`.
    - `picks_ahead(view, events)`: those by which the last of `events` is meant, told with the others, which
      it implies. None: those of its seat's events, one after the other. `alone`: if any,
      they are tapped in any order, and an id of these kinds alone does where it means one act only.
    - `read_taps(view, taps)`: taps that no act has, such as a space a boat cannot be steered to, as those of
      the act they mean; any others as they are.
    - `pieces_of(event)`: the ids of the pieces an event moves.
    - `icon(id)`: what an id stands for, 24 units high, with its width; None: it has no picture.
    - `dice`: kinds of ids (the part before the colon, without a number) that are faces of dice.
    - `pictures(event)`: what an event names, each like an icon.
    - `brief(view, lang, event)`: an act in fewer words, where its picture says the rest; None: in no fewer.
    - `worded`, `words_for(view, lang, id)`: for ids of these kinds, the message below `<game>.picks.` and
      its arguments.
    - `outcome(view, lang, event)`: what an action would lead to, as far as that is certain; else empty.
    - `own_hand(view)`: ids of the cards only the viewer holds.
    - `own_secrets(view)`: ids of what lies face down before the viewer and is shown while it is held; of each
      the part up to the colon is what it is face down.
    - `own_pieces(view)`: ids of the pieces that can be put elsewhere by hand; `put_by_hand(view, id)`:
      by id, where to, with the facts that sets.
    - `fact_by_hand(view, id)`: the fact, or the beginning of the paths of several, that a thing on the board
      shows which is no such piece: what lies there, whose hand it is. Empty: none.
    - `values_by_hand(view, path)`: what a fact may be where its type says too little; empty: that.
    - `size_by_hand`: the size in which a piece is put elsewhere; None: the usual one.
    - `sizes_beside_hand`: by size, that of the same drawing without the viewer's hand.
    - `is_before_lists`: on a phone the board stands before the acts, and its lower parts after them.
    """

    draw_svg: Callable[[Any, str, str], Element]
    picks: Callable[[Any, Any], tuple[str, ...]] | None = None
    picks_ahead: Callable[[Any, Any], tuple[str, ...]] | None = None
    alone: frozenset[str] = frozenset()
    read_taps: Callable[[Any, tuple[str, ...]], tuple[str, ...]] = lambda _, taps: taps
    pieces_of: Callable[[Any], tuple[str, ...]] = _nothing
    icon: Callable[[str], tuple[Node, float] | None] = _none
    dice: tuple[str, ...] = ()
    pictures: Callable[[Any], tuple[tuple[Node, float], ...]] = _nothing
    brief: Callable[[Any, str, Any], str | None] = _none
    worded: frozenset[str] = frozenset()
    words_for: Callable[[Any, str, str], tuple[str, dict[str, Any]]] = lambda _view, _lang, id: (id, {})
    outcome: Callable[[Any, str, Any], str] = lambda *_: ""
    own_hand: Callable[[Any], tuple[str, ...]] = _nothing
    own_secrets: Callable[[Any], tuple[str, ...]] = _nothing
    own_pieces: Callable[[Any], tuple[str, ...]] = _nothing
    put_by_hand: Callable[[Any, str], Mapping[str, Mapping[str, Any]]] = lambda *_: {}
    fact_by_hand: Callable[[Any, str], str] = lambda *_: ""
    values_by_hand: Callable[[Any, str], tuple[Any, ...]] = _nothing
    size_by_hand: str | None = None
    sizes_beside_hand: Mapping[str, str] = {}
    is_before_lists: bool = False


class Board(Part, frozen=True, kw_only=True):
    """How a game is shown. A view is that of the game; what is left out, it has none of.

    - `draw_text(view, lang, colour, width)`: the board as lines, each at most `width` columns.
    - `sentences(view, lang)`: the board for those who listen, where each piece is among it; None: its lines.
    - `make_picture()`: what screens need; asked once, and not by a terminal.
    - `with_offers(ids)`: the same board where nothing can be tapped, in text and in pictures for files: of
      what it draws only to be tapped, that with these ids. None: such things are never in either.
    - `window_words(view, lang)`: who may still do what, where the view has `windows`.
    - `asked_words(view, lang, seat)`: what is asked of a seat now, by whom, and what it would come to; the
      seat is None on a page of the whole table.
    - `is_pressing(view, event)`: whether an act that may be done at any time belongs to what happens now, as
      a weapon does to a fight, and stands with what is due.
    - `seen_words(view, lang)`: what each card is that only the viewer sees and that is possible now.
    - `way_words(view, lang, way)`: what one of the view's `previews` would lead to.
    - `tour_step(view)`: the part of the first round that a newcomer is led through; None: the phase.
    - `is_first_round_over(view)`: asked beside whether a chapter of the log has ended.
    """

    module: ClassVar[str] = "board"
    draw_text: Callable[[Any, str, bool, int], str]
    sentences: Callable[[Any, str], list[str]] | None = None
    make_picture: Callable[[], Picture]
    with_offers: Callable[[frozenset[str]], "Board"] | None = None
    window_words: Callable[[Any, str], list[str]] = lambda *_: []
    asked_words: Callable[[Any, str, str | None], list[str]] = lambda *_: []
    is_pressing: Callable[[Any, Any], bool] = lambda *_: False
    seen_words: Callable[[Any, str], list[str]] = lambda *_: []
    way_words: Callable[[Any, str, Any], str] = lambda *_: ""
    tour_step: Callable[[Any], str] | None = None
    is_first_round_over: Callable[[Any], bool] = lambda _: False


_USUAL = "referee.draw.panel_of_equipment"
"""The module of the board that any game has; it is drawn by this one."""


def board_of(game: str) -> Board:
    """Return how a game is shown; one without a board as a panel of its equipment and facts."""
    board = part_of(game, Board)
    return import_module(_USUAL).BOARD if board is None else board


@cache
def picture_of(game: str) -> Picture:
    """Return how a game looks on a screen."""
    return board_of(game).make_picture()


def text_board(
    view: Any,
    lang: str = "en",
    colour: bool = False,
    width: int = 80,
    offers: frozenset[str] = frozenset(),
) -> str:
    """Draw a view as lines of text, at most `width` columns each; `offers` as of `svg_board`."""
    return _board_with(view, offers).draw_text(view, lang, colour, width)


def describe_board(view: Any, lang: str) -> str:
    """Return a view in words, as what is read out of a picture."""
    sentences = board_of(view.game).sentences
    if sentences is None:
        return text_board(view, lang)
    return trait(lang, "semicolon").join(filter(None, sentences(view, lang)))


def _board_with(view: Any, offers: frozenset[str]) -> Board:
    """Return the board of a view with `offers` drawn, and nothing else that is drawn only to be tapped."""
    board = board_of(view.game)
    return board if board.with_offers is None else board.with_offers(offers)


def word(view: Any, lang: str, id: str, **args: object) -> str:
    """Return a message of a game's board, `<game>.board.<id>`; seats in it by their names."""
    return say(f"{view.game}.board.{id}", lang, names=view.names, **args)


def svg_board(view: Any, lang: str = "en", size: Size = "table", offers: frozenset[str] = frozenset()) -> str:
    """Return the SVG document of a view, in which nothing can be tapped.

    `offers` are the ids by which the viewer could begin an act, see `referee.draw.picks.find_offers`.
    """
    return str(_bare_board(view, lang, size, offers))


def marked_board(view: Any, lang: str = "en", size: Size = "table") -> Element:
    """Return the picture of a view in which everything that may be tapped is marked, for `link_taps`."""
    return picture_of(view.game).draw_svg(view, lang, size)


def board_for_file(
    view: Any, lang: str = "en", size: Size = "table", offers: frozenset[str] = frozenset()
) -> Element:
    """Return the picture of a view without a fixed size and without taps; `offers` as of `svg_board`."""
    return drop_size(_bare_board(view, lang, size, offers))


def _bare_board(view: Any, lang: str, size: Size, offers: frozenset[str]) -> Element:
    """Return the picture of a view without taps."""
    board = _board_with(view, offers)
    picture = picture_of(view.game) if board.with_offers is None else board.make_picture()
    return link_taps(picture.draw_svg(view, lang, size), {})


def svg_file(view: Any, lang: str = "en", size: Size = "table", offers: frozenset[str] = frozenset()) -> str:
    """Return a view as an SVG file without a fixed size: it scales to the window that shows it.

    `offers` as of `svg_board`.
    """
    return str(board_for_file(view, lang, size, offers))
