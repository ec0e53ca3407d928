"""The sketch of a position that nobody logged: its board, what was told of it, the act that was tapped."""

from collections.abc import Mapping
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple
from urllib.parse import urlencode

import msgspec
from msgspec.structs import replace

from events.base import REFEREE, Event
from events.base import TABLE as THE_TABLE
from events.codec import read_json
from referee.draw import picture_of
from referee.draw.bubble import bubble, question_marks, spot_of
from referee.draw.picks import is_meant, picks
from referee.draw.svg import Element, link_taps, pick_ids
from referee.kernel.registry import find_game
from referee.l10n import say
from referee.l10n.messages import fact_name, fact_value
from referee.l10n.wording import label
from referee.service.ask.asked import Asked
from referee.service.ask.layout import letters
from referee.service.ask.taps import events_meant, events_near
from referee.service.ask.tell import ask_about, facts_by_path, forget, tell
from referee.service.commands.correct import CHOICE, LIST, NUMBER, SettableFact
from referee.web.pages.board import PICTURES
from referee.web.pages.fact_taps import TABLE, Chip, FactTaps

_MOST_OF_A_NUMBER = 4
"""A number without a limit is offered up to here."""

_MOST_CHIPS = 20
"""A fact that may have more values than this is not offered to be tapped; of a number, the first ten."""

_AT_ONCE = 3
"""So many facts of what was tapped are offered at once; the others are folded away."""

_USUALLY_TOLD = 2
"""A piece of which so many facts are told has no question mark."""

_MOST_ACTS = 8

Query = Mapping[str, str]


class Row(NamedTuple):
    """A fact of what was tapped: its values, and the query that makes it unknown again (empty: it is)."""

    name: str
    chips: list[Chip]
    forget: str


