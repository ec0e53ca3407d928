"""The part of every game's state and judgement that is the table's, not the game's."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from events.base import REFEREE, TABLE, Event
from events.envelope import opens
from events.table import (
    COLOURS,
    ChangeProposed,
    DisputeOpened,
    HouseRuled,
    ProposalAnswered,
    RulingGiven,
    SeatLeft,
    SeatRenamed,
    SeatTaken,
    SecretOpened,
    SecretSealed,
    TableClosed,
    TableOpened,
    TakenBack,
)
from referee.kernel.folding import look
from referee.kernel.ruleset import Plain, Ruleset, read_options
from referee.kernel.seed import commitment
from referee.kernel.verdict import Refused

SEAT_ID = re.compile(r"[^\s,;:/\"'{}\[\]]{1,32}")
"""Seat ids are typed in notation: one word, no punctuation that notation uses."""

MOST_PROPOSALS = 3
"""How many proposals of one seat may wait at the same time."""

LONGEST_NAME = 64
"""Characters of a table's or a person's name: more would fit on no screen."""


class Proposal(msgspec.Struct, frozen=True):
    """A change somebody proposed and that still waits for answers.

    `change` is JSON text. `agreed` are those who agreed so far, the proposer first, who may be the table.
    `of` are the seats it is put to (empty: everybody). `lapses` as of the event.
    """

    id: str
    change: str
    agreed: tuple[str, ...]
    of: tuple[str, ...] = ()
    lapses: bool = False

    @property
    def seats_agreed(self) -> tuple[str, ...]:
        """Return the seats that agreed so far, without the table."""
        return tuple(seat for seat in self.agreed if seat != TABLE)


class Seal(NamedTuple):
    """A seal that is not opened yet: its seat, its hash, and what it is about."""

    seat: str
    seal: str
    about: str = ""


class TableState(msgspec.Struct, frozen=True, kw_only=True):
    """What every game's state holds beside the game: who sits here and what was agreed.

    `names` and `colours` are by seat; a seat may have none. `chance` says who rolls and deals. `options` is a
    struct of the values of all options; `house` names those that are no longer the edition's. `open_disputes`
    are ids, `rulings` all that were given, `proposals` those still being answered. `seals` are not opened
    yet, `unsealed` (seat, value) of seals opened for what the seat shows next. `seed` is what the referee
    rolls and deals from, where the log holds it, `seed_hash` what commits to it; `draws` counts the numbers
    of the seed that its throws took so far. `absent` are seats whose people went home. `closed`: the table
    got up. `opened_at` is the older `rules_version` it was opened at; None: today's.
    """

    game: str
    edition: str
    seats: tuple[str, ...]
    names: dict[str, str]
    chance: str
    options: Any
    colours: dict[str, str] = {}
    house: tuple[str, ...] = ()
    open_disputes: tuple[str, ...] = ()
    rulings: tuple[RulingGiven, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    seals: tuple[Seal, ...] = ()
    unsealed: tuple[tuple[str, str | int], ...] = ()
    seed: str | None = None
    seed_hash: str | None = None
    draws: int = 0
    absent: tuple[str, ...] = ()
    closed: bool = False
    opened_at: int | None = None

    def __init_subclass__(cls) -> None:
        """Raise TypeError where the state of a game declares a field that every table has."""
        super().__init_subclass__()
        if hidden := sorted(set(TableState.__struct_fields__) & set(cls.__annotations__)):
            raise TypeError(f"{cls.__qualname__} would hide what every table holds: {', '.join(hidden)}")

    @property
    def present(self) -> tuple[str, ...]:
        """Return the seats whose people are still here, in turn order."""
        return tuple(seat for seat in self.seats if seat not in self.absent)

    def option_of_box(self, name: str) -> Any:
        """Return the value of an option as it is in the box now: override it where a change waits."""
        return getattr(self.options, name)


S = TypeVar("S", bound=TableState)


def table_fields(ruleset: Ruleset, opened: TableOpened) -> dict[str, Any]:
    """Return the fields every table has, for the first state after an opening."""
    edition = opened.edition or ruleset.default_edition
    plain = ruleset.values(edition, len(opened.seats))
    values = {**ruleset.editions[edition], **opened.options}
    return {
        "game": opened.game,
        "edition": edition,
        "seats": opened.seats,
        "names": opened.names,
        "colours": opened.colours,
        "chance": opened.chance,
        "options": msgspec.convert(values, _struct_of(tuple(ruleset.options))),
        "house": tuple(name for name, value in values.items() if value != plain[name]),
        "seed": opened.seed,
        "seed_hash": opened.seed_hash,
    }


@cache
def _struct_of(names: tuple[str, ...]) -> type:
    """Return the class whose fields are options of these names."""
    return msgspec.defstruct("OptionValues", [(name, Any) for name in names], frozen=True)


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """What every game's view holds beside the game: who sits here, who looks (`seat`).

    `house` are the options that are no longer the edition's.
    """

    game: str
    edition: str
    house: dict[str, Plain]
    seat: str | None
    seats: tuple[str, ...]
    names: dict[str, str]
    colours: dict[str, str] = {}

    def option_of_box(self, name: str) -> Plain | None:
        """Return the value of an option that is no longer the edition's; None where it is."""
        return self.house.get(name)


