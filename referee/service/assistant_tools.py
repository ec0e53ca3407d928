"""What an assistant may ask the referee: tools, each with arguments, an answer, and when to use it."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType, structs

from events.base import type_of
from events.codec import MalformedError
from referee.kernel.acts import Act
from referee.kernel.game import Game, NotationError
from referee.kernel.registry import UnknownGameError, all_games, codec_for, find_game
from referee.kernel.ruleset import Plain
from referee.kernel.verdict import Refused
from referee.kernel.vocabulary import explain, explain_request, is_shared
from referee.l10n import LANGUAGES, say
from referee.l10n.catalogs import game_called
from referee.l10n.options import with_books
from referee.l10n.wording import typed_line
from referee.languages import Texts, language_of
from referee.rulebooks import Rule, find_rule, source_of
from referee.rulebooks.rulings import Ruling, all_rulings
from referee.rulebooks.search import find_answers
from referee.service.answers import Answer, EventJson, event_json
from referee.service.answers.asking import QuestionAnswered, make_question_answered
from referee.service.answers.catching_up import WorkedOut, make_found, make_worked_out
from referee.service.answers.tables import GameListed, make_game_listed
from referee.service.answers.verdicts import (
    Failed,
    PartTold,
    Refusal,
    RuleTold,
    RulingTold,
    make_refusal,
    make_rule,
)
from referee.service.ask.address import write_address
from referee.service.ask.ask import ask
from referee.service.ask.asked import Asked
from referee.service.ask.layout import lay_out
from referee.service.ask.words import NotUnderstoodError, read_asked
from referee.service.catch_up.catch_up import CaughtUp, ask_or_explain, work_out
from referee.service.catch_up.reading import answers_in, explain_facts, facts_in, read_told
from referee.service.files.examples import Example, example_of

INSTRUCTIONS = f"""\
The referee knows the rules of some board games (see the tool `games`), with the place in the printed
rulebook each rule comes from, how sure it is, and how editions differ. Before you answer a question about
the rules of one of these games, ask it, and answer from what it returns: do not answer from memory, and do
not fill gaps.

"May I do this here?", "what happens then?", "who wins?": `ask`. "What can I do here?": `legal`. "We played
on: what happened?": `catch_up`. "What do the rules say about …?": `search`, then `rule` for one of them.
"Has this been decided before?": `rulings`.

Cite rules by their id and their source. The confidence of a rule is `stated` (the book says so), `derived`
(it follows from what the book says) or `house` (the book is silent, and this is only how the referee plays
it): say which. A verdict `not_written` means that the book does not say: tell people so, and that they may
agree on either; never invent a rule. A verdict `depends` means that a fact nobody told decides: ask people
for it, or give the answer for each case.

