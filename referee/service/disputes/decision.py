"""A decision on a dispute: what words mean, what it rests on, and votes counted or a coin tossed for it."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from secrets import choice
from sqlite3 import Connection
from typing import NamedTuple, cast

import msgspec

from events.stores.protocol import ServedStore
from referee.kernel.folding import fold, lower, simplify
from referee.kernel.game import Game
from referee.kernel.registry import find_game
from referee.kernel.shared import TALK
from referee.kernel.verdict import Refused
from referee.l10n import say
from referee.l10n.catalogs import edition_words, value_words
from referee.l10n.options import decision_words, ruling_words
from referee.languages import LANGUAGES, words_for
from referee.rulebooks import find_rule
from referee.rulebooks.search import full_text, nearest, ruled_in, stems
from referee.rulebooks.thesaurus import WIDE_SIGNS
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
from referee.service.logs.effective import EffectiveLog
from referee.service.tables.table import Table

TOSS = "toss"
"""The vote that leaves it to a coin, or to a lot where there are more than two ways."""

_ID = re.compile(r"[0-9]+|[a-z0-9]+(_[a-z0-9]+)+|[A-Za-z]\w*\s*=.*", re.ASCII | re.DOTALL)
"""The shape of a number or a name: of an option, of a value or of a way to rule, but never of a sentence."""

_WORD = re.compile(r"\w+", re.ASCII)
"""A single word, which in a vote names a way to rule or nothing."""


def judge_decision(analysis: Analysis, decision: str, *, is_vote: bool = False) -> Refused | None:
    """Return why a decision is refused that looks like a name and names nothing; own words are free.

    Of a vote (`is_vote`) a single word counts as a name, too. None: allowed.

    Rules: TAB-DISP-02
    """
    is_shown = bool(readings_chosen(analysis, decision)) or decision in analysis.rules
    reserved = {STANDS, DOES_NOT_STAND, EDITION.strip()}
    named = decision in reserved or _ID.fullmatch(decision) or decision.startswith(EDITION)
    if is_shown or not (named or not decision.strip() or (is_vote and _WORD.fullmatch(decision))):
        return None
    return Refused(
        "ruling.names_nothing", ("TAB-DISP-02",), {"decision": decision, "known": _decisions_named(analysis)}
    )


def _decisions_named(analysis: Analysis) -> tuple[str, ...]:
    """Return what a decision may name: each reading, and each edition that has one."""
    editions = (edition for one in analysis.readings for edition in one.editions)
    return tuple(dict.fromkeys((*decisions_of(analysis), *(EDITION + edition for edition in editions))))


class Count(msgspec.Struct, frozen=True):
    """The votes on a decision: who is for it, who is not, who did not vote."""

    decision: str
    for_it: tuple[str, ...]
    against: tuple[str, ...]
    absent: tuple[str, ...]

    @property
    def of(self) -> int:
        """Return the number of seats."""
        return len((*self.for_it, *self.against, *self.absent))

    @property
    def decides(self) -> bool:
        """Return whether more than half of all the seats are for it: who did not vote counts as a seat.

        Rules: TAB-DISP-02
        """
        return len(self.for_it) * 2 > self.of


def count_votes(votes: Mapping[str, str], seats: Sequence[str]) -> Count:
    """Count the votes for the decision that has the most, the first of equals; there is one vote at least."""
    ((most, _),) = Counter(votes[seat] for seat in seats if seat in votes).most_common(1)
    return Count(
        most,
        tuple(seat for seat in seats if votes.get(seat) == most),
        tuple(seat for seat in seats if votes.get(seat, most) != most),
        tuple(seat for seat in seats if seat not in votes),
    )


def read_votes(table: Table, dispute: str) -> dict[str, str]:
    """Read the votes on a dispute so far, by seat.

    Each is a note of its own beside the log until the dispute is settled, so that votes cast at the same
    moment do not overwrite one another.
    """
    store = cast("ServedStore", table.store)
    body = store.noted(table.name, _topic_of_votes(dispute))  # as they were kept before, all together
    together = msgspec.json.decode(body, type=dict[str, str]) if body else {}
    notes = ((seat, store.noted(table.name, _topic_of_vote(dispute, seat))) for seat in table.state.seats)
    return {**together, **{seat: said for seat, said in notes if said is not None}}


def write_votes(table: Table, dispute: str, votes: Mapping[str, str | None]) -> None:
    """Store votes on a dispute, by seat; None takes one back."""
    for seat, said in votes.items():
        cast("ServedStore", table.store).note(table.name, _topic_of_vote(dispute, seat), said)


def delete_votes(table: Table, dispute: str) -> None:
    """Delete the votes on a dispute: it is settled, or another one has its name."""
    store = cast("ServedStore", table.store)
    for topic in (_topic_of_votes(dispute), *(_topic_of_vote(dispute, seat) for seat in table.state.seats)):
        if store.noted(table.name, topic) is not None:
            store.note(table.name, topic, None)


def _topic_of_votes(dispute: str) -> str:
    """Return the note that held all votes on a dispute in older versions."""
    return f"votes {dispute}"


def _topic_of_vote(dispute: str, seat: str) -> str:
    return f"vote {dispute} {seat}"


def settled_before(timeline: EffectiveLog, analysis: Analysis) -> RecordedDispute | None:
    """Return the last ruling about the same act on the same topic; None where there is none."""
    same = (
        one
        for one in disputes_of(timeline)
        if one.ruling is not None
        and one.opened.topic == (analysis.topic or "")
        and _is_about(timeline, one, analysis)
    )
    return max(same, key=lambda one: one.seq, default=None)


def _is_about(timeline: EffectiveLog, one: RecordedDispute, analysis: Analysis) -> bool:
    """Return whether a dispute asked about what an analysis is about.

    Of an act that stands in no log: the dispute names the same act, and nothing but talk came since. Of an
    entry: it is the disputed one, or the disputed act was recorded as it, first after the ruling but talk.
    """
    named = read_disputed_act(timeline.game, one.opened)
    since = [told for told in timeline.actions if one.opened.at < (told.seq or 0) <= analysis.at]
    done = [told.event for told in since if not isinstance(told.event, TALK)]
    if analysis.act is not None:
        return named == analysis.act and not done
    own = timeline.actions[timeline.index(analysis.at)]
    is_own = (own.seq or 0) <= one.opened.at <= (own.end or 0)
    return is_own if named is None else done == [own.event] == [named]


def readings_chosen(analysis: Analysis, decision: str) -> tuple[Reading, ...]:
    """Return the readings that a decision names: one, or all of `edition NAME`; none for words."""
    if decision.startswith(EDITION):
        return tuple(p for p in analysis.readings if decision.removeprefix(EDITION) in p.editions)
    return tuple(p for p in analysis.readings if p.decision == decision)


def decisions_of(analysis: Analysis) -> tuple[str, ...]:
    """Return the decisions a vote or a coin can choose from."""
    return tuple(p.decision for p in analysis.readings)


def default_reading(analysis: Analysis, edition: str) -> Reading | None:
    """Return the reading of the table's edition on the first option that bears on it, or None."""
    return next((p for p in analysis.readings if edition in p.editions), None)


