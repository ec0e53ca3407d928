"""A decision on a dispute: what words mean, what it rests on, and votes counted or a coin tossed for it."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from secrets import choice
from sqlite3 import Connection
from typing import TYPE_CHECKING, NamedTuple, cast

import msgspec

from referee.kernel.fields.folding import fold
from referee.kernel.game import Game
from referee.kernel.registry import find_game
from referee.kernel.shared import TALK
from referee.kernel.verdict import Refused
from referee.l10n import say
from referee.l10n.options import decision_words, edition_words, ruling_words, value_words
from referee.languages import LANGUAGES, words_for
from referee.rulebooks import find_rule
from referee.rulebooks.search import WIDE_SIGNS, full_text, nearest, ruled_in, stems
from referee.service.disputes.analysis import (
    DOES_NOT_STAND,
    EDITION,
    STANDS,
    Analysis,
    Reading,
    RecordedDispute,
    disputes_of,
    read_disputed_act,
)
from referee.service.tables.table import Table
from referee.service.timeline.retelling import Timeline

if TYPE_CHECKING:
    from events.stores.protocol import ServedStore

TOSS = "toss"
"""The vote that leaves it to a coin, or to a lot where there are more than two ways."""

ID = re.compile(r"[0-9]+|[a-z0-9]+(_[a-z0-9]+)+|[A-Za-z]\w*\s*=.*", re.ASCII | re.DOTALL)
"""The shape of a number or a name: of an option, of a value or of a way to rule, but never of a sentence."""

WORD = re.compile(r"\w+", re.ASCII)
"""A single word, which in a vote names a way to rule or nothing."""


def judge_decision(case: Analysis, decision: str, *, is_vote: bool = False) -> Refused | None:
    """Refuse a decision that looks like one of those shown and is none; a table's own words are free.

    Rules: TAB-DISP-02
    """
    is_shown = bool(readings_chosen(case, decision)) or decision in case.rules
    reserved = {STANDS, DOES_NOT_STAND, EDITION.strip()}
    named = decision in reserved or ID.fullmatch(decision) or decision.startswith(EDITION)
    if is_shown or not (named or not decision.strip() or (is_vote and WORD.fullmatch(decision))):
        return None
    return Refused(
        "ruling.names_nothing", ("TAB-DISP-02",), {"decision": decision, "known": decisions_named(case)}
    )


def decisions_named(case: Analysis) -> tuple[str, ...]:
    """List what a decision may name: each way to rule, and each edition that has a reading."""
    editions = (edition for one in case.readings for edition in one.editions)
    return tuple(dict.fromkeys((*decisions_of(case), *(EDITION + edition for edition in editions))))


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


def count_votes(votes: Mapping[str, str], seats: Sequence[str]) -> Count:
    """Count the votes for the decision that has the most, the first of equals."""
    ((most, _),) = Counter(votes[seat] for seat in seats if seat in votes).most_common(1)
    return Count(
        most,
        tuple(seat for seat in seats if votes.get(seat) == most),
        tuple(seat for seat in seats if votes.get(seat, most) != most),
        tuple(seat for seat in seats if seat not in votes),
    )


def read_votes(table: Table, dispute: str) -> dict[str, str]:
    """Read the votes on a dispute so far, by seat.

    They are kept beside the log until it is settled, each by itself: whoever votes at the same moment
    loses nobody's vote.
    """
    store = cast("ServedStore", table.store)
    body = store.noted(table.name, _topic_of_votes(dispute))  # as they were kept before, all together
    together = msgspec.json.decode(body, type=dict[str, str]) if body else {}
    notes = ((seat, store.noted(table.name, _topic_of_vote(dispute, seat))) for seat in table.state.seats)
    return {**together, **{seat: said for seat, said in notes if said is not None}}


def write_votes(table: Table, dispute: str, votes: Mapping[str, str | None]) -> None:
    """Keep votes on a dispute; None takes one back."""
    for seat, said in votes.items():
        cast("ServedStore", table.store).note(table.name, _topic_of_vote(dispute, seat), said)


def delete_votes(table: Table, dispute: str) -> None:
    """Forget the votes on a dispute: it is settled, or another one has its name."""
    store = cast("ServedStore", table.store)
    for topic in (_topic_of_votes(dispute), *(_topic_of_vote(dispute, seat) for seat in table.state.seats)):
        if store.noted(table.name, topic) is not None:
            store.note(table.name, topic, None)


def _topic_of_votes(dispute: str) -> str:
    """Name what is kept of the votes on a dispute all together, as older versions did."""
    return f"votes {dispute}"


def _topic_of_vote(dispute: str, seat: str) -> str:
    """Name what is kept of a seat's vote on a dispute."""
    return f"vote {dispute} {seat}"