class Sketch(FactTaps):
    """A sketch as somebody has tapped it so far.

    `taps` are those of an act, `by` the seat that acts, `putting` the piece that the next tap puts somewhere,
    `about` what more is told of: a piece, a seat, the table. Each is empty where nothing is chosen. `act` is
    what is asked about, `state` the table at its moment.
    """

    def __init__(self, asked: Asked, state: Any, act: Event | None, lang: str, query: Query) -> None:
        self.asked, self.act, self.query, game = asked, act, query, find_game(asked.game)
        self.told, self.state = facts_by_path(asked), state
        own = picks(game.view(state, None), act) if act is not None else ()
        self.taps = tuple(query.get("pick", "").split()) or own
        actor = query.get("by") or str(getattr(act, "seat", "")) or next(iter(self.taps), "")
        self.by = self.seat_of(actor)
        super().__init__(game, state, game.view(state, self.by or None), lang, REFEREE)
        self.about = query.get("of", "")
        self.putting = next(iter(query.get("put", "").split()), "")
        if self.putting not in self.pieces:
            self.putting = "" if self.taps or act is not None else next(iter(self.absent), "")

    @property
    def origin(self) -> str:
        """Return what begins the act: what was tapped first; where it is not theirs, a piece of who acts."""
        first = self.taps[0]
        if not self.by or self.seat_of(first) in {"", self.by}:
            return first
        return next((piece for piece in self.pieces if self.seat_of(piece) == self.by), first)

    def is_told(self, piece: str) -> bool:
        """Return whether somebody said where a piece is, or told the whole record."""
        facts = next(iter(self.places_of(piece).values()), {})
        return self.asked.record is not None or any(path in self.told for path in facts)

    @cached_property
    def absent(self) -> list[str]:
        """Return the pieces that nobody put anywhere: first one of each seat that has none, then the others.

        Empty in a game whose pieces only change places with each other.
        """
        apart = [
            piece
            for piece in self.pieces
            if not self.is_told(piece) and not self.places_of(piece).keys() & {*self.pieces}
        ]
        there = {self.seat_of(piece) for piece in self.pieces if piece not in apart}
        first = {self.seat_of(piece): piece for piece in reversed(apart)}
        next_ = [
            piece
            for piece in apart
            if first[self.seat_of(piece)] == piece and self.seat_of(piece) not in there
        ]
        return [*next_, *(piece for piece in apart if piece not in next_)]

    # What a tap does

    def step(self) -> tuple[Asked, dict[str, str]] | None:
        """Return what is asked after a tap that says something, and the query that stays; None after another.

        Raise MalformedError for a value that is no JSON.
        """
        query, asked = self.query, self.asked
        kept = {name: query[name] for name in ("lang",) if name in query}
        piece, _, place = query.get("put", "").partition(" ")
        if place and place in (places := self.places_of(piece)):
            return tell(asked, places[place]), {**kept, "of": piece}
        if "fact" in query:
            told = (
                tell(asked, {query["fact"]: read_json(query["is"])})
                if "is" in query
                else forget(asked, query["fact"])
            )
            return told, {**kept, **{name: query[name] for name in ("of", "pick", "by") if name in query}}
        if "drop" in query:
            return replace(asked, acts=asked.acts[:-1]), kept
        if query.get("seats", "").isdecimal():
            return replace(asked, seats=letters(int(query["seats"][:2]), self.game)), kept
        if "edition" in query:
            return replace(asked, edition=query["edition"], options={}), kept
        if "option" in query:
            name, _, value = query["option"].partition("=")
            return replace(asked, options={**asked.options, name: read_json(value)}), kept
        if "before" in query:
            return replace(asked, acts=(*asked.acts[:-1], read_json(query["before"]), *asked.acts[-1:])), kept
        if query.get("off"):
            return self._without(query["off"]), kept
        event = self._act_tapped()
        if event is not None and event != self.act:
            kept |= {"by": self.by} if self.by else {}
            return ask_about(asked, event, is_next=self.act is None), {
                **kept,
                "pick": " ".join(picks(self.view, event) or self.taps),
            }
        return None

    def _without(self, piece: str) -> Asked:
        """Return what is asked with nothing told of a piece."""
        paths = next(iter(self.places_of(piece).values()), {})
        asked = self.asked
        for path in paths:
            asked = forget(asked, path.rpartition(".")[0] or path)
        return asked

    def _act_tapped(self) -> Event | None:
        """Return the act that the taps mean, refused or not; None where they are too few, or mean none.

        After an act was asked about, the last tap goes on from it, or begins another one with the same piece.
        """
        if not self.query.get("pick") or (len(self.taps) < 2 and self.taps[0] in self.pieces):
            return None
        first, last, ground = self.taps[0], self.taps[-1], self._ground_of(self.taps[-1])
        ways = [self.taps] if len(self.taps) == 1 or ground in self.taps else []
        ways += [(first, ground, last)] if ground and len(self.taps) > 1 else []
        ways += [self.taps, (first, last), *([(first, ground)] if ground else []), (last,)]
        for taps in dict.fromkeys(ways):
            if (event := self._act_meant(taps)) is not None:
                return event
        return None

    def _ground_of(self, id: str) -> str:
        """Return the space on which lies what an id marks; empty where it lies on none."""
        drawn, _ = PICTURES.draw(self.view, self.lang, self.size)
        marks = (each.attributes.get("data_pick", "").split() for each in drawn.walk())
        return next((ids[-1] for ids in marks if len(ids) > 1 and id in ids[:-1]), "")

    def _act_meant(self, taps: tuple[str, ...]) -> Event | None:
        fitting = [
            (len(ids), n, event)
            for n, event in enumerate(self.game.legal(self.state, self.by or THE_TABLE))
            if is_meant(ids := picks(self.view, event), taps)
        ]
        if fitting:
            return min(fitting)[2]
        seat = self.by or None
        found = events_meant(self.game, self.state, seat, taps) or events_near(
            self.game, self.state, seat, taps
        )
        return found[0] if found else None

    # What can be tapped

    def link(self, words: str, **query: str) -> dict[str, object]:
        """Return the attributes of a link to this sketch with another query."""
        return {"href": self.address(**query), "class_": "tap", "aria_label": words}

    def address(self, **query: str) -> str:
        """Return the address of this sketch with another query; the language stays."""
        lang = {"lang": self.query["lang"]} if "lang" in self.query else {}
        said = {**lang, **{name: value for name, value in query.items() if value}}
        return f"?{urlencode(said, safe=':,')}"

    @property
    def size(self) -> str:
        """Return the drawing that is shown: until an act is begun, the one on which pieces are put."""
        by_hand = picture_of(self.game.id).size_by_hand
        return by_hand if by_hand and (self.putting or not self.taps) else "phone"

    def picture(self, head: str = "", text: str = "") -> tuple[Element, str]:
        """Return the board with its links, and the address of its style sheet.

        Pieces nobody told of are pale, those of which something is not known have a question mark. `head` and
        `text` are said where the last tap on the board was.
        """
        drawn, sheet = PICTURES.draw(self.view, self.lang, self.size)
        linked = link_taps(drawn, self._links(pick_ids(drawn)))
        shown = _fade(linked, {piece for piece in self.absent if piece != self.putting})
        doubtful = (spot_of(drawn, piece) for piece in self.pieces if self._is_doubtful(piece))
        shown = question_marks(shown, list(filter(None, doubtful)))
        spots = (spot_of(drawn, id) for id in reversed(self.taps))
        spot = next(filter(None, spots), None) if head else None
        if spot is None:
            return shown, sheet
        return bubble(shown, spot, head, text, "#answer", beside=spot_of(drawn, self.origin)), sheet

    def _links(self, ids: set[str]) -> dict[str, Mapping[str, object]]:
        found: dict[str, Mapping[str, object]] = {}
        if self.putting:
            for id in self.places_of(self.putting):
                found[id] = self.link(self.words(id), put=f"{self.putting} {id}")
        for piece in self.pieces:
            if piece != self.putting:
                query = {"put": piece} if piece in self.absent else {"pick": piece, "of": piece}
                found[piece] = self.link(self.full_words(piece), **query)
        if self.taps and not self.putting:
            own = self.origin
            chosen = self.taps if self.taps[0] == own else (own,)
            read_taps = picture_of(self.game.id).read_taps
            for id in ids - {own}:
                is_onward = read_taps(self.view, (own, id))[0] == own
                if is_onward and id.partition(":")[2] != own.partition(":")[2] and id not in self.absent:
                    found[id] = self.link(self.words(id), pick=" ".join((*chosen, id)), by=self.by)
            found[own] = {**self.link(self.words(own)), "class_": "tap picked"}
        return found

    def _is_doubtful(self, piece: str) -> bool:
        """Return whether it was told where a piece is, but not all that is usually told with it."""
        if self.asked.record is not None:
            return False
        facts = islice((fact for fact in self.facts_about(piece) if self._values(fact)), _USUALLY_TOLD)
        return self.is_told(piece) and any(fact.path not in self.told for fact in facts)

    def rows(self) -> tuple[list[Row], list[Row]]:
        """Return the facts of what was tapped that can be told by tapping: the usual ones, and more."""
        if not self.about:
            return [], []
        facts = [self._row(fact) for fact in self.facts_about(self.about) if self._values(fact)]
        return facts[:_AT_ONCE], facts[_AT_ONCE:]

    def _values(self, fact: SettableFact) -> tuple[Any, ...]:
        """Return what a fact may be by a tap; empty where that is too much."""
        if fact.kind in (CHOICE, LIST):
            values = fact.choices
        elif fact.kind == NUMBER:
            most = _MOST_OF_A_NUMBER if fact.most is None else fact.most
            values = tuple(range(fact.least or 0, (9 if most > _MOST_CHIPS else most) + 1))
        else:
            values = ()
        return values if len(values) <= _MOST_CHIPS else ()

    def _row(self, fact: SettableFact) -> Row:
        is_told, now = fact.path in self.told, self.told.get(fact.path)
        chips = []
        for value in self._values(fact):
            said = [*(now or ()), value] if fact.kind == LIST else value
            is_on = is_told and (value in (now or ()) if fact.kind == LIST else value == now)
            if is_on and fact.kind == LIST and not self._may_repeat(fact):
                said = [each for each in now or () if each != value]
            chips.append(self._chip(fact, said, value, is_on=is_on))
        if fact.kind == LIST:
            chips.insert(0, self._chip(fact, [], None, is_on=is_told and not now))
        forget_it = self.address(of=self.about, fact=fact.path, pick=" ".join(self.taps)) if is_told else ""
        return Row(fact_name(fact.path, self.lang, self.game.id, self.state.names), chips, forget_it)

    def _may_repeat(self, fact: SettableFact) -> bool:
        return all(isinstance(value, int) for value in fact.choices)

    def _chip(self, fact: SettableFact, said: Any, value: Any, *, is_on: bool) -> Chip:
        told = {"fact": fact.path, "is": msgspec.json.encode(said).decode()}
        query = self.address(of=self.about, **told, pick=" ".join(self.taps), by=self.by)
        words = fact_value(fact.path, value, self.lang, self.game.id, self.state.names)
        number = (self.told.get(fact.path) or []).count(value) if fact.kind == LIST else 1
        words = f"{words} ×{number}" if number > 1 else words
        return Chip(query, words if value is not None else "–", is_on)

    def case_query(self, path: str, value: Any) -> str:
        """Return the query that tells a value a fact may have; without a path, what was done before."""
        said = msgspec.json.encode(value).decode()
        pick = {"pick": " ".join(self.taps), "by": self.by}
        return self.address(**({"fact": path, "is": said} if path else {"before": said}), **pick)

    def option_query(self, options: Mapping[str, Any]) -> str:
        """Return the query that asks the same with an option otherwise."""
        name, value = next(iter(options.items()))
        return self.address(option=f"{name}={msgspec.json.encode(value).decode()}")

    def acts(self) -> list[Chip]:
        """Return the acts of the piece that was tapped that are meant by nothing on the board."""
        if not self.taps or self.putting:
            return []
        drawn, _ = PICTURES.draw(self.view, self.lang, self.size)
        kinds = {_kind(id) for id in pick_ids(drawn)}
        found = []
        for event in events_near(self.game, self.state, self.by or None, self.taps[:1]):
            taps = picks(self.view, event)
            if not kinds & {*map(_kind, taps[1:])} and len(taps) > 1:
                words = label(self.state, event, self.lang, self.by)
                found.append(Chip(self.address(pick=" ".join(taps), by=self.by), words, event == self.act))
        is_other = self.act is not None and not any(chip.is_on for chip in found)
        return [] if is_other else found[:_MOST_ACTS]

    def moves(self) -> list[Chip]:
        """Return how the piece whose facts are offered is put elsewhere, or taken off again."""
        if self.about not in self.pieces or not self.is_told(self.about) or self.putting == self.about:
            return []
        elsewhere, off = (say(f"web.settle.{id}", self.lang) for id in ("elsewhere", "take_off"))
        chips = [Chip(self.address(put=self.about), elsewhere, is_on=False)]
        # What is where by a record is only forgotten with all of it.
        return chips + [Chip(self.address(off=self.about), off, is_on=False)] * (self.asked.record is None)

    def trays(self) -> list[Chip]:
        """Return the pieces to be put, each with whether it is the next."""
        return [
            Chip(
                self.address(put=piece),
                self.words(piece),
                piece == self.putting,
                self.badge(piece),
                self.whose(piece),
            )
            for piece in self.absent
        ]

    def subjects(self) -> list[Chip]:
        """Return the seats and the table, of which more can be told."""
        ids = [f"seat:{seat}" for seat in self.state.seats]
        seats = [
            Chip(self.address(of=id), "", id == self.about, self.badge(id), self.whose(id)) for id in ids
        ]
        whole = Chip(self.address(of=TABLE), say("web.settle.of_table", self.lang), self.about == TABLE)
        return [*seats, whole]

    def numbers(self) -> list[Chip]:
        """Return how many may play."""
        now = len(self.state.seats)
        return [Chip(self.address(seats=str(n)), str(n), n == now) for n in self.game.ruleset.players]


def _kind(id: str) -> str:
    """Return what kind of thing an id marks: the part before the colon."""
    return id.partition(":")[0]


def _fade(node: Any, pale: set[str]) -> Any:
    """Return a picture in which some pieces are pale."""
    if not isinstance(node, Element):
        return node
    attributes = node.attributes
    if attributes.get("data_piece") in pale:
        attributes = {**attributes, "class_": "untold"}
    return Element(node.tag, attributes, tuple([_fade(each, pale) for each in node.children]))