def default_decision(analysis: Analysis, edition: str) -> str:
    """Return the referee's default as a decision: what the table's edition says, else STANDS."""
    return EDITION + edition if default_reading(analysis, edition) is not None else STANDS


def basis_of(analysis: Analysis, decision: str) -> str:
    """Return what a decision rests on: `rulebook`, `edition`, or `table` (its own will)."""
    chosen = readings_chosen(analysis, decision)
    if chosen and all(p.editions for p in chosen):
        return "edition"
    return "rulebook" if decision in analysis.rules or (decision == STANDS and analysis.rules) else "table"


def is_against(game: Game, decision: str) -> bool:
    """Return whether a decision contradicts the referee without setting an option that would carry it out.

    A note in brackets after the decision is ignored.
    """
    made = decision.partition(" (")[0]
    return made == DOES_NOT_STAND or not is_way(game, made)


def is_way(game: Game, decision: str) -> bool:
    """Return whether a decision names a way to play: STANDS, an option's value, an edition, or a rule."""
    if decision.startswith(EDITION):
        return decision.removeprefix(EDITION) in game.ruleset.editions
    option, equals, value = decision.partition("=")
    if equals and option in game.ruleset.options:
        return game.ruleset.options[option].read(value) is not None
    return decision == STANDS or find_rule(decision) is not None