Answers are in {", ".join(LANGUAGES)}: pass the language people speak as `lang`."""


Lang = Annotated[str, Meta(description=f"The language of the answer: {', '.join(LANGUAGES)}.")]
_Game = Annotated[str, Meta(description="The id of a game, as `games` lists it, or its name.")]
_Most = Annotated[int, Meta(ge=1, le=50, description="How many to list at most.")]


_Said = Annotated[
    tuple[str, ...],
    Meta(description="Facts and acts in people's words, one each, beside those of `facts` and `acts`."),
]


class _Arguments(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    lang: Lang = ""


class GamesArguments(_Arguments, frozen=True, kw_only=True):
    """Which games to list; empty: all of them, without their events and facts."""

    game: _Game = ""


class RuleArguments(_Arguments, frozen=True, kw_only=True):
    """Which rule to explain."""

    id: Annotated[str, Meta(description="The id of a rule, such as NIA-MOVE-03.")]


class SearchArguments(_Arguments, frozen=True, kw_only=True):
    """What to search for; `game` empty: in the rules of every game."""

    text: Annotated[str, Meta(description="What people ask, in their own words and language.")]
    game: _Game = ""
    most: _Most = 5


class RulingsArguments(_Arguments, frozen=True, kw_only=True):
    """Which rulings to list: those that fit all of what is given; of every game where nothing is."""

    game: _Game = ""
    rule: Annotated[str, Meta(description="The id of a rule they apply.")] = ""
    text: Annotated[str, Meta(description="What was asked, in people's own words.")] = ""
    most: _Most = 10


class AskArguments(Asked, frozen=True, kw_only=True):
    __doc__ = Asked.__doc__  # the schema shows it

    said: _Said = ()
    lang: Lang = ""


class LegalArguments(_Arguments, frozen=True, kw_only=True):
    """A position, told as in `ask`.

    `edition` and `options` left out are those a table opens with; `seats` play in turn order: left out, as
    many as it takes.
    """

    game: _Game
    edition: str = ""
    options: dict[str, Plain] = {}
    seats: tuple[str, ...] = ()
    facts: dict[str, Any] = {}
    said: _Said = ()


class CatchUpArguments(_Arguments, frozen=True, kw_only=True):
    """A position as it was (`facts`, `said`, then `acts`), and as it is now (`now`, `now_said`).

    `edition`, `options` and `seats` as in `legal`; `answers` to questions of earlier answers, by `path`.
    """

    game: _Game
    edition: str = ""
    options: dict[str, Plain] = {}
    seats: tuple[str, ...] = ()
    facts: dict[str, Any] = {}
    said: _Said = ()
    acts: tuple[dict[str, Any], ...] = ()
    now: Annotated[
        dict[str, Any], Meta(description="How it stands now: facts as in `ask`, or by paths.")
    ] = {}
    now_said: Annotated[
        tuple[str, ...], Meta(description="The same in people's words, one fact or several each.")
    ] = ()
    answers: dict[str, Any] = {}


class ActTold(Answer, frozen=True, kw_only=True):
    """What a seat does, or the table shows: an `example` as an event, and the `line` people say for it."""

    type: str
    kind: Literal["action", "observation"]
    example: EventJson | None
    line: str | None


class GamesTold(Answer, frozen=True, kw_only=True):
    """Games; of one that was named also its acts, and the JSON Schema of facts and acts.

    `schema` is that of the facts of a position; in its `$defs` are the acts, too.
    """

    games: tuple[GameListed, ...]
    acts: tuple[ActTold, ...] | UnsetType = UNSET
    schema: dict[str, Any] | UnsetType = UNSET


class RulingFound(RulingTold, frozen=True, kw_only=True):
    """A ruling: of which game, how sure, where it is written, and which sources disagree."""

    game: str
    confidence: str
    sources: tuple[str, ...]
    disagree: str | None


class RuleFound(Answer, frozen=True, kw_only=True):
    """A rule, in parts where some are surer than others; the tool `rule` has all of it."""

    id: str
    title: str
    parts: tuple[PartTold, ...]


class AnswerFound(Answer, frozen=True, kw_only=True):
    """What answers a text: a rule; or a ruling, and the rule that decides it."""

    rule: RuleFound
    ruling: RulingFound | None


class Found(Answer, frozen=True, kw_only=True):
    """What answers a text, the best first."""

    answers: tuple[AnswerFound, ...]


class RulingsFound(Answer, frozen=True, kw_only=True):
    """Rulings; `left_out` are so many more."""

    rulings: tuple[RulingFound, ...]
    left_out: int


class Tool(msgspec.Struct, frozen=True, kw_only=True):
    """A tool: `description` tells a language model when to use it and what its answer means."""

    name: str
    title: str
    description: str
    arguments: type[msgspec.Struct]
    answer: type[Answer]
    call: Callable[[Any, str], Answer]


_MOST_FOUND = 200
"""So many rules and rulings are looked through for those rulings that come near to a text."""

_MOST_EXPECTED = 20
"""So much is named that could stand where a line makes no sense any more."""


class _WrongCallError(Exception):
    """A call cannot be read, or names what is not there: a message id with arguments, a tool that helps."""

    def __init__(self, message_id: str, hint: str, **args: object) -> None:
        super().__init__(message_id)
        self.message_id, self.hint, self.args_ = message_id, hint, args


def call_tool(tool: Tool, arguments: Mapping[str, Any], lang: str) -> Answer:
    """Return the answer of a tool; a Failed or a Refusal where it cannot be called so.

    `lang` is the language of the answer where the arguments name none.
    """
    try:
        read: Any = msgspec.convert(arguments, tool.arguments)
    except msgspec.ValidationError as error:
        wrong = explain_request(tool.arguments, dict(arguments), str(error), tool.name)
        why = {"what": str(error) if wrong is None else wrong}
        return _fail("web.asked_wrongly", tool.name, lang, **why)
    if read.lang and language_of(read.lang) is None:
        return _fail("cli.usage.language", tool.name, lang, asked=read.lang, known=LANGUAGES)
    lang = language_of(read.lang) or lang
    try:
        return tool.call(read, lang)
    except _WrongCallError as error:
        return _fail(error.message_id, error.hint, lang, **error.args_)


def _fail(message_id: str, hint: str, lang: str, **args: object) -> Failed:
    return Failed(message=say(message_id, lang, **args), error=message_id, hint=hint)


def _get_game(game: str) -> Game:
    try:
        return find_game(game_called(game) or game)
    except UnknownGameError:
        raise _WrongCallError("cli.unknown_game", "games", game=game, known=all_games()) from None


def _get_rule(id: str) -> Rule:
    rule = find_rule(id)
    if rule is None:
        raise _WrongCallError("cli.unknown_rule", "search", id=id)
    return rule


def _list_games(asked: GamesArguments, lang: str) -> GamesTold:
    if not asked.game:
        return GamesTold(games=tuple(make_game_listed(find_game(each), lang) for each in all_games()))
    game = _get_game(asked.game)
    acts = _acts_of(game)
    (facts, *_), parts = msgspec.json.schema_components((game.facts.kind, *(act.event for act in acts)))
    return GamesTold(
        games=(make_game_listed(game, lang),),
        acts=tuple(_make_act(game, act, lang) for act in acts),
        schema={**facts, "$defs": parts},
    )


def _acts_of(game: Game) -> tuple[Act, ...]:
    """Return the acts of the game itself, one for each type of event."""
    return tuple({act.event: act for act in game.acts if not is_shared(act.event)}.values())


@cache
def _example_of(game: Game, type: str) -> Example | None:
    return example_of(game, type)


def _make_act(game: Game, act: Act, lang: str) -> ActTold:
    example = _example_of(game, type_of(act.event))
    return ActTold(
        type=type_of(act.event),
        kind="observation" if act.when.by_table else "action",
        example=None if example is None else event_json(example.event),
        line=None if example is None else typed_line(example.state, example.event, lang),
    )


def _explain_rule(asked: RuleArguments, lang: str) -> RuleTold:
    return make_rule(_get_rule(asked.id), lang)


def _search(asked: SearchArguments, lang: str) -> Found:
    game = _get_game(asked.game).id if asked.game else None
    found = find_answers(asked.text, lang, game, asked.most)
    return Found(
        answers=tuple(
            AnswerFound(
                rule=_make_rule_found(each.rules[0], lang),
                ruling=None if each.ruling is None else _make_ruling(each.ruling, lang),
            )
            for each in found
        )
    )


def _make_rule_found(rule: Rule, lang: str) -> RuleFound:
    made = make_rule(rule, lang)
    return RuleFound(id=made.id, title=made.title, parts=made.parts)


def _list_rulings(asked: RulingsArguments, lang: str) -> RulingsFound:
    game = _get_game(asked.game).id if asked.game else None
    rule = _get_rule(asked.rule).id if asked.rule else None
    near = (each.ruling for each in find_answers(asked.text, lang, game, _MOST_FOUND))
    found = [
        each
        for each in (near if asked.text else all_rulings())
        if each is not None and game in {None, each.game} and (rule is None or rule in each.rules)
    ]
    return RulingsFound(
        rulings=tuple(_make_ruling(each, lang) for each in found[: asked.most]),
        left_out=max(0, len(found) - asked.most),
    )


def _make_ruling(ruling: Ruling, lang: str) -> RulingFound:
    def of_book(texts: Texts) -> str:
        return with_books(ruling.game, texts.of(lang), lang)

    return RulingFound(
        name=ruling.name,
        title=of_book(ruling.title),
        question=of_book(ruling.question),
        answer=of_book(ruling.answer),
        rules=ruling.rules,
        game=ruling.game,
        confidence=ruling.confidence,
        sources=tuple(source_of(ruling.game, each, lang) for each in ruling.sources),
        disagree=None if ruling.disagree is None else of_book(ruling.disagree),
    )


def _ask(asked: AskArguments, lang: str) -> QuestionAnswered | Refusal:
    game = _get_game(asked.game)
    read = _read(game, asked, lang)
    if isinstance(read, Refused):
        return make_refusal(read, {}, lang)
    try:
        found = ask(read)
    except MalformedError:
        raise _explain_malformed(game, asked) from None
    if isinstance(found, Refused):
        return make_refusal(found, {}, lang)
    return make_question_answered(found, lang, write_address(read))


def _read(game: Game, asked: AskArguments, lang: str) -> Asked | Refused:
    """Return what is asked with what was said in words; refused where no table opens so."""
    told = {name: getattr(asked, name) for name in Asked.__struct_fields__} | {"game": game.id}
    try:
        return read_asked(Asked(**told), asked.said, lang)
    except NotUnderstoodError as problem:
        why = say(problem.reason, lang, **problem.args_)
        expected = problem.expected[:_MOST_EXPECTED]
        raise _WrongCallError(
            "cli.not_understood_expected" if expected else "cli.not_understood",
            "games",
            why=say("ask.not_understood", lang, said=problem.said, why=why),
            expected=expected,
        ) from None
    except MalformedError:
        raise _explain_malformed(game, asked) from None


def _explain_malformed(game: Game, asked: AskArguments) -> _WrongCallError:
    """Return what is wrong with the facts, or with the first event, that are none of the game."""
    try:
        msgspec.convert(asked.facts, game.facts.kind)
    except msgspec.ValidationError as error:
        wrong = explain_request(game.facts.kind, asked.facts, str(error), "facts")
        return _WrongCallError("web.asked_wrongly", "games", what=str(error) if wrong is None else wrong)
    codec = codec_for(game.id)
    for line in map(msgspec.json.encode, (*(asked.record or ()), *asked.acts)):
        try:
            codec.event(line)
        except MalformedError as error:
            return _WrongCallError("web.no_event", "games", why=explain(codec, line, error))
    return _WrongCallError("web.asked_wrongly", "games", what={"id": "events.no_object"})


def _list_legal(asked: LegalArguments, lang: str) -> QuestionAnswered | Refusal:
    return _ask(AskArguments(**structs.asdict(asked)), lang)


def _catch_up(asked: CatchUpArguments, lang: str) -> WorkedOut | Refusal:
    game = _get_game(asked.game)
    shared = {name: getattr(asked, name) for name in Asked.__struct_fields__ if hasattr(asked, name)}
    before = AskArguments(**{**shared, "game": game.id})
    begun = _read(game, before, lang)
    state = begun if isinstance(begun, Refused) else _state_of(begun)
    if isinstance(state, Refused):
        return make_refusal(state, {}, lang)
    try:
        told = facts_in(game, state, asked.now) | read_told(game, state, asked.now_said, lang)
        answers = answers_in(game, state, asked.answers)
    except MalformedError as error:
        what = explain_facts(game, asked.now, error)
        raise _WrongCallError("web.asked_wrongly", "games", what=what) from None
    except NotationError as problem:
        raise _WrongCallError(problem.reason, "games", **problem.args_) from None
    if not told:
        raise _WrongCallError("catchup.nothing_told", "games")
    known = game.known(state, None)
    found, goal = work_out(game, known, told, answers)
    if not goal.differing(known):
        return make_worked_out(known, CaughtUp(verdict="already"), told, lang, None)
    if len(found.ways) == 1:
        return make_found(known, found.ways[0].acts, lang)
    came = ask_or_explain(game, known, found, goal, answers, None)
    if isinstance(came.answer, Refused):
        return make_refusal(came.answer, {}, lang)
    return make_worked_out(known, came, told, lang, None)


def _state_of(asked: Asked) -> Any:
    """Return the position that was told with the acts done in it; refused where it cannot be."""
    layout = lay_out(asked)
    if isinstance(layout, Refused):
        return layout
    state, codec = layout.state, codec_for(asked.game)
    for act in asked.acts[layout.acts_done :]:
        verdict = find_game(asked.game).decide(state, codec.event(msgspec.json.encode(act)))
        if isinstance(verdict, Refused):
            return verdict
        state = verdict.state
    return state


TOOLS = {
    each.name: each
    for each in (
        Tool(
            name="games",
            title="Games the referee knows",
            description="""\
