"""Niagara in words and as text, from the rope down to the falls."""

from itertools import zip_longest

from referee.draw import word
from referee.draw.ink import (
    DIM,
    WATER,
    Ink,
    Line,
    cut,
    fill,
    flow,
    fold,
    format_lines,
    head_lines,
    line_of,
    seat_sign,
)
from referee.draw.palette import marks_of, name_of, style_of
from referee.draw.width import pad, width
from referee.games.niagara.events import Card, Gem
from referee.games.niagara.tables import GEMS, SITE_AT, SPACES, WEATHER_TRACK
from referee.games.niagara.view import Paddle, View
from referee.l10n import noun, say, title_of
from referee.l10n.options import house_notes
from referee.languages import headed, listed, trait

RIVER_SPACES = SPACES[1:-1]


def canoe_labels(view: View) -> dict[tuple[str, int], str]:
    """Return each canoe's label by (seat, number): `B2`, or `P1.2` where the seat's mark ends in a digit."""
    marks = marks_of(view.seats)
    return {
        (seat, canoe): f"{mark}{'.' if mark[-1].isdigit() else ''}{canoe}"
        for seat, mark in marks.items()
        for canoe in (1, 2)
    }


def canoes_at(view: View, place: str) -> list[tuple[str, int, Gem | None]]:
    """Return the canoes at a place as (seat, number, cargo or None), in turn order."""
    return [
        (seat, number, canoe.gem)
        for seat in view.seats
        for number, canoe in enumerate(view.canoes[seat], 1)
        if canoe.at == place
    ]


def round_words(view: View, lang: str) -> str:
    last = view.last_round and view.phase != "ended"
    return word(view, lang, "round_last" if last else "round", n=round_played(view))


def round_played(view: View) -> int:
    """Return the number of the current round, or of the last: the ring is handed on after it, too."""
    return view.round - (view.phase == "ended")


def headline(view: View, lang: str) -> str:
    """Return what the table waits for, or who has won."""
    if view.winners is not None:
        id = ("nobody_won", "won", "won_shared")[min(len(view.winners), 2)]
        return word(view, lang, id, seats=view.winners)
    if view.phase == "choose":
        waiting = tuple(seat for seat in view.seats if not view.paddles[seat].laid)
        everybody = len(waiting) == len(view.seats)
        return word(view, lang, "choose" if everybody else "choose_waiting", seats=waiting)
    if view.phase == "river":
        if not view.pushes:
            return word(view, lang, "river")
        example = (word(view, lang, "arms_in_turn") * view.pushes)[: view.pushes]
        return word(view, lang, "pushes", n=view.pushes, example=example)
    card = view.paddles[view.turn].shown if view.turn else None
    id = view.phase if view.phase == "reveal" else "turn" if card is None else "turn_card"
    return word(view, lang, id, seat=view.turn, card=card)


def asked_words(view: View, lang: str, seat: str | None) -> list[str]:
    """Return what is asked of a seat before its card is up, and after; nothing where others are to act."""
    if seat is None:
        return []
    if view.phase == "choose":
        is_due = not view.paddles[seat].laid
        return [word(view, lang, "asked_begin" if seat == view.ring else "asked_lay", seat=view.ring)][
            :is_due
        ]
    if view.turn != seat:
        return []
    card = view.paddles[seat].shown
    id = "asked_card" if card is None else "asked_cloud" if card == "cloud" else "asked_move"
    return [word(view, lang, id, card=card)]


def speed_words(view: View, lang: str) -> str:
    """Return how fast the river runs, so far or finally; empty before the first card is up."""
    if view.speed is None:
        return ""
    for_good = view.phase in ("river", "ended")
    return word(view, lang, "speed" if for_good else "speed_so_far", n=view.speed)


def _card_words(view: View, paddle: Paddle, lang: str) -> str:
    if paddle.shown is not None:
        return noun("card", paddle.shown, lang, "niagara")
    if paddle.own is not None:
        return word(view, lang, "own_down", card=paddle.own)
    return word(view, lang, "face_down" if paddle.laid else "nothing")


