"""How a table decides: by a way that was shown, an edition, its own words, a vote, a coin."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from secrets import choice
from typing import TYPE_CHECKING, NamedTuple, cast

import msgspec

from referee.kernel.game import Game
from referee.kernel.shared import TALK
from referee.kernel.verdict import Refused
from referee.l10n import say
from referee.l10n.options import decision_words, ruling_words
from referee.rulebooks import find_rule
from referee.service.disputes.lay_open import (
    DOES_NOT_STAND,
    EDITION,
    STANDS,
    Case,
    Possibility,
    Settled,
    act_of,
    disputes_of,
)
from referee.service.logs.effective import EffectiveLog
from referee.service.tables.table import Table

if TYPE_CHECKING:
    from events.stores.protocol import ServedStore

TOSS = "toss"
"""The vote that leaves it to a coin, or to a lot where there are more than two ways."""

ID = re.compile(r"[0-9]+|[a-z0-9]+(_[a-z0-9]+)+|[A-Za-z]\w*\s*=.*", re.ASCII | re.DOTALL)
"""The shape of a number or a name: of an option, of a value or of a way to rule, but never of a sentence."""

WORD = re.compile(r"\w+", re.ASCII)
"""A single word, which in a vote names a way to rule or nothing."""


def names_nothing(case: Case, decision: str, *, is_vote: bool = False) -> Refused | None:
    """Refuse a decision that looks like one of those shown and is none; a table's own words are free.

    Rules: TAB-DISP-02
    """
    is_shown = bool(chosen_by(case, decision)) or decision in case.rules
    reserved = {STANDS, DOES_NOT_STAND, EDITION.strip()}
    named = decision in reserved or ID.fullmatch(decision) or decision.startswith(EDITION)
    if is_shown or not (named or not decision.strip() or (is_vote and WORD.fullmatch(decision))):
        return None
    return Refused("ruling.names_nothing", ("TAB-DISP-02",), {"decision": decision, "known": known_in(case)})


def known_in(case: Case) -> tuple[str, ...]:
    """List what a decision may name: each way to rule, and each edition that has a reading."""
    editions = (edition for one in case.possibilities for edition in one.editions)
    return tuple(dict.fromkeys((*ways_of(case), *(EDITION + edition for edition in editions))))


class Count(msgspec.Struct, frozen=True):
    """The votes on a decision: who is for it, who is not, who did not vote."""

    decision: str
    for_it: tuple[str, ...]
    against: tuple[str, ...]
    absent: tuple[str, ...]

    @property
    def of(self) -> int:
        """Give the number of seats."""
        return len((*self.for_it, *self.against, *self.absent))

    @property
    def decides(self) -> bool:
        """Whether more than half of all the seats are for it: who did not vote counts as a seat.

        Rules: TAB-DISP-02
        """
        return len(self.for_it) * 2 > self.of


def count(votes: Mapping[str, str], seats: Sequence[str]) -> Count:
    """Count the votes for the decision that has the most, the first of equals."""
    ((most, _),) = Counter(votes[seat] for seat in seats if seat in votes).most_common(1)
    return Count(
        most,
        tuple(seat for seat in seats if votes.get(seat) == most),
        tuple(seat for seat in seats if votes.get(seat, most) != most),
        tuple(seat for seat in seats if seat not in votes),
    )


def votes_kept(table: Table, dispute: str) -> dict[str, str]:
    """Read the votes on a dispute so far, by seat.

    They are kept beside the log until it is settled, each by itself: whoever votes at the same moment
    loses nobody's vote.
    """
    store = cast("ServedStore", table.store)
    body = store.noted(table.name, all_votes(dispute))  # as they were kept before, all together
    together = msgspec.json.decode(body, type=dict[str, str]) if body else {}
    notes = ((seat, store.noted(table.name, one_vote(dispute, seat))) for seat in table.state.seats)
    return {**together, **{seat: said for seat, said in notes if said is not None}}


def keep_votes(table: Table, dispute: str, votes: Mapping[str, str | None]) -> None:
    """Keep votes on a dispute; None takes one back."""
    for seat, said in votes.items():
        cast("ServedStore", table.store).note(table.name, one_vote(dispute, seat), said)


def forget_votes(table: Table, dispute: str) -> None:
    """Forget the votes on a dispute: it is settled, or another one has its name."""
    store = cast("ServedStore", table.store)
    for topic in (all_votes(dispute), *(one_vote(dispute, seat) for seat in table.state.seats)):
        if store.noted(table.name, topic) is not None:
            store.note(table.name, topic, None)


def all_votes(dispute: str) -> str:
    """Name what is kept of the votes on a dispute all together, as older versions did."""
    return f"votes {dispute}"


def one_vote(dispute: str, seat: str) -> str:
    """Name what is kept of a seat's vote on a dispute."""
    return f"vote {dispute} {seat}"


