"""`referee whatif`: the game as it would have gone. Nothing is written."""

from collections.abc import Iterator
from shlex import quote
from typing import Annotated, NamedTuple

import typer
from msgspec.structs import replace

from cli.output.disputes import same_winners
from cli.output.sentences import sentence
from cli.parameters import SourceArgument, Viewer, complete_options, parse_option
from cli.problems import NO, Problem, exit_code_of
from cli.session import Session
from cli.sources import Source, find_source
from cli.tables import get_seat
from events.base import Event
from events.table import HouseRuled
from referee.draw.width import in_columns
from referee.kernel.game import NotationError
from referee.kernel.table import TableState
from referee.kernel.verdict import Refused
from referee.l10n.messages import detail, fact_value
from referee.l10n.options import decision_words
from referee.languages import listed, trait
from referee.service.answers.verdicts import difference_words, make_refusal, make_what_if
from referee.service.logs.effective import EffectiveLog, NoSuchEntryError
from referee.service.logs.log_index import effective_log, secrets_of
from referee.service.logs.secrecy import LogSecrets, redact_log
from referee.service.logs.whatif import Difference, Outcome, acts, instead, observations, under

EXAMPLE = """\
referee whatif evening A1 launch to S3
referee whatif evening 2 A1 launch to S3
referee whatif evening --at 41 "B2 up to S3, steal from A1"
referee whatif evening --option tie_break=gem_value
referee whatif evening --exits left,right
referee whatif evening --at 52
"""

_MOST_OFFERED = 8
"""At most so many acts are listed to choose from, the last one first."""

_Entry = Annotated[
    int | None,
    typer.Option("--at", metavar="N", help="The entry that would have been otherwise; else the last act."),
]


def command(
    ctx: typer.Context,
    source: Annotated[str, SourceArgument],
    told: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[N] NOTATION...", help="What was done instead; before it how many acts back."
        ),
    ] = None,
    at: _Entry = None,
    option: Annotated[
        list[str] | None,
        typer.Option(
            metavar="K=V",
            autocompletion=complete_options,
            help="An option set otherwise: from the start, or from there on.",
        ),
    ] = None,
    exits: Annotated[
        str | None, typer.Option(metavar="left,right", help="Arms the discs took instead.")
    ] = None,
    seat: Viewer = None,
) -> None:
    """Show the game as it would have gone, as a difference."""
    session = ctx.ensure_object(Session)
    back, notation = _split_count(told or []) if at is None else (None, " ".join(told or ()) or None)
    changes = [*(option or ()), *(change for change in (exits, notation) if change is not None)]
    if len(changes) > 1:
        raise Problem("case.one_change", what=tuple(changes))
    found = find_source(session, source)
    secrets = secrets_of(found.log)
    whole = effective_log(found.log)
    if option is None and notation is not None and notation.partition("=")[0] in whole.game.ruleset.options:
        option, notation = [notation], None
    rule_option = option[0] if option else None
    seat = get_seat(found.label, whole.state(1), seat)
    timeline = redact_log(whole, secrets, seat)
    telling = _OutcomeWords(session, timeline, found, secrets, seat)
    if at is not None:
        seq = found.seq_of(at, timeline.actions[-1].end or 1) or at
    elif rule_option is not None and back is None:
        seq = 1
    else:
        seq = _find_entry_back(timeline, back, is_river=exits is not None)
    try:
        if rule_option is None and secrets.hides(seq, timeline.actions[timeline.index(seq)].event, seat):
            raise Problem("cli.still_secret", n=found.number_of(seq))
        imagining = _Imagining(session, timeline, secrets, seq, seat)
        outcomes = list(imagining.outcomes(notation, rule_option, exits))
    except NoSuchEntryError:
        raise Problem("case.not_in_force", f"referee log {quote(source)}", n=at) from None
    if not outcomes:
        raise typer.Exit(telling.offer(seq))
    if not changes and not session.as_json:
        raise typer.Exit(telling.side_by_side(seq, outcomes))
    raise typer.Exit(max(map(telling.report, outcomes)))


def _split_count(words: list[str]) -> tuple[int | None, str | None]:
    """Return how many acts back (None where no number comes first) and the notation (None where empty)."""
    first, *rest = words or [""]
    back = int(first[:18]) if first.isdecimal() else None
    return back, " ".join(words if back is None else rest) or None


def _find_entry_back(timeline: EffectiveLog, back: int | None, *, is_river: bool) -> int:
    """Return the entry of the `back`-th last act; with `is_river`, of the acts that say where discs went."""
    known = [act for act in acts(timeline) if not is_river or hasattr(act.event, "exits")]
    if not 1 <= (n := 1 if back is None else back) <= len(known):
        raise Problem("case.only_so_many", acts=n, had=len(known))
    return known[-n].seq or 1