def _gem_counts(view: View, gems: dict[Gem, int], lang: str) -> str:
    """Return counts of gems in words, in the order of their sites, or the word for an empty site."""
    shown = [f"{noun('gem', gem, lang, 'niagara')} {gems[gem]}" for gem in GEMS if gems.get(gem)]
    return word(view, lang, "between").join(shown) or word(view, lang, "site_empty")


def _site_counts(view: View, site: Gem, lang: str) -> str:
    """Return a site's gems in words: its own colour first, even where none is left."""
    there = view.sites.get(site, {})
    own = f"{noun('gem', site, lang, 'niagara')} {there.get(site, 0)}"
    strangers = {gem: n for gem, n in there.items() if gem != site and n}
    return word(view, lang, "between").join([own, _gem_counts(view, strangers, lang)] if strangers else [own])


def footnotes(view: View, lang: str) -> list[str]:
    """Return notes on what is rare: goals met, that nobody can win, gems out of the game."""
    notes = [
        word(view, lang, "met", seat=standing.seat, goals=standing.goals)
        for standing in view.standings
        if standing.goals
    ]
    if view.hopeless and view.winners is None:
        notes.append(word(view, lang, "hopeless"))
    if any(view.removed.values()):
        notes.append(word(view, lang, "removed", gems=_gem_counts(view, view.removed, lang)))
    return notes


def hand_of(view: View) -> tuple[Card, ...]:
    """Return the viewer's cards; empty for a view of everybody, and when the game is over."""
    held = view.paddles[view.seat].hand if view.seat else None
    return held if held and view.phase != "ended" else ()


def seats_in_order(view: View) -> list[tuple[int | None, str]]:
    """Return (rank, seat): the final table once the game is over; until then turn order, with rank None."""
    if view.standings:
        return [(standing.rank, standing.seat) for standing in view.standings]
    return [(None, seat) for seat in view.seats]


_GEM_CODES: dict[Gem, str] = {
    "amethyst": "38;5;141",
    "diamond": "38;5;159",
    "amber": "38;5;214",
    "sapphire": "38;5;75",
    "ruby": "38;5;204",
}
_RIVER_COLUMNS = range(26, 43)
"""How wide the river may be drawn, banks included; what is left goes to the sites."""

_MARGIN = 5
"""Columns left of the river, for the names of the spaces."""

_SITE_COLUMNS = 32
_SITE_NAME_COLUMNS = 6


def draw_text(view: View, lang: str, colour: bool, columns: int) -> str:
    """Return a view as text, in lines of at most `columns`; with ANSI colours where `colour`."""
    stream = min(max(columns - _MARGIN - _SITE_COLUMNS, _RIVER_COLUMNS.start), _RIVER_COLUMNS.stop)
    titles = title_of(view.game, lang), round_words(view, lang), headline(view, lang)
    rest = speed_words(view, lang), word(view, lang, "ring_of", seat=view.ring)
    lines = [
        *head_lines(*titles, house_notes(view, lang)),
        *flow([_weather(view, lang), *(Ink(each) for each in rest if each)], columns, gap=3),
        *_river(view, lang, stream, columns - _MARGIN - stream),
        [],
        *_seats(view, lang, columns),
    ]
    if held := hand_of(view):
        lines.append(line_of(word(view, lang, "hand", cards=held)))
    lines += [part for note in footnotes(view, lang) for part in fold(line_of(note), columns, 2)]
    return format_lines([cut(line, columns) for line in lines], colour)


def _weather(view: View, lang: str) -> Ink:
    steps = [noun("weather", step, lang, "niagara") for step in WEATHER_TRACK]
    track = [f"[{s}]" if at == view.weather else f" {s} " for at, s in zip(WEATHER_TRACK, steps, strict=True)]
    return Ink(f"{word(view, lang, 'weather')} {''.join(track)}")