def settled_before(timeline: Timeline, case: Analysis) -> RecordedDispute | None:
    """Find the ruling that settled the same: about the same act, on the same topic."""
    same = (
        one
        for one in disputes_of(timeline)
        if one.ruling is not None and one.opened.topic == (case.topic or "") and is_about(timeline, one, case)
    )
    return max(same, key=lambda one: one.seq, default=None)


def is_about(timeline: Timeline, one: RecordedDispute, case: Analysis) -> bool:
    """Whether a dispute asked about what a case is about.

    An act that stands in no log is the same while nothing but talk came since; one that the
    ruling was told before is the first thing after the talk.
    """
    named = read_disputed_act(timeline.game, one.opened)
    since = [told for told in timeline.told if one.opened.at < (told.seq or 0) <= case.at]
    done = [told.event for told in since if not isinstance(told.event, TALK)]
    if case.act is not None:
        return named == case.act and not done
    own = timeline.told[timeline.index(case.at)]
    is_own = (own.seq or 0) <= one.opened.at <= (own.end or 0)
    return is_own if named is None else done == [own.event] == [named]


def readings_chosen(case: Analysis, decision: str) -> tuple[Reading, ...]:
    """Find the ways to rule that a decision means: one, or all of `edition NAME`; none for words."""
    if decision.startswith(EDITION):
        return tuple(p for p in case.readings if decision.removeprefix(EDITION) in p.editions)
    return tuple(p for p in case.readings if p.decision == decision)


def decisions_of(case: Analysis) -> tuple[str, ...]:
    """List the decisions a vote or a coin can choose from."""
    return tuple(p.decision for p in case.readings)


def default_of(case: Analysis, edition: str) -> Reading | None:
    """Give what the table's edition says about the first option that bears on a case."""
    return next((p for p in case.readings if edition in p.editions), None)


def default_decision(case: Analysis, edition: str) -> str:
    """Write the referee's default as a decision: what the table's edition says, else its own word."""
    return EDITION + edition if default_of(case, edition) is not None else STANDS


def basis_of(case: Analysis, decision: str) -> str:
    """Say what a decision rests on: a rule of the book, an edition's reading, or the table's own will."""
    chosen = readings_chosen(case, decision)
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


def judge_vote(timeline: Timeline, case: Analysis, decision: str, lang: str) -> Refused | None:
    """Refuse a vote for what is nothing here, or for a coin where the same was settled before.

    Rules: TAB-DISP-02
    """
    if decision != TOSS:
        return judge_decision(case, decision, is_vote=True)
    before = settled_before(timeline, case)
    if before is None or before.ruling is None:
        return None
    words = ruling_words(timeline.game.id, before.ruling.decision, lang)
    told = {"dispute": before.opened.id, "decision": words}
    return Refused("ruling.settled_already", ("TAB-DISP-02",), told)


def decide_by_lot(game: Game, case: Analysis, lang: str, pick: Pick = choice) -> Decision:
    """Let chance choose among the ways to rule, and say so."""
    ways = decisions_of(case)
    decision, words = pick(ways), tuple(decision_words(game.id, way, lang) for way in ways)
    note = say("ruling.coin" if len(ways) == 2 else "ruling.lot", lang, ways=words)
    return Decision(decision, basis_of(case, decision), note)


def decide_by_vote(
    game: Game, case: Analysis, counted: Count, names: Mapping[str, str], lang: str
) -> Decision:
    """Say what a vote decided, and how it came about; a coin is tossed where the vote was for one."""
    if counted.decision == TOSS:
        return decide_by_lot(game, case, lang)
    told = {"n": len(counted.for_it), "of": counted.of, "seats": counted.for_it, "absent": counted.absent}
    note = say("ruling.voted_absent" if counted.absent else "case.voted", lang, names=names, **told)
    return Decision(counted.decision, basis_of(case, counted.decision), note)


FILLERS = {"the", "a", "an", "it", "is", "are", "they", "we", "as", "to", "of", "by", "so"}
"""Words of English that tell no ruling from another."""

LATIN = re.compile(r"[a-z0-9]+")
OTHER = re.compile(r"[^\W\da-z_]+")

NEAR = 2
"""So many options are what words may mean."""

ALMOST = 0.6
"""An option that fits this much less than the best is none that is meant."""

LEAST_WORDS, LEAST_PAIRS = 0.3, 0.15
"""So much of what is said one wording of an option has to have: of words, of pairs of signs."""

MOST_OPTIONS = 4
"""Words that fit more options than these tell none from another."""

MOST_MEANT = 5
"""So many ways of them are listed at most."""