def view_fields(state: TableState, seat: str | None) -> dict[str, Any]:
    """Return the fields every view has; `seat` is None for everybody."""
    house = {name: getattr(state.options, name) for name in state.house}
    own = {name: getattr(state, name) for name in ("game", "edition", "seats", "names", "colours")}
    return {**own, "house": house, "seat": seat}


def judge_opening(ruleset: Ruleset, opened: TableOpened) -> dict[str, Plain] | Refused:
    """Return the value of every option that an opening means, or why it is refused.

    Rules: TAB-OPEN-04
    """
    if opened.game != ruleset.id:
        return Refused("table.unknown_game", ("TAB-OPEN-01",), {"game": opened.game})
    edition = opened.edition or ruleset.default_edition
    if edition not in ruleset.editions:
        return unknown_edition(ruleset, edition)
    if refused := judge_seats(ruleset, opened) or judge_seed(opened.seed_hash, opened.seed):
        return refused
    options = read_options(ruleset.id, ruleset.options, opened.options)
    if isinstance(options, Refused):
        return options
    return {**ruleset.values(edition, len(opened.seats)), **options}


def unknown_edition(ruleset: Ruleset, edition: str) -> Refused:
    """Return the refusal of an edition that a game does not have, with those it has."""
    told = {"game": ruleset.id, "edition": edition, "known": tuple(ruleset.editions)}
    return Refused("table.unknown_edition", ("TAB-OPEN-03",), told)


def judge_seats(ruleset: Ruleset, opened: TableOpened) -> Refused | None:
    """Refuse an opening for its seats, names or colours.

    Rules: TAB-OPEN-04
    """
    seats = opened.seats
    wrong_number = Refused(
        "table.wrong_number_of_players",
        (ruleset.players_rule, "TAB-OPEN-04"),
        {"n": len(seats), "least": ruleset.players[0], "most": ruleset.players[-1]},
    )
    if len(seats) > ruleset.players[-1]:
        return wrong_number
    if doubled := next((s for i, s in enumerate(seats) if s in seats[:i]), None):
        return Refused("table.duplicate_seat", ("TAB-OPEN-02",), {"seat": doubled})
    for seat in seats:
        if seat in (TABLE, REFEREE) or not SEAT_ID.fullmatch(seat) or not is_visible(seat):
            return Refused("table.bad_seat", ("TAB-OPEN-02",), {"seat": seat})
    if stranger := next((s for s in opened.names if s not in seats), None):
        return Refused("table.unknown_seat", ("TAB-SEAT-01",), {"seat": stranger})
    if unseen := next((name for name in opened.names.values() if not is_name(name)), None):
        return Refused("table.bad_name", ("TAB-OPEN-02",), {"name": unseen[:LONGEST_NAME]})
    if len(seats) not in ruleset.players:
        return wrong_number
    return _judge_colours(opened)