class Decision(NamedTuple):
    """How a table decided: the words, what they rest on (as of `basis_of`), and a note how it came about."""

    words: str
    basis: str
    note: str = ""


_Pick = Callable[[Sequence[str]], str]
"""Chooses one of several, by chance."""


def judge_vote(timeline: EffectiveLog, analysis: Analysis, decision: str, lang: str) -> Refused | None:
    """Return why a vote is refused: it names nothing, or is for a coin where the same was settled before.

    Rules: TAB-DISP-02
    """
    if decision != TOSS:
        return judge_decision(analysis, decision, is_vote=True)
    before = settled_before(timeline, analysis)
    if before is None or before.ruling is None:
        return None
    words = ruling_words(timeline.game.id, before.ruling.decision, lang)
    told = {"dispute": before.opened.id, "decision": words}
    return Refused("ruling.settled_already", ("TAB-DISP-02",), told)


def decide_by_lot(game: Game, analysis: Analysis, lang: str, pick: _Pick = choice) -> Decision:
    """Return one of the readings, which `pick` chooses by chance, with a note that says so."""
    ways = decisions_of(analysis)
    decision, words = pick(ways), tuple(decision_words(game.id, way, lang) for way in ways)
    note = say("ruling.coin" if len(ways) == 2 else "ruling.lot", lang, ways=words)
    return Decision(decision, basis_of(analysis, decision), note)


def decide_by_vote(
    game: Game, analysis: Analysis, counted: Count, names: Mapping[str, str], lang: str
) -> Decision:
    """Return what a vote decided, with a note how; a coin is tossed where the vote was for one."""
    if counted.decision == TOSS:
        return decide_by_lot(game, analysis, lang)
    told = {"n": len(counted.for_it), "of": counted.of, "seats": counted.for_it, "absent": counted.absent}
    note = say("ruling.voted_absent" if counted.absent else "case.voted", lang, names=names, **told)
    return Decision(counted.decision, basis_of(analysis, counted.decision), note)


_FILLERS = {"the", "a", "an", "it", "is", "are", "they", "we", "as", "to", "of", "by", "so"}
"""Words of English that tell no ruling from another."""

_LATIN = re.compile(r"[a-z0-9]+")
_OTHER = re.compile(r"[^\W\da-z_]+")

_NEAR = 2
"""So many options are what words may mean."""

_ALMOST = 0.6
"""An option that fits this much less than the best is none that is meant."""

LEAST_WORDS, LEAST_PAIRS = 0.3, 0.15
"""So much of what is said one wording of an option has to have: of words, of pairs of signs."""

MOST_OPTIONS = 4
"""Words that fit more options than these tell none from another."""

_MOST_MEANT = 5
"""So many ways of them are listed at most."""


def find_decision(game: Game, analysis: Analysis, words: str) -> str:
    """Return the decision that words name, by its number or in any language; else the words."""
    if words in _decisions_named(analysis):
        return words
    if words.isdecimal():
        return dict(enumerate(decisions_of(analysis), 1)).get(int(words[:4]), words)
    return _find_by_name(game, _decisions_named(analysis), words)


def parse_decision(game: Game, analysis: Analysis, edition: str, words: str) -> str:
    """Return the decision that words mean: a coin, the default, a reading that was shown; else the words."""
    how = parse_way_to_decide(words)
    if how == (TOSS, ""):
        return TOSS
    return (
        default_decision(analysis, edition)
        if how == ("default", "")
        else find_decision(game, analysis, words.strip())
    )


