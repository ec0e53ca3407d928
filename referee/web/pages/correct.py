"""The page to fix the board: what differs is tapped, change after change; then all is asked at once."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, NamedTuple
from urllib.parse import urlencode

import msgspec

from events.base import Event
from events.codec import MalformedError, read_json
from referee.draw import picture_of
from referee.draw.picks import icon
from referee.draw.svg import Element, Node, link_taps, pick_ids
from referee.kernel.verdict import Refused
from referee.l10n.messages import fact_clause, place_of
from referee.service.commands.correct import CHOICE, LIST, NUMBER, OPEN, SettableFact, make_correction
from referee.service.logs.replay import IMPOSSIBLE
from referee.web.acts.correct_facts import (
    CHANGE,
    fact_name,
    fact_value_words,
    facts_of,
    format_fact,
    parse_fact,
)
from referee.web.acts.request_context import RequestContext
from referee.web.pages.board import PICTURES, drawing_of
from referee.web.pages.fact_taps import TABLE, Chip, FactTaps
from referee.web.pages.frame import Page

_MOST_CHIPS = 6
"""A number that may be more than this is stepped up and down, not chosen."""

_FAR = 9
"""A number that may be more than this can be typed, too."""

_MOST_SHOWN = 6
"""So many facts of a thing are offered at once, the others are folded away; of a piece on the board fewer."""

_MOST_SHOWN_OF_PIECE = 3

_OF_FACT = "fact:"
"""Begins the id of what only has facts: a heap, a pile, the weather."""

_TYPED = "typed."
"""Begins the name of a fact that is typed."""


class FactChip(NamedTuple):
    """A value to be tapped: the address that sets it, its words, whether it is so; a picture or None."""

    address: str
    words: str
    is_on: bool
    picture: Node | None = None


class FactRow(NamedTuple):
    """A fact of what was tapped, and how it is changed.

    `chips` are its values, or the members of a list, which a tap takes out; `more` are members to add. A
    number has the addresses of one less and of one more in `steps`, empty at its ends, else None. What else
    may be typed is `typed` so far, None where nothing may.
    """

    path: str
    name: str
    words: str
    chips: list[FactChip]
    more: list[FactChip]
    steps: tuple[str, str] | None
    typed: str | None
    is_number: bool
    is_changed: bool


class Change(NamedTuple):
    """A change so far in words, with what it was, and the address without it."""

    words: str
    was: str
    address: str


class BoardTaps(FactTaps):
    """The board as it is fixed so far.

    `changes` are the facts by path, as JSON values; `about` is what more is said of, `putting` the piece that
    the next tap puts somewhere; both may be empty. `refused` is why the changes cannot be together, as far as
    the viewer may know. `path` is the address of the page below the link's root.
    """

    path = "correct"

    def __init__(self, context: RequestContext, query: Mapping[str, str]) -> None:
        self.context, self.query, self.problem = context, query, ""
        self.now = {fact.path: fact for fact in facts_of(context)}
        self.changes = self._read_changes()
        known = context.game.known(context.state, context.seat)
        self.refused, state = self._set(known)
        super().__init__(
            context.game, state, context.game.view(state, context.seat), context.lang, context.seat
        )
        self.putting = query.get("put", "")
        self.putting = self.putting if self.putting in self.pieces else ""
        self.about = self._piece_of(self.putting or query.get("of", ""))

    def _read_changes(self) -> dict[str, Any]:
        """Return the changes of the query that can be, without those that are so already.

        Where what was typed cannot be, `problem` says so.
        """
        found: dict[str, Any] = {}
        for name, text in self.query.items():
            is_typed = name.startswith(_TYPED)
            path = name.removeprefix(_TYPED if is_typed else CHANGE)
            if path == name or (is_typed and path not in self.now):
                continue
            try:
                value = parse_fact(self.context, self.now[path], text) if is_typed else read_json(text)
                self._event({path: value})
            except MalformedError as error:
                self.problem = str(error) if is_typed else self.problem
                continue
            found[path] = value
        return self._without_same(found)

    def _without_same(self, changes: Mapping[str, Any]) -> dict[str, Any]:
        """Return the changes whose value differs from what the fact has now."""
        now = self.now
        return {path: value for path, value in changes.items() if path not in now or value != now[path].value}

    def _set(self, known: Any) -> tuple[Refused | None, Any]:
        """Return why the changes are refused (None: they are not) and the state with them."""
        if not self.changes:
            return None, known
        event = self._event(self.changes)
        verdict = self.context.game.decide(known, event)
        if not isinstance(verdict, Refused):
            return None, verdict.state
        try:
            state = self.context.game.facts.place(known, event)
            self.context.game.view(state, self.context.seat)
        except IMPOSSIBLE:
            return verdict, known
        return verdict, state

    def _event(self, facts: Mapping[str, Any]) -> Event:
        return make_correction(self.context.game, self.context.state, facts, viewer=self.context.seat)

    def _piece_of(self, id: str) -> str:
        """Return the piece that stands for a whole seat; `id` itself where there is none."""
        seat = id.removeprefix("seat:")
        return next((piece for piece in self.pieces if piece.partition(":")[2] == seat), id)

    # Addresses

    def address(self, changes: Mapping[str, Any], **query: str) -> str:
        """Return the address of this page with some changes and another query."""
        return self.address_of(self.path, changes, **query)

    def address_of(self, path: str, changes: Mapping[str, Any], **query: str) -> str:
        """Return the address of a page of this table with some changes and another query."""
        context = self.context
        asked = {"as": str(context.seat)} if context.is_lent else {}
        asked |= dict(self.fields(changes)) | {name: value for name, value in query.items() if value}
        return f"{context.root}{path}{'?' if asked else ''}{urlencode(asked, safe=':,')}"

    def fields(self, changes: Mapping[str, Any]) -> list[tuple[str, str]]:
        """Return changes as fields of a form: names and values."""
        return [(f"{CHANGE}{path}", msgspec.json.encode(value).decode()) for path, value in changes.items()]

    def _with(self, facts: Mapping[str, Any]) -> dict[str, Any]:
        """Return the changes with some facts set as well, without those that are as they were."""
        return self._without_same({**self.changes, **facts})

    def _setting(self, path: str, value: Any) -> str:
        return self.address(self._with({path: value}), of=self.about)

    # What can be tapped

    @property
    def size(self) -> str:
        """Return the drawing that is shown: while a piece is put, the one on which it is."""
        usual = drawing_of(self.context)
        return (picture_of(self.game.id).size_by_hand or usual) if self.putting else usual

    @cached_property
    def _drawn(self) -> tuple[Element, str]:
        return PICTURES.draw(self.view, self.lang, self.size)

    @cached_property
    def _ids_by_fact(self) -> dict[str, list[str]]:
        """The facts that things on the board show which are no pieces, each with the ids of these."""
        find_fact, found = picture_of(self.game.id).fact_by_hand, dict[str, list[str]]()
        for id in pick_ids(self._drawn[0]):
            if id not in self.pieces and (path := find_fact(self.view, id)) and self._facts_at(path):
                found.setdefault(path, []).append(id)
        return found

    @property
    def sheet(self) -> str:
        """Return the address of the board's style sheet."""
        return self._drawn[1]

    def picture(self) -> Element:
        """Return the board with its links: a piece to its places, a place to what puts the piece there."""
        drawn, _ = self._drawn
        found: dict[str, Mapping[str, object]] = {}
        if self.putting:
            for id, facts in self.places_of(self.putting).items():
                words = self.words(id) if id not in self.pieces else self.full_words(id)
                found[id] = _link(self.address(self._with(facts), of=self.putting), words)
            let_go = _link(self.address(self.changes, of=self.putting), self.full_words(self.putting))
            found[self.putting] = {**let_go, "class_": "tap picked"}
            return link_taps(drawn, found)
        for path, ids in self._ids_by_fact.items():
            link = _link(self.address(self.changes, of=f"{_OF_FACT}{path}"), self._heading(path))
            picked = {"class_": "tap picked"} if self.about == f"{_OF_FACT}{path}" else {}
            found |= dict.fromkeys(ids, link | picked)
        for piece in self.pieces:
            found[piece] = _link(self.address(self.changes, put=piece), self._moving(piece))
        if self.about in found:
            found[self.about] = {**found[self.about], "class_": "tap picked"}
        return link_taps(drawn, found)

    def absent(self) -> list[Chip]:
        """Return the pieces that are nowhere on the board, to be put there."""
        ids = pick_ids(self._drawn[0])
        pieces = (piece for piece in self.pieces if piece not in ids)
        return [
            Chip(
                self.address(self.changes, put=piece),
                self._moving(piece),
                piece == self.about,
                self.badge(piece),
            )
            for piece in pieces
        ]

    def _moving(self, piece: str) -> str:
        """Return the words of a tap that takes a piece elsewhere."""
        return self.context.say("web.fix.move", what=self.full_words(piece))

    def subjects(self) -> list[Chip]:
        """Return the seats and the table, of which more can be said, in the order they sit."""
        ids = [self._piece_of(f"seat:{seat}") for seat in self.state.seats]
        found = [self._chip(id, self.address(self.changes, of=id)) for id in ids if any(self._facts(id))]
        is_of_table = self.about == TABLE or self.about.startswith(_OF_FACT)
        whole = self.context.say("web.fix.table")
        return [*found, Chip(self.address(self.changes, of=TABLE), whole, is_of_table)]

    def _chip(self, id: str, address: str) -> Chip:
        seat = self.seat_of(id)
        words = self.full_words(id) if id in self.pieces and id.partition(":")[2] != seat else ""
        return Chip(address, words or self.state.names.get(seat, seat), id == self.about, self.badge(id))

    # The facts of what was tapped

    def _facts(self, what: str) -> list[SettableFact]:
        """Return the facts of something that can be said here: without those that are set on the board."""
        if what.startswith(_OF_FACT):
            return self._facts_at(what.removeprefix(_OF_FACT))
        return [fact for fact in self.facts_about(what) if self._is_sayable(fact)]

    def _facts_at(self, path: str) -> list[SettableFact]:
        found = (fact for fact in self.facts if fact.path == path or fact.path.startswith(f"{path}."))
        return [fact for fact in found if self._is_sayable(fact)]

    @cached_property
    def _on_board(self) -> set[str]:
        """The facts that a place on the board says."""
        return {path for piece in self.pieces for path in next(iter(self.places_of(piece).values()), {})}

    def _is_sayable(self, fact: SettableFact) -> bool:
        return fact.path not in self._on_board and (fact.kind != OPEN or isinstance(fact.value, list))

    def rows(self) -> tuple[list[FactRow], list[FactRow], list[Chip]]:
        """Return the facts of what was tapped: those shown at once, others, and links to what has more.

        Of a table these are its heaps and piles. What is there comes before what is not.
        """
        if not self.about or self.putting:
            return [], [], []
        facts, groups = self._facts(self.about), list[str]()
        if self.about == TABLE:
            heaps = dict.fromkeys(fact.path.rpartition(".")[0] for fact in facts)
            groups = [path for path in heaps if path and path not in self._ids_by_fact]
            facts = [fact for fact in facts if "." not in fact.path]
        facts.sort(key=lambda fact: not fact.is_there and fact.kind == NUMBER)
        most = _MOST_SHOWN_OF_PIECE if self.about in self.pieces else _MOST_SHOWN
        rows = [self._row(fact) for fact in facts]
        more = [
            Chip(self.address(self.changes, of=f"{_OF_FACT}{path}"), self._heading(path), is_on=False)
            for path in groups
        ]
        return rows[:most], rows[most:], more

    def _heading(self, path: str) -> str:
        """Return what facts that begin with a path are about: the name of a heap, or of the only fact."""
        return fact_name(self.context, path)

    def heading(self) -> str:
        """Return what the facts shown are about; empty where nothing was tapped."""
        if self.about.startswith(_OF_FACT):
            return self._heading(self.about.removeprefix(_OF_FACT))
        if self.about == TABLE:
            return self.context.say("web.fix.table")
        if self.about in self.pieces:
            return self.full_words(self.about)
        return self.whose(self.about)

    def _row(self, fact: SettableFact) -> FactRow:
        path, value = fact.path, fact.value
        chips, more, steps, typed = list[FactChip](), list[FactChip](), None, None
        worded = picture_of(self.game.id).values_by_hand(self.view, path)
        if fact.kind == CHOICE or worded:
            values = (*dict.fromkeys((*worded, value)),) if worded else fact.choices
            chips = [self._value_chip(fact, each) for each in values]
        elif fact.kind == NUMBER:
            least, most, at = fact.least, fact.most, value or 0
            if least is not None and most is not None and most - least < _MOST_CHIPS:
                chips = [self._value_chip(fact, each) for each in range(least, most + 1)]
            else:
                down = "" if least is not None and at <= least else self._setting(path, at - 1)
                up = "" if most is not None and at >= most else self._setting(path, at + 1)
                steps = down, up
                typed = format_fact(self.context, fact) if most is None or most > _FAR else None
        elif isinstance(value, list):
            chips, more = self._members(fact, value)
        return FactRow(
            path=path,
            name=fact_name(self.context, path),
            words=fact_value_words(self.context, path, value),
            chips=chips,
            more=more,
            steps=steps,
            typed=typed,
            is_number=fact.kind == NUMBER,
            is_changed=path in self.changes,
        )

    def _value_chip(self, fact: SettableFact, value: Any) -> FactChip:
        words = "–" if value is None else fact_value_words(self.context, fact.path, value)
        return FactChip(self._setting(fact.path, value), words, value == fact.value)

    def _members(self, fact: SettableFact, members: list[Any]) -> tuple[list[FactChip], list[FactChip]]:
        """Return the members of a list, each taken out by a tap, and what may be put in.

        Where each may be in it once, all are chips in one row. One that cannot be seen is offered where one
        may lie there face down.
        """
        path, is_of_seats = fact.path, {*fact.choices} <= {*self.state.seats}
        if fact.kind == LIST and is_of_seats:
            return [
                self._member_chip(
                    path, seat, [each for each in members if each != seat] or [], is_on=seat in members
                )
                if seat in members
                else self._member_chip(path, seat, [*members, seat], is_on=False)
                for seat in fact.choices
            ], []
        out = [
            self._member_chip(path, each, members[:n] + members[n + 1 :], is_on=True)
            for n, each in enumerate(members)
        ]
        there = [*fact.choices, *([None] if self._may_hide(path, members) else [])]
        return out, [self._member_chip(path, each, [*members, each], is_on=False) for each in there]

    def _may_hide(self, path: str, members: list[Any]) -> bool:
        try:
            self._event({path: [*members, None]})
        except MalformedError:
            return False
        return True

    def _member_chip(self, path: str, member: Any, members: list[Any], *, is_on: bool) -> FactChip:
        is_unseen = member is None
        words = (
            self.context.say("web.fix.face_down")
            if is_unseen
            else fact_value_words(self.context, path, [member])
        )
        picture = icon(self.view, f"{path.rpartition('.')[2]}:{member}")
        return FactChip(self._setting(path, members), words, is_on, picture and picture[0])

    def moves(self) -> list[Chip]:
        """Return how the piece that was tapped is put elsewhere, or taken off the board."""
        if self.about not in self.pieces:
            return []
        found, more = [], self.address(self.changes, of=self.about)
        if self.putting and self._facts(self.about):
            found.append(Chip(more, self.context.say("web.fix.else"), is_on=False))
        elif not self.putting and self.places_of(self.about):
            put = self.address(self.changes, put=self.about)
            found.append(Chip(put, self.context.say("web.settle.elsewhere"), is_on=False))
        for path in next(iter(self.places_of(self.about).values()), {}):
            if self._may_be_off(path):
                off = self.address(self._with({path: None}), of=self.about)
                found.append(Chip(off, self.context.say("web.settle.take_off"), is_on=False))
        return found

    def _may_be_off(self, path: str) -> bool:
        """Return whether a piece may be nowhere: its place is set, and may be none."""
        if next((fact.value for fact in self.facts if fact.path == path), None) is None:
            return False
        try:
            event: Any = self._event({path: None})
        except MalformedError:
            return False
        return bool(event.position != type(event.position)())

    def listed(self) -> list[Change]:
        """Return the changes so far, in the order they were made."""
        return [
            Change(
                self._clause(path, value),
                self._was(path),
                self.address({each: this for each, this in self.changes.items() if each != path}),
            )
            for path, value in self.changes.items()
        ]

    def _was(self, path: str) -> str:
        """Return the value of a fact before, in words; empty where it cannot be said in a few."""
        fact = self.now.get(path)
        if fact is None or fact.kind == OPEN or path in self._on_board:
            return ""
        return fact_value_words(self.context, path, fact.value)

    def _clause(self, path: str, value: Any) -> str:
        context = self.context
        at = place_of(context.state, self._event({path: value}))
        return fact_clause(path, value, context.lang, context.game.id, context.state.names, at)


def _link(address: str, label: str) -> dict[str, object]:
    return {"href": address, "role": "button", "class_": "tap", "aria_label": label}


def correct_page(
    context: RequestContext, query: Mapping[str, str] | None = None, refused: Refused | None = None
) -> Page:
    """Return the page to fix the board, with the changes in `query` (None: those of the page's own).

    `refused` is why they were refused when they were asked; None: they were not.
    """
    taps = BoardTaps(context, context.picked if query is None else query)
    title, played_on = context.say("web.board_differs"), taps.address_of("catchup", taps.changes)
    return page_of_changes(taps, title, "correct.html", refused=refused or taps.refused, played_on=played_on)


def page_of_changes(taps: BoardTaps, title: str, template: str, **values: Any) -> Page:
    """Return a page on which changes are tapped; `template` says what is done with them, from `values`."""
    rows, others, more = taps.rows()
    size = taps.size
    return Page(
        title,
        template,
        board=taps.sheet,
        notice=taps.problem,
        status=422 if taps.problem else 200,
        taps=taps,
        picture=taps.picture(),
        figure_class="board wide" if size == "table" else "board" if size == "phone" else "board roams",
        rows=rows,
        others=others,
        more=more,
        changes=taps.listed(),
        **values,
    )