def judge_people(opened: TableOpened) -> Refused | None:
    """Refuse people who could be taken for one another, by what is typed or what is seen.

    For a table opened now, and for the header of a text; an older log may have such people.
    """
    called = [(seat, opened.names.get(seat, seat)) for seat in opened.seats]
    if "" in opened.names.values():
        return Refused("table.bad_name", ("TAB-OPEN-02",), {"name": ""})
    for n, (seat, name) in enumerate(called):
        for other, other_name in called[:n]:
            if seat != other and (look(name) == look(other_name) or look(seat) == look(other)):
                told = (other_name, name) if look(name) == look(other_name) else (other, seat)
                return Refused("table.look_alike", ("TAB-OPEN-02",), {"one": told[0], "other": told[1]})
        if taken := next((each for each in opened.seats if each != seat and _is_of_seat(name, each)), None):
            return Refused("table.named_as_seat", ("TAB-OPEN-02",), {"name": name, "seat": taken})
    return None


def _is_of_seat(name: str, seat: str) -> bool:
    """Return whether a name reads as a seat's id, or as a numbered piece of it.

    Rules: TAB-OPEN-02
    """
    rest = look(name).removeprefix(look(seat))
    return rest != look(name) and (not rest or rest.isdecimal())


def _judge_colours(opened: TableOpened) -> Refused | None:
    """Refuse colours of strangers, unknown colours, and one colour for two seats."""
    given = list(opened.colours.values())
    if stranger := next((s for s in opened.colours if s not in opened.seats), None):
        return Refused("table.unknown_seat", ("TAB-SEAT-01",), {"seat": stranger})
    if unknown := next((colour for colour in given if colour not in COLOURS), None):
        args = {"colour": unknown[:LONGEST_NAME], "known": ", ".join(COLOURS)}
        return Refused("table.unknown_colour", ("TAB-OPEN-02",), args)
    if doubled := next((colour for i, colour in enumerate(given) if colour in given[:i]), None):
        return Refused("table.colour_taken", ("TAB-OPEN-02",), {"colour": doubled})
    return None


def judge_table_name(name: str) -> Refused | None:
    """Refuse a table's name that could not be typed, or would be taken for a file's."""
    is_file = name.endswith((".jsonl", ".json")) or bool({"/", "\\"} & set(name))
    is_path = is_file or name.startswith((".", "-"))
    if is_name(name) and not is_path:
        return None
    return Refused("table.bad_table_name", ("TAB-OPEN-02",), {"name": name[:LONGEST_NAME]})


def _judge_id(id: str) -> Refused | None:
    """Refuse the id of a dispute or a proposal with invisible characters: not every database keeps them."""
    if is_visible(id):
        return None
    return Refused("table.bad_name", ("TAB-OPEN-02",), {"name": id[:LONGEST_NAME]})


def is_name(name: str) -> bool:
    """Return whether a name can be read and is not too long.

    Rules: TAB-OPEN-02
    """
    return bool(name.strip()) and len(name) <= LONGEST_NAME and name == name.strip() and is_visible(name)


def is_visible(name: str) -> bool:
    """Return whether all of a name can be seen: two seats that look alike cheat everybody.

    Rules: TAB-OPEN-02
    """
    # What joins the parts of an emoji may stay, and the blank of Chinese and Japanese names.
    return name.replace("\u200d", "").replace("\u3000", " ").isprintable()


def judge_seed(seed_hash: str | None, seed: str | None) -> Refused | None:
    """Refuse a seed that is not the one its hash committed to; None for either: nothing to compare."""
    if seed is None or seed_hash is None or commitment(seed) == seed_hash:
        return None
    told = {"hash": commitment(seed), "expected": seed_hash}
    return Refused("table.seed_differs", ("TAB-CHANCE-01",), told)


