"""Rulings of other groups, taken over from files: read as precedents, never as rules.

They are notes of no table in the store: so every store keeps them, they go along where it is copied, and
nobody else changes them unseen.
"""

import re
from functools import lru_cache
from typing import Any, get_args, get_type_hints

import msgspec
from msgspec.structs import replace

from events.base import LONGEST_TEXT, Event
from events.codec import Codec, MalformedError
from events.envelope import blake2b, encode
from events.stores.protocol import ServedStore, StoreError
from events.table import RulingGiven, TableOpened
from referee.kernel.game import Game
from referee.kernel.registry import all_games, codec_for, find_game
from referee.kernel.verdict import Refused
from referee.languages import LANGUAGES, Texts
from referee.rulebooks import TABLE, book_of, find_rule
from referee.rulebooks.rulings import Ruling, RulingError, parse_ruling
from referee.service.ask.worked import work_out
from referee.service.disputes.anonymous import People, people_in, without_names, without_people

NO_TABLE = ""
_TOPIC = "ruling "
"""What the topic of a note begins with that holds a ruling, followed by its name."""

LONGEST_FILE = 2_000_000
"""Bytes of a file that is taken; a ruling with the record of a long evening has a fifth of that."""

MOST_TAKEN = 1000
"""So many rulings of others a store holds at most."""

_NAME = re.compile(r"G-[0-9a-f]{10}")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_BASES = get_args(get_type_hints(RulingGiven)["basis"])


class TakenRuling(msgspec.Struct, frozen=True):
    """A ruling of another group, and the name of the file it came in."""

    ruling: Ruling
    file: str


class NotTakenError(ValueError):
    """A file that holds no ruling that can be taken: `reason` is a message id, `args_` its arguments."""

    def __init__(self, reason: str, **args: Any) -> None:
        super().__init__(reason, args)
        self.reason, self.args_ = reason, args


def taken_rulings(store: ServedStore) -> tuple[TakenRuling, ...]:
    """Return the rulings of other groups by name; those that this version cannot read are left out."""
    notes = store.read_kept(NO_TABLE).notes
    bodies = {topic.removeprefix(_TOPIC): body for topic, body in notes if topic.startswith(_TOPIC)}
    found = (_read_note(name, body) for name, body in bodies.items())
    return tuple(each for each in found if each is not None)


@lru_cache(maxsize=MOST_TAKEN)
def _read_note(name: str, body: str) -> TakenRuling | None:
    """Return the ruling in a note; None where `take` wrote none such: files are called by its name."""
    try:
        found = msgspec.json.decode(body, type=TakenRuling)
        game = _game_of(found.ruling, {})
        codec = codec_for(game)
        for line in (*found.ruling.situation, *(line for act in found.ruling.acts for line in act.lines)):
            _event_of(codec, line, {})
    except (msgspec.DecodeError, NotTakenError):
        return None
    is_taken = _NAME.fullmatch(name) and (found.ruling.name, found.ruling.game) == (name, game)
    return found if is_taken else None


def take(store: ServedStore, rulings: tuple[TakenRuling, ...]) -> tuple[TakenRuling, ...]:
    """Store rulings of another group; return those that were not there yet. All of them, or none.

    Raises NotTakenError where there would be too many, StoreError.
    """
    there = {each.ruling.name for each in taken_rulings(store)}
    new = {each.ruling.name: each for each in rulings if each.ruling.name not in there}
    if len(there) + len(new) > MOST_TAKEN:
        raise NotTakenError("caselaw.too_many", most=MOST_TAKEN)
    done: list[str] = []
    try:
        for name, each in new.items():
            done.append(name)
            store.note(NO_TABLE, _TOPIC + name, encode(each).decode())
    except StoreError:
        for name in done:
            store.note(NO_TABLE, _TOPIC + name, None)
        raise
    return tuple(new.values())


def remove_taken(store: ServedStore, name: str) -> bool:
    """Remove a ruling of another group; return whether there was one of that name."""
    is_there = store.noted(NO_TABLE, _TOPIC + name) is not None
    if is_there:
        store.note(NO_TABLE, _TOPIC + name, None)
    return is_there