def parse_way_to_decide(words: str) -> tuple[str | None, str]:
    """Return how a decision is made (`vote`, TOSS, `default` or None), in any language, and the rest."""
    first, _, rest = fold(words).strip().partition(" ")
    return words_for("deciding").get(first.casefold()), rest


def parse_setting(game: Game, words: str) -> str:
    """Return `OPTION=VALUE` for words that name it in any language; else the words."""
    return _find_by_name(
        game, (way for option in game.ruleset.options for way in _settings_of(game, option)), words
    )


def _find_by_name(game: Game, ways: Iterable[str], words: str) -> str:
    """Return the one of `ways` that is called so in any language; else the words."""
    said = signs_of(words)
    named = {way for way in ways if any(said == signs_of(name) for name in _names_of(game, way))}
    return named.pop() if said and len(named) == 1 else words


def likely_settings(game: Game, words: str, analysis: Analysis | None = None) -> tuple[str, ...]:
    """Return the ways to set options (`OPTION=VALUE`) that words may mean, at most `_MOST_MEANT`.

    Options that are in dispute by `analysis` (None: none are) come first. Every value of an option is listed,
    the nearest first, as words that deny a value are near it, too. Empty for words that fit more than
    `MOST_OPTIONS` options equally well.
    """
    near = nearest(_index_of(game.id), simplify(words))
    shown = set() if analysis is None else {way.partition("=")[0] for way in _decisions_named(analysis)}
    fits = {
        option: _fit(game, option, words) for option in dict.fromkeys(way.partition("=")[0] for way in near)
    }
    least = LEAST_PAIRS if WIDE_SIGNS.search(words) else LEAST_WORDS
    enough = max(least, _ALMOST * max(fits.values(), default=0))
    options = [option for option, share in fits.items() if share >= enough]
    if len(options) > MOST_OPTIONS:
        return ()
    options = sorted(options[:_NEAR], key=lambda name: name not in shown)

    def place(way: str) -> int:
        return near.index(way) if way in near else len(near)

    ways = (way for name in options for way in sorted(_settings_of(game, name), key=place))
    return tuple(ways)[:_MOST_MEANT]


def _fit(game: Game, option: str, words: str) -> float:
    """Return which share of the words, from 0 to 1, stands in the wording of an option that fits best."""
    said = {*stems(simplify(words))}
    wordings = (
        {*stems(simplify(name))} for way in _settings_of(game, option) for name in _names_of(game, way)
    )
    return max(sum(_has_begun(word, all_of) for word in said) for all_of in wordings) / max(1, len(said))


def _has_begun(word: str, words: set[str]) -> bool:
    """Return whether a word is among `words`, or (in ASCII) is the beginning of one of them."""
    return word in words or (word.isascii() and any(each.startswith(word) for each in words))


def _settings_of(game: Game, option: str) -> Iterator[str]:
    """Return the ways to set an option, as they are typed."""
    return (f"{option}={value}" for value in game.ruleset.options[option].values)


@lru_cache(maxsize=32)
def _index_of(game: str) -> Connection:
    """Return a full-text index of what every way to play a game is called; cached by game."""
    found = find_game(game)
    ways = (way for option in found.ruleset.options for way in _settings_of(found, option))
    return full_text((way, "", simplify(name), "", "") for way in ways for name in _names_of(found, way))


def _names_of(game: Game, way: str) -> Iterator[str]:
    """Yield what a way to play is called: as it is typed, in each language, and as its rulings word it."""
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
    """Return what a text is compared by: its words, or in scripts without blanks its pairs of signs."""
    plain = lower(fold(text))
    words = {word.rstrip("s") for word in _LATIN.findall(plain) if word not in _FILLERS}
    pairs = {run[n : n + 2] for run in _OTHER.findall(plain) for n in range(max(1, len(run) - 1))}
    return frozenset(words | pairs)