def judge_table_event(ruleset: Ruleset, state: TableState, event: Event) -> Refused | None:
    """Refuse a shared event at an open table, or return None.

    Two things need the log and are judged by the table in session: `taken_back`, and whether a seed that is
    shown gives all that was dealt.

    Rules: TAB-HOUSE-01
    """
    match event:
        case TableOpened():
            return Refused("table.already_open", ("TAB-OPEN-05",))
        case HouseRuled(option, value, _, agreed):
            read = read_options(ruleset.id, ruleset.options, {option: value})
            return read if isinstance(read, Refused) else judge_known_seats(state, agreed)
        case DisputeOpened():
            return _judge_dispute(state, event)
        case RulingGiven():
            if event.dispute not in state.open_disputes:
                return Refused("table.no_such_dispute", ("TAB-DISP-02",), {"dispute": event.dispute})
            read = read_options(ruleset.id, ruleset.options, event.effect or {})
            return read if isinstance(read, Refused) else None
        case TakenBack(_, _, agreed):
            return judge_known_seats(state, agreed)
        case ChangeProposed() | ProposalAnswered():
            asked = event.of if isinstance(event, ChangeProposed) else ()
            by = () if event.by == TABLE else (event.by,)
            return judge_known_seats(state, (*by, *asked)) or _judge_proposal(state, event)
        case SecretSealed() | SecretOpened():
            return judge_known_seats(state, (event.seat,)) or judge_seal(ruleset, state, event)
        case SeatLeft() | SeatTaken() | SeatRenamed() | TableClosed():
            return _judge_sitting(state, event)
    return None


def _judge_sitting(
    state: TableState, event: SeatLeft | SeatTaken | SeatRenamed | TableClosed
) -> Refused | None:
    """Refuse that somebody leaves, comes back or is renamed, or that the table closes with a false seed."""
    if isinstance(event, SeatTaken):
        is_away = event.seat in state.absent
        return None if is_away else Refused("table.not_left", ("TAB-SEAT-02",), {"seat": event.seat})
    if refused := judge_known_seats(state, event.agreed):
        return refused
    if isinstance(event, SeatLeft):
        return _judge_leaving(state, event.seat)
    if isinstance(event, SeatRenamed):
        return _judge_new_name(state, event.seat, event.name)
    return judge_seed(state.seed_hash, event.seed)


def _judge_leaving(state: TableState, seat: str) -> Refused | None:
    """Refuse that somebody goes home twice, or as the last one here."""
    if seat in state.absent:
        return Refused("table.left_already", ("TAB-SEAT-02",), {"seat": seat})
    if state.present == (seat,):
        return Refused("table.last_one_here", ("TAB-SEAT-02", "TAB-CLOSE-01"), {"seat": seat})
    return None


def _judge_new_name(state: TableState, seat: str, name: str) -> Refused | None:
    """Refuse a name that cannot be read, is the present one, or could be taken for somebody else's."""
    if not is_name(name):
        return Refused("table.bad_name", ("TAB-OPEN-02",), {"name": name[:LONGEST_NAME]})
    if state.names.get(seat) == name:
        return Refused("table.called_so_already", ("TAB-SEAT-03",), {"seat": seat})
    others = (other for other in state.seats if other != seat)
    alike = (
        each for each in others if _is_of_seat(name, each) or look(name) == look(state.names.get(each, each))
    )
    if (doubled := next(alike, None)) is None:
        return None
    return Refused("table.means_another", ("TAB-SEAT-03",), {"name": name, "seat": doubled})


def _judge_dispute(state: TableState, event: DisputeOpened) -> Refused | None:
    """Refuse a question whose id is taken or unreadable, or whose viewer does not sit here."""
    if unseen := _judge_id(event.id):
        return unseen
    if event.id in state.open_disputes or any(event.id == r.dispute for r in state.rulings):
        return Refused("table.dispute_exists", ("TAB-DISP-01",), {"dispute": event.id})
    return None if event.by == TABLE else judge_known_seats(state, (event.by,))


