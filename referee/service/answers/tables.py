"""Tables and games as they are answered: what may be done, where each stands, its log, its score."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from events.base import Event
from events.codec import write_changes
from events.envelope import Entry
from events.stores.protocol import TableRow
from events.table import OptionValue
from referee.kernel.game import Game
from referee.kernel.table import Proposal, still_asked
from referee.kernel.tally import Tally
from referee.l10n import say
from referee.l10n.catalogs import edition_words, rule_option_words, topic_words, value_words
from referee.l10n.options import describe_event
from referee.l10n.wording import doer_of, label, notate
from referee.service.answers import Answer, EventJson, event_json, json_value
from referee.service.disputes.analysis import RecordedDispute, disputes_of, rulings_on
from referee.service.logs.effective import EffectiveLog
from referee.service.logs.log_index import LogIndex, VisibleEntry
from referee.service.tables.open_acts import acts_of_table
from referee.service.wording import entry_words


class Possible(Answer, frozen=True, kw_only=True):
    """Something that may be done now: its line, its sentence, and as who does it would say it.

    `preview`: what the board shows beforehand of where it leads.
    """

    event: EventJson
    notation: str
    words: str
    label: str
    preview: dict[str, Any] | UnsetType = UNSET


class Waiting(Answer, frozen=True, kw_only=True):
    """An act that was taken back and waits; `yours` if the viewer may record it again, and all before it."""

    seq: int
    event: EventJson
    notation: str
    words: str
    yours: bool


class SealsOf(Answer, frozen=True, kw_only=True):
    """The seals of a seat: `sealed` is what each unopened one is about, `message` how one is opened.

    `may_seal` are the types of acts whose choice may be sealed now.
    """

    seat: str
    sealed: tuple[str, ...]
    may_seal: tuple[str, ...]
    message: str


MOST_LISTED = 100
"""So many possibilities are listed beside a refusal."""


def possible_at(game: Game, state: Any, lang: str) -> tuple[Possible, ...]:
    """Describe what anybody at the table may do, as everybody may read it."""
    return possible_now(game, state, acts_of_table(game, state), lang)


def possible_now(game: Game, state: Any, events: Iterable[Event], lang: str) -> tuple[Possible, ...]:
    """Describe acts that may be done, with what the board shows beforehand of each."""
    ahead = previews(game, state)
    return tuple(
        Possible(
            event=event_json(event),
            notation=notate(state, event, lang),
            words=describe_event(state, event, lang),
            label=label(state, event, lang, doer_of(event)),
            preview=UNSET if preview is None else json_value(preview),
        )
        for event in events
        for preview in (ahead.get(getattr(event, "turn", "")),)
    )


def previews(game: Game, state: Any) -> dict[str, Any]:
    """Return the previews in a game's view by the turn each shows; an empty dict where its view has none."""
    return {way.turn: way for way in getattr(game.view(state, None), "previews", ())}


def instead_at(game: Game, state: Any, lang: str) -> tuple[Possible, ...]:
    """Describe what anybody may do instead of what was refused; nothing of a secret choice."""
    found = acts_of_table(game, state, has_choices=False)
    return possible_now(game, state, found[:MOST_LISTED], lang)


def seals_of(game: Game, state: Any, seat: str, lang: str) -> SealsOf:
    """Describe what a seat has sealed and may seal now; a game without secrets has neither."""
    kinds = game.seals.kinds(state) if game.seals is not None else ()
    return SealsOf(
        seat=seat,
        sealed=tuple(seal.about for seal in state.seals if seal.seat == seat),
        may_seal=tuple(sorted(kinds)),
        message=say("seals.how_typed", lang, seat=seat, names=dict(state.names)),
    )


class TableListed(Answer, frozen=True, kw_only=True):
    """One table of the store; `opened_at` as its first entry has it (ISO, UTC)."""

    table: str
    game: str | None
    edition: str | None
    seats: tuple[str, ...]
    names: dict[str, str]
    revision: int
    opened_at: str | None = None


class Opened(Answer, frozen=True, kw_only=True):
    """A table that was opened, at `revision`; `links` by seat and `screen`, where phones are served."""

    verdict: Literal["accepted"] = "accepted"
    table: str
    game: str
    edition: str
    seats: tuple[str, ...]
    names: dict[str, str]
    colours: dict[str, str]
    revision: int
    links: dict[str, str] = {}


class LinkMade(Answer, frozen=True, kw_only=True):
    """A new link."""

    verdict: Literal["accepted"] = "accepted"
    token: str
    address: str


class RematchOpen(Answer, frozen=True, kw_only=True):
    """The next table; `token` is its link for the place this link has here."""

    verdict: Literal["accepted"] = "accepted"
    table: str
    token: str | None


class Position(Answer, frozen=True, kw_only=True):
    """Where a game stands, as the viewer may see it.

    `position` is in the form `corrected` accepts; `house` are the options that are not the edition's.
    `depends_on` are the seats on whose cards, never shown, it depends who has won; nobody is named then.
    """

    game: str
    edition: str
    seats: tuple[str, ...]
    names: dict[str, str]
    house: dict[str, OptionValue]
    phase: str | None
    turn: str | None
    acting: tuple[str, ...]
    revision: int
    position: Any
    winners: tuple[str, ...] | None
    depends_on: tuple[str, ...] = ()