def find_decision(game: Game, case: Analysis, words: str) -> str:
    """Give the decision that words name: by its number, or in any language; else the words."""
    if words in decisions_named(case):
        return words
    if words.isdecimal():
        return dict(enumerate(decisions_of(case), 1)).get(int(words[:4]), words)
    return _find_by_name(game, decisions_named(case), words)


def parse_decision(game: Game, case: Analysis, edition: str, words: str) -> str:
    """Give the decision that words mean: a coin, the default, a way that was shown; else the words."""
    how = parse_way_to_decide(words)
    if how == (TOSS, ""):
        return TOSS
    return (
        default_decision(case, edition)
        if how == ("default", "")
        else find_decision(game, case, words.strip())
    )


def parse_way_to_decide(words: str) -> tuple[str | None, str]:
    """Read how a decision is made, in any language (a vote, a coin, the default), and what follows it."""
    first, _, rest = fold(words).strip().partition(" ")
    return words_for("deciding").get(first.casefold()), rest


def parse_setting(game: Game, words: str) -> str:
    """Give the way to set an option that words name in any language, as it is typed; else the words."""
    return _find_by_name(
        game, (way for option in game.ruleset.options for way in settings_of(game, option)), words
    )


def _find_by_name(game: Game, ways: Iterable[str], words: str) -> str:
    """Give the one way that is called so in any language; else the words."""
    said = signs_of(words)
    named = {way for way in ways if any(said == signs_of(name) for name in names_of(game, way))}
    return named.pop() if said and len(named) == 1 else words


def likely_settings(game: Game, words: str, case: Analysis | None = None) -> tuple[str, ...]:
    """List what words may mean, of the options they come nearest to: those in dispute, then the others.

    Every value of them is listed, the nearest first: what is denied is near, too. Words that fit many
    options equally well mean none of them.
    """
    near = nearest(index_of(game.id), words)
    shown = set() if case is None else {way.partition("=")[0] for way in decisions_named(case)}
    fits = {
        option: fit(game, option, words) for option in dict.fromkeys(way.partition("=")[0] for way in near)
    }
    least = LEAST_PAIRS if WIDE_SIGNS.search(words) else LEAST_WORDS
    enough = max(least, ALMOST * max(fits.values(), default=0))
    options = [option for option, share in fits.items() if share >= enough]
    if len(options) > MOST_OPTIONS:
        return ()
    options = sorted(options[:NEAR], key=lambda name: name not in shown)
    ways = (way for name in options for way in sorted(settings_of(game, name), key=place_in(near)))
    return tuple(ways)[:MOST_MEANT]


def fit(game: Game, option: str, words: str) -> float:
    """Measure how much of what is said one wording of an option has at the most: 0 to 1."""
    said = {*stems(words)}
    wordings = ({*stems(name)} for way in settings_of(game, option) for name in names_of(game, way))
    return max(sum(has_begun(word, all_of) for word in said) for all_of in wordings) / max(1, len(said))


def has_begun(word: str, words: set[str]) -> bool:
    """Whether a word is among some, or one of Latin letters begins one of them."""
    return word in words or (word.isascii() and any(each.startswith(word) for each in words))


def place_in(near: Sequence[str]) -> Callable[[str], int]:
    """Tell the place of a way among those that are near; behind them that of any other."""
    return lambda way: near.index(way) if way in near else len(near)


def settings_of(game: Game, option: str) -> Iterator[str]:
    """List the ways to set an option, as they are typed."""
    return (f"{option}={value}" for value in game.ruleset.options[option].values)


@lru_cache(maxsize=32)
def index_of(game: str) -> Connection:
    """Index what every way to play a game is called, and how people word it, one by one."""
    found = find_game(game)
    ways = (way for option in found.ruleset.options for way in settings_of(found, option))
    return full_text((way, "", name, "", "") for way in ways for name in names_of(found, way))


def names_of(game: Game, way: str) -> Iterator[str]:
    """List what a way to rule is called: as it is typed, in words of every language, as people word it."""
    yield way.replace("_", " ")
    option, equals, value = way.partition("=")
    for lang in LANGUAGES:
        yield decision_words(game.id, way, lang)
        if equals:
            yield value_words(game.id, option, value, lang)
        elif way.startswith(EDITION):
            yield edition_words(game.id, way.removeprefix(EDITION), lang)
        yield from worded.of(lang) if (worded := ruled_in(game.id).get(way)) else ()


def signs_of(text: str) -> frozenset[str]:
    """Take a sentence apart into what tells it from others: words, or of other scripts pairs of signs."""
    plain = fold(text).lower()
    words = {word.rstrip("s") for word in LATIN.findall(plain) if word not in FILLERS}
    pairs = {run[n : n + 2] for run in OTHER.findall(plain) for n in range(max(1, len(run) - 1))}
    return frozenset(words | pairs)