def _judge_proposal(state: TableState, event: ChangeProposed | ProposalAnswered) -> Refused | None:
    """Refuse a proposal whose id is taken, or too many of them; an answer to none, or by a seat not asked.

    Whoever agreed may still object; the proposer withdraws that way.
    """
    if isinstance(event, ChangeProposed) and (unseen := _judge_id(event.id)):
        return unseen
    waiting = {proposal.id: proposal for proposal in state.proposals}
    if isinstance(event, ChangeProposed):
        if event.id in waiting:
            return Refused("table.proposal_exists", ("TAB-BACK-02",), {"proposal": event.id})
        own = [each for each in state.proposals if each.agreed[0] == event.by and not each.lapses]
        if len(own) >= MOST_PROPOSALS:
            args = {"seat": event.by, "most": MOST_PROPOSALS}
            return Refused("table.too_many_proposals", ("TAB-BACK-02",), args)
        return None
    proposal = waiting.get(event.proposal)
    if proposal is None:
        return Refused("table.no_such_proposal", ("TAB-BACK-02",), {"proposal": event.proposal})
    if event.by == TABLE:
        return None
    if event.agrees and event.by in proposal.agreed:
        return Refused("table.answered_already", ("TAB-BACK-02",), {"seat": event.by})
    if proposal.of and event.by not in (*proposal.of, proposal.agreed[0]):
        return Refused("table.not_asked", ("TAB-BACK-02",), {"seat": event.by, "seats": proposal.of})
    return None


def judge_seal(ruleset: Ruleset, state: TableState, event: SecretSealed | SecretOpened) -> Refused | None:
    """Refuse a second seal about the same thing, and a seal that is opened without or with another value."""
    seat = event.seat
    if event.about and event.about.partition(" ")[0] not in ruleset.sealed:
        return Refused("table.nothing_to_seal", ("TAB-SEAL-01",), {"seat": seat})
    seal = seal_of_seat(state, seat, event.about)
    if isinstance(event, SecretSealed):
        is_busy = seal is not None or (not event.about and seat in dict(state.unsealed))
        return Refused("table.sealed_already", ("TAB-SEAL-01",), {"seat": seat}) if is_busy else None
    if seal is None:
        return Refused("table.nothing_sealed", ("TAB-SEAL-01",), {"seat": seat})
    if opens(seal.seal, event.value, event.salt):
        return None
    return Refused("table.seal_not_opened", ("TAB-SEAL-01",), {"seat": seat, "value": event.value})


def seal_of_seat(state: TableState, seat: str, about: str = "") -> Seal | None:
    """Return the seal of a seat that lies unopened about something; None where there is none."""
    return next((seal for seal in state.seals if (seal.seat, seal.about) == (seat, about)), None)


def judge_promise(state: TableState, seat: str, value: str | int) -> Refused | None:
    """Refuse a shown secret that is not what its seat sealed, or whose seal is not opened yet."""
    if not state.seals and not state.unsealed:
        return None
    if seal_of_seat(state, seat) is not None:
        return Refused("table.open_the_seal", ("TAB-SEAL-01",), {"seat": seat})
    promised = dict(state.unsealed).get(seat, value)
    if promised == value:
        return None
    return Refused("table.not_as_sealed", ("TAB-SEAL-01",), {"seat": seat, "value": promised})


def redeem(state: S, seat: str) -> S:
    """Return the state without an opened seal of a seat, once what it promised was shown."""
    if not state.unsealed:
        return state
    return replace(state, unsealed=tuple(pair for pair in state.unsealed if pair[0] != seat))


def judge_known_seats(state: TableState, seats: tuple[str, ...]) -> Refused | None:
    """Refuse the first of some seats that does not sit at this table."""
    for seat in seats:
        if seat not in state.seats:
            return refuse_stranger(state, seat)
    return None