List the games whose rules the referee knows, with the editions of their rulebooks, the options a table may
agree on, and what people argue about most. Use it first, to learn whether a game is known at all: what is
not listed, the referee cannot answer.

Name one game before you call `ask` or `legal` for it: the answer then has its `acts`, each with an example
and the `line` that people say for it, and `schema`, the JSON Schema of the facts of a position (at its
root) and of each act (in `$defs`).""",
            arguments=GamesArguments,
            answer=GamesTold,
            call=_list_games,
        ),
        Tool(
            name="rule",
            title="One rule",
            description="""\
Explain one rule by its id: its text, the place in the printed rulebooks it comes from (`sources`), and the
rulings that show how it is applied. `parts` are its passages, each with its own confidence: `stated` means
that a book says so, `derived` that it follows from what a book says, `house` that no book says so and this
is only how the referee plays it. Where it is `house`, say that the book is silent. `editions` are those it
holds in; empty means all.

Use it when somebody names a rule, or to read in full what another tool cites.""",
            arguments=RuleArguments,
            answer=RuleTold,
            call=_explain_rule,
        ),
        Tool(
            name="search",
            title="Search rules and rulings",
            description="""\
Find the rules and the rulings (settled disputes) that answer a question in people's own words, the best
first. Use it for questions about what the rules say in general, where the position on the board does not
matter; name the game where you know it. Answer from the texts that come back, and cite their ids and
sources. The first one need not be the right one: read them. If nothing is found, or nothing that answers
the question, say that you found no rule about it; do not make one up.