class _Imagining(NamedTuple):
    """Imagines entry `seq` otherwise; of what follows only what `seat` may know (None: everybody) is used."""

    session: Session
    timeline: EffectiveLog
    secrets: LogSecrets
    seq: int
    seat: str | None

    def outcomes(
        self, notation: str | None, option: str | None, exits: str | None
    ) -> Iterator[Outcome | Refused]:
        """Yield the game with the change; without one, with each other event the table might have seen."""
        if option is None and self.timeline.index(self.seq) == 0:
            raise Problem("case.only_a_switch")
        if option is not None:
            yield under(self.timeline, self.seq, *parse_option(option), self.seat)
        elif exits is not None:
            yield self.instead(self.read(exits.replace(",", " ")))
        elif notation is not None:
            yield self.instead(self.read(notation))
        else:
            yield from map(self.instead, self.others())

    def others(self) -> list[Event]:
        """Return what else the table might have seen at that entry."""
        seen = self.timeline.actions[self.timeline.index(self.seq)].event
        return [event for event in observations(self.timeline, self.seq) if event != seen]

    def instead(self, event: Event) -> Outcome | Refused:
        """Return the game with another event there; raise Problem where that would reveal secret cards."""
        if self.secrets.would_reveal(self.seq, event, self.seat):
            raise Problem("cli.still_secret", n=self.seq)
        return instead(self.timeline, self.seq, event, self.seat)

    def read(self, notation: str) -> Event:
        """Return the act that a line means at that entry; raise Problem."""
        return _parse_act(self.session, self.timeline, self.seq, notation)


def _parse_act(session: Session, timeline: EffectiveLog, seq: int, notation: str) -> Event:
    """Return the act that a line means at the moment before entry `seq`; raise Problem."""
    try:
        return session.parse(timeline.before(seq), notation)
    except NotationError as error:
        why = session.say(error.reason, **error.args_)
        raise Problem("cli.not_understood", why=why) from None