class Shown(Position, frozen=True, kw_only=True):
    """Where a table or a file stands, now or at an entry."""

    source: str


class Asking(Answer, frozen=True, kw_only=True):
    """What a seat asks of the table: made once every seat has agreed.

    `event` is the change itself, `change` all that is to be said for it, as the proposal has it;
    `id` is `proposal`.
    """

    proposal: str
    by: str
    event: EventJson
    words: str
    agreed: tuple[str, ...]
    waits_for: tuple[str, ...]
    id: str
    change: str


class Now(Position, frozen=True, kw_only=True):
    """A table as a link may see it: `view` is what the board is drawn from."""

    table: str
    role: str
    seat: str | None
    lang: str
    connected: dict[str, str]
    view: dict[str, Any]
    possible: tuple[Possible, ...]
    asked: tuple[Asking, ...]


def make_table_listed(row: TableRow) -> TableListed:
    return msgspec.convert(row, TableListed, from_attributes=True)


def make_opened(table: str, state: Any, revision: int, links: dict[str, str] | None = None) -> Opened:
    """Describe a table that was opened; `links` by seat and `screen`, None where no phones are served."""
    return Opened(
        table=table,
        game=state.game,
        edition=state.edition,
        seats=state.seats,
        names=dict(state.names),
        colours=dict(state.colours),
        revision=revision,
        links=links or {},
    )


def position_of(game: Game, state: Any, revision: int, viewer: str | None) -> dict[str, Any]:
    """Return the fields of a Position, as a seat, or everybody (None), may see it."""
    return {
        "game": game.id,
        "edition": state.edition,
        "seats": state.seats,
        "names": dict(state.names),
        "house": {name: getattr(state.options, name) for name in state.house},
        "phase": game.phase(state),
        "turn": game.turn(state),
        "acting": game.acting(state),
        "revision": revision,
        "position": json_value(game.position(state, viewer)),
        "winners": game.winners(state),
        "depends_on": game.undecided(state),
    }


def make_asking(state: Any, proposal: Proposal, changes: tuple[Event, ...], words: str) -> Asking:
    """Describe a proposal; `changes` as the viewer may read them, `words` the same in words."""
    missing = still_asked(state, proposal)
    return Asking(
        proposal=proposal.id,
        by=proposal.agreed[0],
        event=event_json(changes[-1]),
        words=words,
        agreed=proposal.seats_agreed,
        waits_for=tuple(seat for seat in state.seats if seat in missing),
        id=proposal.id,
        change=write_changes(changes),
    )


class LogRow(Answer, frozen=True, kw_only=True):
    """An entry as the viewer may read it, without its hash, which would give a small secret away.

    `line`, of a record: the line that people know it by; null for what followed from one.
    """

    seq: int
    at: datetime
    by: str
    kind: str
    cause: int | None
    event: EventJson
    notation: str
    words: str
    in_force: bool
    line: int | UnsetType | None = UNSET


class Replayed(Answer, frozen=True, kw_only=True):
    """An entry played again, and where the game stood after it."""

    seq: int
    cause: int | None
    event: EventJson
    notation: str
    phase: str | None
    turn: str | None
    position: Any
    winners: tuple[str, ...] | None


def make_log_row(
    log_index: LogIndex,
    seen: VisibleEntry,
    lang: str,
    viewer: str | None,
    line: int | UnsetType | None = UNSET,
) -> LogRow:
    """Describe an entry of a log as a seat, or (None) everybody, may read it; `line` is that of a record."""
    entry = seen.entry
    return LogRow(
        seq=entry.seq,
        at=entry.at,
        by=entry.by,
        kind=entry.kind,
        cause=entry.cause,
        event=event_json(seen.event),
        notation=notate(seen.before, seen.event, lang),
        words=entry_words(log_index, seen, lang, viewer),
        in_force=seen.in_force,
        line=line,
    )


def make_waiting(row: LogRow, *, yours: bool) -> Waiting:
    return Waiting(seq=row.seq, event=row.event, notation=row.notation, words=row.words, yours=yours)


def make_replayed(
    game: Game, before: Any, entry: Entry[Any], event: Event, after: Any, lang: str
) -> Replayed:
    """Describe an entry, its `event` as everybody may read it, and where the game stood after it."""
    return Replayed(
        seq=entry.seq,
        cause=entry.cause,
        event=event_json(event),
        notation=notate(before, event, lang),
        phase=game.phase(after),
        turn=game.turn(after),
        position=json_value(game.position(after, None)),
        winners=game.winners(after),
    )


class OptionListed(Answer, frozen=True, kw_only=True):
    """An option in words; `values` are by id, as `options` takes them."""

    option: str
    words: str
    values: dict[str, str]
    rules: tuple[str, ...]


class SwitchListed(Answer, frozen=True, kw_only=True):
    """An option: the values it may have, and the rules it settles."""

    values: tuple[OptionValue, ...]
    rules: tuple[str, ...]