For "may I do this here?" in a certain position use `ask`, which judges; this only finds texts.""",
            arguments=SearchArguments,
            answer=Found,
            call=_search,
        ),
        Tool(
            name="ask",
            title="Settle an argument",
            description="""\
Ask the referee to judge: may this be done, what follows from it, who wins. Use it whenever people argue
about a certain position or act, instead of working it out yourself. It needs no table and no log, and
records nothing.

Tell only what people told you. A fact left out is unknown, and the answer says whether it matters; never
fill in a fact that nobody told. Say it in `said`, one fact or act a line, in the order in which it is done
("A1 at S3 with a diamond", "B2 up to S3, steal from A1"; `games` has a line for every act of a game), or
exactly: facts of the position in `facts` (null: there is none), acts as events in `acts`. The last act is
asked about, those before it are done already. Who plays is a letter (`seats`) or a colour; names are not
needed. Where neither facts nor acts say what is meant, give the words as `question`.

`verdict` is the answer:
- `may`: it is allowed; `follows` is what happens then.
- `may_not`: it is not; `message` is why, `possible` what could be done instead.
- `depends`: a fact that nobody told decides; `depends_on` has the answer for each of its values. Ask people
  for that fact, or give them the cases; do not choose one yourself.
- `not_written`: the book does not say. Tell people so. `played` is only how the referee would play it; the
  table may agree otherwise. Never present it as a rule of the book.