def refuse_stranger(state: TableState, seat: str) -> Refused:
    """Return the refusal of a seat that does not sit at this table, with those that do."""
    known = ", ".join(state.seats)
    return Refused("table.unknown_seat", ("TAB-SEAT-01",), {"seat": seat, "known": known})


def judge_open(state: TableState) -> Refused | None:
    """Refuse anything at a table that was closed."""
    return Refused("table.closed", ("TAB-CLOSE-01",)) if state.closed else None


def evolve_table_event(ruleset: Ruleset, state: S, event: Event) -> S:
    """Return the state after a shared event; `corrected` and `played_on` each game applies itself."""
    match event:
        case HouseRuled(option, value):
            return _set_options(ruleset, state, {option: value})
        case DisputeOpened(id):
            return replace(state, open_disputes=(*state.open_disputes, id))
        case RulingGiven():
            still_open = tuple(d for d in state.open_disputes if d != event.dispute)
            state = replace(state, open_disputes=still_open, rulings=(*state.rulings, event))
            return _set_options(ruleset, state, event.effect or {})
        case ChangeProposed(id, by, change, of, lapses):
            others = tuple(each for each in state.proposals if not (lapses and each.lapses))
            return replace(state, proposals=(*others, Proposal(id, change, (by,), of, lapses)))
        case ProposalAnswered():
            return replace(state, proposals=tuple(_apply_answer(state, event)))
        case SecretSealed(seat, seal, about):
            return replace(state, seals=(*state.seals, Seal(seat, seal, about)))
        case SecretOpened(seat, value, _, about):
            seals = tuple(seal for seal in state.seals if (seal.seat, seal.about) != (seat, about))
            promised = () if about else ((seat, value),)
            return replace(state, seals=seals, unsealed=(*state.unsealed, *promised))
        case SeatLeft() | SeatTaken() | SeatRenamed() | TableClosed():
            return _apply_sitting(state, event)
    return state


def _apply_sitting(state: S, event: SeatLeft | SeatTaken | SeatRenamed | TableClosed) -> S:
    """Return the state after somebody left, came back or was renamed, or after the table closed."""
    match event:
        case SeatLeft(seat):
            return _apply_leaving(state, seat)
        case SeatTaken(seat):
            return replace(state, absent=tuple(each for each in state.absent if each != seat))
        case SeatRenamed(seat, name):
            return replace(state, names={**state.names, seat: name})
        case TableClosed():
            return replace(state, closed=True)


def _apply_leaving(state: S, seat: str) -> S:
    """Ask a seat no more; drop what it proposed, and what waited for its answer alone."""
    state = replace(state, absent=(*state.absent, seat))
    waiting = (each for each in state.proposals if each.agreed[0] != seat and still_asked(state, each))
    return replace(state, proposals=tuple(waiting))


def _apply_answer(state: TableState, event: ProposalAnswered) -> Iterator[Proposal]:
    """Yield the proposals that still wait: one that is objected to, or agreed to by all, is left out."""
    for proposal in state.proposals:
        if proposal.id != event.proposal:
            yield proposal
        elif event.agrees and event.by != TABLE and still_asked(state, proposal) - {event.by}:
            yield replace(proposal, agreed=(*proposal.agreed, event.by))


def still_asked(state: TableState, proposal: Proposal) -> set[str]:
    """Return the seats whose agreement a proposal waits for; where it asks everybody, those still here.

    Rules: TAB-SEAT-02
    """
    return {*(proposal.of or state.present)} - {*proposal.agreed}


def _set_options(ruleset: Ruleset, state: S, options: dict[str, Any]) -> S:
    """Return the state with options changed; `house` then names those that differ from the edition."""
    values = {name: ruleset.options[name].read(value) for name, value in options.items()}
    edition = ruleset.values(state.edition, len(state.seats))
    changed = replace(state.options, **values)
    house = tuple(name for name in edition if getattr(changed, name) != edition[name])
    return replace(state, options=changed, house=house)