class GameListed(Answer, frozen=True, kw_only=True):
    """What a table of a game can agree on, and what tables dispute about.

    `players` are the numbers of seats there may be; `editions` and `by_seats` are values of
    options, `by_seats` where so many play; `options` are by id, `options` the same in words. `box` are, by
    edition, the numbers of the box in which editions differ, by what is counted.
    """

    game: str
    players: tuple[int, ...]
    editions: dict[str, dict[str, OptionValue]]
    by_seats: dict[str, dict[str, OptionValue]]
    default_edition: str
    edition_words: dict[str, str]
    switches: dict[str, SwitchListed]
    options: tuple[OptionListed, ...]
    topics: dict[str, str]
    rules_version: int
    box: dict[str, dict[str, int]] = {}


class EventField(Answer, frozen=True, kw_only=True):
    """A field of an event; `default` is what it is where it is left out, `shape` what it may be."""

    name: str
    may_lack: bool
    default: Any
    shape: Any


class EventDescribed(Answer, frozen=True, kw_only=True):
    """An event of a game: who says it, its fields; asked for alone, with its rules and an example."""

    game: str
    type: str
    kind: str
    fields: tuple[EventField, ...]
    rules: tuple[str, ...] | UnsetType = UNSET
    example: EventJson | UnsetType = UNSET
    line: str | UnsetType = UNSET


class SwitchSet(Answer, frozen=True, kw_only=True):
    """An option as a table has it; `house` where it is not the edition's value."""

    option: str
    value: OptionValue
    values: tuple[OptionValue, ...]
    house: bool
    rules: tuple[str, ...]


def make_game_listed(game: Game, lang: str) -> GameListed:
    ruleset = game.ruleset
    return GameListed(
        game=ruleset.id,
        players=tuple(ruleset.players),
        editions={edition: dict(values) for edition, values in ruleset.editions.items()},
        by_seats={str(seats): dict(values) for seats, values in ruleset.by_seats.items()},
        default_edition=ruleset.default_edition,
        edition_words={each: edition_words(ruleset.id, each, lang) for each in ruleset.editions},
        switches={
            each.name: SwitchListed(values=each.values, rules=each.rules) for each in ruleset.options.values()
        },
        options=tuple(
            OptionListed(
                option=each.name,
                words=rule_option_words(ruleset.id, each.name, lang),
                values={str(value): value_words(ruleset.id, each.name, value, lang) for value in each.values},
                rules=each.rules,
            )
            for each in ruleset.options.values()
        ),
        topics={topic: topic_words(ruleset.id, topic, lang) for topic in game.topics},
        rules_version=ruleset.rules_version,
        box=ruleset.differing_numbers(),
    )


def list_options(game: Game, state: Any) -> tuple[SwitchSet, ...]:
    """Return the options of a table as they are set."""
    return tuple(
        SwitchSet(
            option=name,
            value=getattr(state.options, name),
            values=option.values,
            house=name in state.house,
            rules=option.rules,
        )
        for name, option in game.ruleset.options.items()
    )


class Score(Answer, frozen=True, kw_only=True):
    """The score as it stands: `tally` is null where hands hide it, `house` names changed options.

    `depends_on` are the seats on whose cards, never shown, it depends who has won; nobody is named then.
    `rulings` in force bear on a rule that the tally counts by.
    `rematch` is the table that was opened for the same people, where one was.
    """

    over: bool
    winners: tuple[str, ...] | None
    tally: Tally | None
    house: tuple[str, ...]
    rulings: tuple[EventJson, ...]
    rematch: str | None = None
    depends_on: tuple[str, ...] = ()


class Ended(Answer, frozen=True, kw_only=True):
    """A game played to its end at one keyboard."""

    winners: tuple[str, ...] | None
    depends_on: tuple[str, ...] = ()


def make_score(
    game: Game,
    state: Any,
    tally: Tally | None,
    rulings: Sequence[RecordedDispute],
    rematch: str | None = None,
) -> Score:
    """Describe the score; `tally` as the viewer may know it, None where it may not. `rematch` is a table."""
    winners = game.winners(state)
    return Score(
        over=winners is not None,
        winners=winners,
        tally=tally,
        house=tuple(state.house),
        rulings=tuple(event_json(each.ruling) for each in rulings if each.ruling is not None),
        rematch=rematch,
        depends_on=game.undecided(state),
    )


def bearing_on(
    game: Game, state: Any, tally: Tally | None, timeline: Callable[[], EffectiveLog]
) -> tuple[RecordedDispute, ...]:
    """Return the rulings in force on a rule that the tally counts by; none where nothing is tallied.

    `timeline` is called only where there are rulings.
    """
    if not state.rulings or not tally:
        return ()
    by = {rule for line in tally.lines for rule in line.rules}
    by |= {rule for one in tally.readings for rule in one.rules}
    given = {one.dispute for one in state.rulings}
    settled = (one for one in disputes_of(timeline()) if one.opened.id in given)
    return rulings_on(game, settled, by)