- null: nothing was asked that is allowed or not (see `follows`, `readings`, `possible`).

`rules` are what decides, the first the most important, each with its source and confidence. `editions` are
the answers by other editions and options: say so where one of them `is_other`. `assumed` is what nobody
told and was taken as usual: mention it if it may be wrong. `precedents` are rulings on the same rules.""",
            arguments=AskArguments,
            answer=QuestionAnswered,
            call=_ask,
        ),
        Tool(
            name="legal",
            title="What may be done",
            description="""\
List what may be done in a position, and who has to act (`must`). Use it when people ask "what can I do
now?", or before you suggest a move. Facts are told as in `ask` (`said`, `facts`): leave out what nobody
told. `possible` are the acts; one that `is_sure` may be done whatever else is true of what nobody told,
another may depend on it (put it to `ask` to learn on what). `left_out` are so many more that are not
listed. What is not listed and not left out may not be done; `ask` says why.""",
            arguments=LegalArguments,
            answer=QuestionAnswered,
            call=_list_legal,
        ),
        Tool(
            name="catch_up",
            title="What was played",
            description="""\
Work out what was played between two positions: how it stood (`facts`, `said`, `acts`) and how it stands now
(`now`, `now_said`), as much of it as people told you. Use it when people played on without telling, or ask
how it can have come to this. It records nothing.

`verdict` is the answer:
- `found`: there is one way; `words` are its acts.
- `already`: it stood so; nothing was done.
- `which`: there are several. Ask people the `question`, in its words and with its options, and call again
  with the `value` they chose in `answers`, under its `path`. Do not choose yourself.
- `none`: no acts lead there. `near` are the nearest ways; `breaks` says which fact is otherwise in each:
  something was seen wrongly, or a mistake was made at the table. Tell people both.
- `bound`: so much may have happened that it cannot be worked out; ask for more facts, or for the acts.""",
            arguments=CatchUpArguments,
            answer=WorkedOut,
            call=_catch_up,
        ),
        Tool(
            name="rulings",
            title="Settled disputes",
            description="""\
List rulings: disputes that were settled, each with the question, the answer, the rules it applies, and how
sure it is. Use it to show a precedent, to see how a rule is applied in a hard case, or to find what people
have argued about in a game. Give a rule, a game, a text in people's own words, or several of these at once.
`disagree` says which sources see it otherwise: tell people. `left_out` are so many more: narrow it down.""",
            arguments=RulingsArguments,
            answer=RulingsFound,
            call=_list_rulings,
        ),
    )
}
"""The tools by name, in the order in which they are listed."""