def settled_before(timeline: EffectiveLog, case: Case) -> Settled | None:
    """Find the ruling that settled the same: about the same act, on the same topic."""
    same = (
        one
        for one in disputes_of(timeline)
        if one.ruling is not None and one.opened.topic == (case.topic or "") and is_about(timeline, one, case)
    )
    return max(same, key=lambda one: one.seq, default=None)


def is_about(timeline: EffectiveLog, one: Settled, case: Case) -> bool:
    """Whether a dispute asked about what a case is about.

    An act that stands in no log is the same while nothing but talk came since; one that the
    ruling was told before is the first thing after the talk.
    """
    named = act_of(timeline.game, one.opened)
    since = [told for told in timeline.actions if one.opened.at < (told.seq or 0) <= case.at]
    done = [told.event for told in since if not isinstance(told.event, TALK)]
    if case.act is not None:
        return named == case.act and not done
    own = timeline.actions[timeline.index(case.at)]
    is_own = (own.seq or 0) <= one.opened.at <= (own.end or 0)
    return is_own if named is None else done == [own.event] == [named]


def chosen_by(case: Case, decision: str) -> tuple[Possibility, ...]:
    """Find the ways to rule that a decision means: one, or all of `edition NAME`; none for words."""
    if decision.startswith(EDITION):
        return tuple(p for p in case.possibilities if decision.removeprefix(EDITION) in p.editions)
    return tuple(p for p in case.possibilities if p.decision == decision)


def ways_of(case: Case) -> tuple[str, ...]:
    """List the decisions a vote or a coin can choose from."""
    return tuple(p.decision for p in case.possibilities)


def default_of(case: Case, edition: str) -> Possibility | None:
    """Give what the table's edition says about the first option that bears on a case."""
    return next((p for p in case.possibilities if edition in p.editions), None)


def default_decision(case: Case, edition: str) -> str:
    """Write the referee's default as a decision: what the table's edition says, else its own word."""
    return EDITION + edition if default_of(case, edition) is not None else STANDS


def basis_of(case: Case, decision: str) -> str:
    """Say what a decision rests on: a rule of the book, an edition's reading, or the table's own will."""
    chosen = chosen_by(case, decision)
    if chosen and all(p.editions for p in chosen):
        return "edition"
    return "rulebook" if decision in case.rules or (decision == STANDS and case.rules) else "table"


def is_against(game: Game, decision: str) -> bool:
    """Whether a decision is not the referee's, and sets no option that would carry it out."""
    made = decision.partition(" (")[0]
    return made == DOES_NOT_STAND or not is_way(game, made)


def is_way(game: Game, decision: str) -> bool:
    """Whether a decision is the referee's word, an option, an edition's reading or a rule; else words."""
    if decision.startswith(EDITION):
        return decision.removeprefix(EDITION) in game.ruleset.editions
    option, equals, value = decision.partition("=")
    if equals and option in game.ruleset.options:
        return game.ruleset.options[option].read(value) is not None
    return decision == STANDS or find_rule(decision) is not None


class Decision(NamedTuple):
    """How a table decided: the words, what they rest on, and how it came about."""

    words: str
    basis: str
    note: str = ""


Pick = Callable[[Sequence[str]], str]
"""Chooses one of several, by chance."""


def refused_vote(timeline: EffectiveLog, case: Case, decision: str, lang: str) -> Refused | None:
    """Refuse a vote for what is nothing here, or for a coin where the same was settled before.

    Rules: TAB-DISP-02
    """
    if decision != TOSS:
        return names_nothing(case, decision, is_vote=True)
    before = settled_before(timeline, case)
    if before is None or before.ruling is None:
        return None
    words = ruling_words(timeline.game.id, before.ruling.decision, lang)
    told = {"dispute": before.opened.id, "decision": words}
    return Refused("ruling.settled_already", ("TAB-DISP-02",), told)


def by_lot(game: Game, case: Case, lang: str, pick: Pick = choice) -> Decision:
    """Let chance choose among the ways to rule, and say so."""
    ways = ways_of(case)
    decision, words = pick(ways), tuple(decision_words(game.id, way, lang) for way in ways)
    note = say("ruling.coin" if len(ways) == 2 else "ruling.lot", lang, ways=words)
    return Decision(decision, basis_of(case, decision), note)


def decided_by(game: Game, case: Case, counted: Count, names: Mapping[str, str], lang: str) -> Decision:
    """Say what a vote decided, and how it came about; a coin is tossed where the vote was for one."""
    if counted.decision == TOSS:
        return by_lot(game, case, lang)
    told = {"n": len(counted.for_it), "of": counted.of, "seats": counted.for_it, "absent": counted.absent}
    note = say("ruling.voted_absent" if counted.absent else "case.voted", lang, names=names, **told)
    return Decision(counted.decision, basis_of(case, counted.decision), note)