class _OutcomeWords(NamedTuple):
    """Prints outcomes for `seat` (None: everybody)."""

    session: Session
    timeline: EffectiveLog
    found: Source
    secrets: LogSecrets
    seat: str | None

    def words(self, seq: int) -> str:
        """Return the sentence of entry `seq`, without a full stop; past the end, of the last entry."""
        seq = min(seq, self.timeline.actions[-1].end or seq)
        told, state = self.timeline.actions[self.timeline.index(seq)], None
        if self.timeline.index(seq):
            state = self.timeline.before(seq)
        events = (told.event, *told.consequences)
        n = seq - (told.seq or seq)
        for event in events[:n]:
            state = self.timeline.game.evolve(state, event)
        return sentence(self.session, state, self.secrets.redact(seq, events[n], self.seat)).rstrip(".。")

    def offer(self, seq: int) -> int:
        """Print that no other observation was possible there, and the last acts to choose from instead.

        Returns the exit code; with --json, raises Problem.
        """
        if self.session.as_json:
            hint = f"referee whatif {quote(self.found.label)} --at {self.found.number_of(seq)} NOTATION"
            raise Problem("case.no_other_observation", hint, NO, what=self.words(seq))
        say, tell = self.session.say, self.session.tell
        tell(say("case.no_other_observation", what=self.words(seq)))
        last = acts(self.timeline)[: -_MOST_OFFERED - 1 : -1]
        if last:
            tell(say("case.acts_back", line=f"referee whatif {quote(self.found.label)} 2"))
            for n, told in enumerate(last, 1):
                tell(f"{n:>3}  {self.words(told.seq or 1)}")
        return 1

    def report(self, outcome: Outcome | Refused) -> int:
        """Print one outcome, or why it is refused; return the exit code."""
        session = self.session
        if isinstance(outcome, Refused):
            message = session.say(outcome.reason, names=self.timeline.state(1).names, **outcome.args)
            if session.as_json:
                session.emit(make_refusal(outcome, {}, session.lang))
            else:
                hint = f"referee rule {outcome.rules[0]}" if outcome.rules else "referee whatif --help"
                session.tell(" ".join([*outcome.rules, message]))
                session.tell(session.say("cli.help", hint=hint))
            return exit_code_of(outcome)
        if session.as_json:
            session.emit(make_what_if(outcome, self.found.number_of))
        else:
            print("\n".join(self.lines(outcome)))
        return 0

    def side_by_side(self, seq: int, outcomes: list[Outcome | Refused]) -> int:
        """Print a table of all outcomes, equal ones together, then those that matter.

        Return the exit code.
        """
        found = [outcome for outcome in outcomes if not isinstance(outcome, Refused)]
        if not found:
            return self.offer(seq)
        seen = self.timeline.actions[self.timeline.index(seq)].event
        before = self.timeline.before(seq) if self.timeline.index(seq) else None
        names, was = found[0].state.names, found[0].winners_before
        rows = [[self.session.say("case.column." + name) for name in ("seen", "facts", "won")]]
        as_it_was = self.session.say("case.as_it_was")
        rows.append([self.session.notate(before, seen), as_it_was, _people(was, names, self.session.lang)])
        groups = _group_alike(found)
        for outcome, *others in groups:
            rows.append([*self.row(before, outcome), self.won(outcome, names)])
            rows += [["  " + self.also(before, other), "", ""] for other in others]
        print("\n".join(in_columns(rows)))
        for outcome, *others in groups:
            if outcome.first_change is not None and _matters(outcome):
                print("\n" + "\n".join(self.lines(outcome, len(others))))
        return 0

    def also(self, before: TableState | None, outcome: Outcome) -> str:
        """Return that another change would have had the same outcome."""
        return self.session.say("case.or_else", what=self.session.notate(before, outcome.change))

    def row(self, before: TableState | None, outcome: Outcome) -> list[str]:
        """Return the change as notation, and how many facts and scores differ."""
        facts = str(len(outcome.differences) + len(outcome.scores))
        return [self.session.notate(before, outcome.change), facts]

    def won(self, outcome: Outcome, names: dict[str, str]) -> str:
        """Return who would have won, or that the game could not go on."""
        if outcome.stuck is not None:
            return self.session.say("case.breaks_off")
        return _people(outcome.winners_after, names, self.session.lang)

    def lines(self, outcome: Outcome, others: int = 0) -> list[str]:
        """Return an outcome: the change, from where on it matters, the facts that differ, who wins.

        `others` is how many more changes would have come to the same.
        """
        session, number = self.session, self.found.number_of
        names = outcome.state.names
        change = self.change(outcome)
        change = session.say("case.and_alike", what=change, n=others) if others else change
        lines = [session.say(self.how_changed(outcome), what=self.words(outcome.at), change=change)]
        if outcome.first_change is None:
            return [*lines, "  " + session.say("case.no_difference")]
        first = outcome.first_change
        if first != outcome.at:
            lines.append("  " + session.say("case.first_change", what=self.words(first), n=number(first)))
        if outcome.why is not None and outcome.stuck is not None:
            why = session.say(outcome.why.reason, names=names, **outcome.why.args)
            rules = " ".join(outcome.why.rules)
            what, n = self.words(outcome.stuck), number(outcome.stuck)
            lines.append("  " + session.say("case.stuck", what=what, n=n, rules=rules, why=why))
        lines += ["    " + line for line in difference_words(outcome.state, outcome, session.lang)]
        if not _matters(outcome):
            plain = (d for d in outcome.reads if _is_plain(d.was) and _is_plain(d.would_be))
            lines += ["    " + self.field(d, names) for d in plain]
            lines.append("  " + session.say("case.that_entry_alone"))
        return [*lines, *("  " + line for line in _winners(session, outcome, names))]

    def field(self, difference: Difference, names: dict[str, str]) -> str:
        """Return a field of an entry as it was and as it would have been."""
        game, lang = self.timeline.game.id, self.session.lang
        was, would = (
            fact_value(difference.fact, value, lang, game, names)
            for value in (difference.was, difference.would_be)
        )
        return f"{detail(difference.fact, lang, game)}{trait(lang, 'colon')}{was} → {would}"

    def how_changed(self, outcome: Outcome) -> str:
        """Return the id of the message: an option changed from somewhere on, or another act."""
        if not isinstance(outcome.change, HouseRuled):
            return "case.if"
        return "case.if_from" if self.timeline.index(outcome.at) else "case.if_always"

    def change(self, outcome: Outcome) -> str:
        """Return the change: an option in words, everything else as people type it."""
        event = outcome.change
        if isinstance(event, HouseRuled):
            typed = f"{event.option}={event.value}"
            words = decision_words(self.timeline.game.id, typed, self.session.lang)
            return self.session.say("case.with_id", what=words, id=typed)
        before = self.timeline.before(outcome.at) if self.timeline.index(outcome.at) else None
        return self.session.notate(before, event)


def _matters(outcome: Outcome) -> bool:
    """Return whether more than the wording of entries would differ."""
    is_won_otherwise = outcome.winners_before != outcome.winners_after
    return bool(outcome.differences or outcome.scores or outcome.why or is_won_otherwise)


def _group_alike(outcomes: list[Outcome]) -> list[list[Outcome]]:
    """Return groups of outcomes that differ in nothing but the change."""
    groups: dict[tuple[str, str], list[Outcome]] = {}
    for outcome in outcomes:
        key = repr(replace(make_what_if(outcome), change={}, reads=()))
        groups.setdefault((key, repr(outcome.why)), []).append(outcome)
    return list(groups.values())


def _people(seats: tuple[str, ...] | None, names: dict[str, str], lang: str) -> str:
    """Return who won by name, a dash for nobody."""
    return listed((names.get(seat) or seat for seat in seats or ()), lang) or "–"


def _is_plain(value: object) -> bool:
    """Return whether a value holds no objects, so that people can read it."""
    return all(map(_is_plain, value)) if isinstance(value, (list, tuple)) else not isinstance(value, dict)


def _winners(session: Session, outcome: Outcome, names: dict[str, str]) -> list[str]:
    """Return who won and who would have won; empty where the game could not go on."""
    was, would = outcome.winners_before, outcome.winners_after
    if was == would or would is None:
        return same_winners(session, outcome, names)
    return [session.say("case.other_winners", was=was or ("–",), would=would or ("–",), names=names)]