def read_rulings(data: bytes, file: str) -> tuple[TakenRuling, ...]:
    """Return the rulings in a file, one or more after each other, as they are taken.

    What they say is judged again here. People's names, and whatever else somebody wrote beside the record,
    are left out. Raises NotTakenError at the first that cannot be taken.
    """
    if len(data) > LONGEST_FILE:
        raise NotTakenError("caselaw.too_long", file=file, most=LONGEST_FILE // 1000)
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise NotTakenError("caselaw.no_ruling", file=file, part="UTF-8") from None
    parts = [part for part in re.split(r"^(?=# )", text, flags=re.MULTILINE) if part.startswith("# ")]
    if not parts:
        raise NotTakenError("caselaw.no_ruling", file=file, part="# …")
    return tuple(TakenRuling(_read_ruling(part, file), _plain(file, _LONGEST_NAME)) for part in parts)


_LONGEST_NAME, _MOST_NAMED = 200, 5

_FENCE, _MOST_BLOCKS = "```", 20
"""A ruling has its situation and so many acts at most: each is judged, from the opening on."""


def _read_ruling(text: str, file: str) -> Ruling:
    """Return a ruling as it is taken, under a name made of what it says."""
    if text.count(_FENCE) > 2 * _MOST_BLOCKS:
        raise NotTakenError("caselaw.no_ruling", file=file, part=_FENCE)
    try:
        parsed = parse_ruling(text, "", "", file)
    except (RulingError, ValueError) as error:
        raise NotTakenError("caselaw.no_ruling", file=file, part=_plain(str(error), _LONGEST_NAME)) from None
    heading = _plain(text.partition("\n")[0].removeprefix("# "), _LONGEST_NAME)
    where = {"file": file, "ruling": heading}
    game = _game_of(parsed, where)
    ids = dict.fromkeys(parsed.rules)
    unknown = [id for id in ids if find_rule(id) is None or book_of(id) not in {game, TABLE}]
    if unknown or not ids:
        few = tuple(_plain(id, 40) for id in unknown[:_MOST_NAMED])
        raise NotTakenError("caselaw.unknown_rules", rules=few, **where)
    ruling = _without_people(replace(parsed, game=game), where)
    if not ruling.acts or any(work_out(ruling, act) is None for act in ruling.acts):
        raise NotTakenError("caselaw.judged_otherwise", **where)
    said = (ruling.situation, [each.lines for each in ruling.acts], ruling.question.of(LANGUAGES[0]))
    digest = blake2b(encode([*said, ruling.answer.of(LANGUAGES[0]), ruling.day]), digest_size=5)
    return replace(ruling, name=f"G-{digest.hexdigest()}")


def _game_of(ruling: Ruling, where: dict[str, Any]) -> str:
    """Return the game that the opening of a ruling's record names."""
    try:
        opened = msgspec.json.decode(ruling.situation[0], type=TableOpened)
    except (IndexError, ValueError, RecursionError):
        raise NotTakenError("caselaw.no_opening", **where) from None
    if opened.game not in all_games():
        known = all_games()
        raise NotTakenError("caselaw.unknown_game", game=_plain(opened.game, 40), known=known, **where)
    return opened.game


def _without_people(ruling: Ruling, where: dict[str, Any]) -> Ruling:
    """Return a ruling with nothing in it but what is taken; its record is judged from nothing.

    Raises NotTakenError at the first line that is no event of the game, or is refused.
    """
    game, codec = find_game(ruling.game), codec_for(ruling.game)
    record, state = [], None
    for n, line in enumerate(ruling.situation, 1):
        event = _event_of(codec, line, {**where, "n": n})
        verdict = game.decide(state, event)
        if isinstance(verdict, Refused):
            raise NotTakenError("caselaw.not_replayed", n=n, rules=verdict.rules, **where)
        state = verdict.state
        record.append(event)
    people = people_in(record)
    acts = []
    for act in ruling.acts:
        events = [_event_of(codec, line, where) for line in act.lines]
        acts.append(replace(act, lines=_lines(game, events, people), expected=()))
    return Ruling(
        game=ruling.game,
        name="",
        title=_texts(ruling.title, people),
        rules=ruling.rules,
        confidence="house",
        sources=("Referee",),
        disagree=None,
        situation=_lines(game, record, people),
        question=_texts(ruling.question, people),
        acts=tuple(acts),
        answer=_texts(ruling.answer, people),
        day=ruling.day if _DAY.fullmatch(ruling.day) else "",
        basis=ruling.basis if ruling.basis in _BASES else "",
    )


def _event_of(codec: Codec, line: str, where: dict[str, Any]) -> Event:
    try:
        return codec.event(line.encode())
    except (MalformedError, ValueError, RecursionError):
        raise NotTakenError("caselaw.no_event" if "n" in where else "caselaw.no_act", **where) from None


def _lines(game: Game, events: list[Event], people: People) -> tuple[str, ...]:
    return tuple(msgspec.json.encode(each).decode() for each in without_people(game, events, people))


def _texts(texts: Texts, people: People) -> Texts:
    """Return a text without names, and without signs that nobody sees."""
    written = dict.fromkeys((LANGUAGES[0], *(lang for lang in LANGUAGES if lang not in texts.lacking())))
    words = {lang: _plain(without_names(texts.of(lang), people), LONGEST_TEXT) for lang in written}
    return msgspec.convert(words, Texts)


def _plain(text: str, most: int) -> str:
    """Return at most so many signs of a text, without any that controls a terminal or cannot be seen."""
    return "".join(sign for sign in text[:most] if sign.isprintable())