def _river(view: View, lang: str, stream: int, bank: int) -> list[Line]:
    """Return the river `stream` columns wide, and beside it the sites, `bank` columns wide."""
    lines: list[Line] = [[]]
    tokens = flow(_canoe_tokens(view, "land", lang), stream + _SITE_COLUMNS)
    lines += [_label(word(view, lang, "land") if i == 0 else "") + line for i, line in enumerate(tokens)]
    lines.append(_label("") + _across(word(view, lang, "rope"), "=", stream))
    for space in ("S1", "S2", "S3", "S4", "S5"):
        cell = _disc(_canoe_tokens(view, space, lang), stream)
        site = SITE_AT.get(space)
        at_site = _site_line(view, site, lang, bank) if site else []
        lines += [_label("" if i else space) + line + ([] if i else at_site) for i, line in enumerate(cell)]
    left, right = (stream - 4) // 2, (stream - 3) // 2
    lines.append([*_label(""), Ink(f"|{' ' * left}/\\{' ' * right}|", WATER)])
    for number in "67":
        lines += _arms(view, lang, number, stream, bank)
    falls = _label("") + _across(word(view, lang, "falls"), "~", stream)
    return [*lines, falls + _lost_list(view, lang)]


def _label(text: str, columns: int = _MARGIN) -> Line:
    return [Ink(pad(text, columns - 1) + " ", DIM)]


def _across(text: str, stroke: str, columns: int) -> Line:
    left = (columns - width(text) - 2) // 2
    right = columns - width(text) - 2 - left
    return [Ink(stroke * left, WATER), Ink(f" {text} "), Ink(stroke * right, WATER)]


def _disc(tokens: list[Ink], columns: int) -> list[Line]:
    """Return a disc between its banks, with the canoes on it, in as many lines as they need."""
    bank = Ink("|", WATER)
    rows = flow(tokens, columns - 6)
    return [[bank, Ink("( ", WATER), *fill(line, columns - 6), Ink(" )", WATER), bank] for line in rows]


def _site_line(view: View, site: Gem, lang: str, columns: int) -> Line:
    """Return the line of a site beside the river, in short names where the long ones do not fit."""
    said = _site_counts(view, site, lang)
    if width(said) > columns - _SITE_NAME_COLUMNS:
        counts = view.sites.get(site, {})
        others = (f"{_short(gem, lang)}{n}" for gem, n in counts.items() if gem != site and n)
        said = " ".join((str(counts.get(site, 0)), *others))
    return [Ink(f"  {_short(site, lang)}  ", DIM), Ink(said, _GEM_CODES[site])]


def _arms(view: View, lang: str, number: str, stream: int, bank: int) -> list[Line]:
    """Return one row of the two arms side by side, with the island between."""
    half = (stream - 4) // 2
    left = _disc(_canoe_tokens(view, f"L{number}", lang), half)
    right = _disc(_canoe_tokens(view, f"R{number}", lang), stream - 4 - half)
    empty = _disc([], half)[0], _disc([], stream - 4 - half)[0]
    lines = []
    for i, (one, other) in enumerate(zip_longest(left, right)):
        name = f"L{number}" if i == 0 else ""
        lines.append([*_label(name), *(one or empty[0]), Ink("    "), *(other or empty[1])])
    name_of_right = Ink(f" R{number}", DIM)
    at_site = _site_line(view, SITE_AT[f"L{number}"], lang, bank - name_of_right.columns)
    return [[*lines[0], name_of_right, *at_site], *lines[1:]]


def _canoe_tokens(view: View, place: str, lang: str) -> list[Ink]:
    """Return the canoes at a place: `B2`, or `B2+Ru` with its cargo."""
    labels = canoe_labels(view)
    return [
        Ink(labels[seat, n] + (f"+{_short(gem, lang)}" if gem else ""), style_of(view, seat).code)
        for seat, n, gem in canoes_at(view, place)
    ]


def _short(gem: str, lang: str) -> str:
    return noun("gem_short", gem, lang, "niagara")


def _lost_list(view: View, lang: str) -> Line:
    """Return the lost canoes after their heading; empty without any."""
    tokens = _canoe_tokens(view, "lost", lang)
    listed = [piece for token in tokens for piece in (Ink(" "), token)]
    after = trait(lang, "colon").removeprefix(trait(lang, "colon").strip())
    return [Ink(f"  {word(view, lang, 'lost_list')}{after}"), *listed[1:]] if tokens else []


def _seats(view: View, lang: str, columns: int) -> list[Line]:
    name = min(max(columns - 59, 8), 22)
    sizes = {"seat": name + 3, "card": 10, "cards_left": 5, "total": 4}
    head = "  ".join(pad(word(view, lang, id), size) for id, size in sizes.items())
    head += f"  {word(view, lang, 'banked')}"
    rows = [_seat_line(view, lang, rank, seat, name) for rank, seat in seats_in_order(view)]
    return [[Ink("    " + head, DIM)], *rows]


def _seat_line(view: View, lang: str, rank: int | None, seat: str, columns: int) -> Line:
    """Return one seat's line: `>` has the turn, `*` has won."""
    paddle = view.paddles[seat]
    won = seat in (view.winners or ())
    before = (">" if seat == view.turn else "*" if won else " ") + pad(f"{rank}." if rank else "", 3)
    card = pad(_card_words(view, paddle, lang), 10)
    numbers = f"  {card}  {pad(str(paddle.left), 5)}  {pad(str(sum(view.owned[seat].values())), 4)}  "
    return [
        Ink(before),
        seat_sign(view, seat, columns, has_won=won),
        Ink(numbers),
        *_gems_ashore(view, seat, lang),
    ]


def _gems_ashore(view: View, seat: str, lang: str) -> Line:
    """Return a seat's gems by kind with their counts, or the word for none."""
    counted = [(gem, n) for gem in GEMS if (n := view.owned[seat].get(gem))]
    pieces = [Ink(f"{_short(gem, lang)}{n}", _GEM_CODES[gem]) for gem, n in counted]
    return [piece for each in pieces for piece in (each, Ink(" "))] or [Ink(word(view, lang, "nothing"))]


def sentences(view: View, lang: str) -> list[str]:
    """Return how the game stands, where each canoe and each gem is, and the viewer's hand."""
    weather = f"{word(view, lang, 'weather')} {noun('weather', view.weather, lang, view.game)}"
    held = hand_of(view)
    return [
        round_words(view, lang),
        headline(view, lang),
        listed(filter(None, (weather, speed_words(view, lang))), lang),
        word(view, lang, "ring_of", seat=view.ring),
        *(_seat_words(view, lang, seat) for seat in view.seats),
        *(_site_words(view, lang, site) for site in GEMS),
        word(view, lang, "hand", cards=held) if held else "",
        *footnotes(view, lang),
        *house_notes(view, lang),
    ]


def _seat_words(view: View, lang: str, seat: str) -> str:
    """Return where a seat's canoes are, what its card is, and its gems ashore."""
    paddle = view.paddles[seat]
    parts = [
        say(f"niagara.ear.{'cargo' if canoe.gem else 'canoe'}", lang, n=n, at=canoe.at, gem=canoe.gem)
        for n, canoe in enumerate(view.canoes[seat], 1)
    ]
    if paddle.laid or paddle.shown is not None:
        parts.append(f"{word(view, lang, 'card')} {_card_words(view, paddle, lang)}")
    parts.append(word(view, lang, "cards_left_long", n=paddle.left))
    ashore = trait(lang, "brackets").format(_gem_counts(view, view.owned[seat], lang))
    parts.append(f"{word(view, lang, 'banked')}{ashore}")
    return headed(name_of(view.names, seat), listed(parts, lang), lang)


def _site_words(view: View, lang: str, site: Gem) -> str:
    """Return at which spaces a site lies, and what lies there."""
    spaces = (noun("space", space, lang, view.game) for space, gem in SITE_AT.items() if gem == site)
    where = trait(lang, "brackets").format(listed(spaces, lang))
    return headed(say("niagara.picks.site", lang, value=site) + where, _site_counts(view, site, lang), lang)
