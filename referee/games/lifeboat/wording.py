"""Cards in words: what a navigation card reads, piles of them, who is who."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from events.base import Event
from referee.games.lifeboat.events import (
    CardsTraded,
    CardTaken,
    CharactersDealt,
    CompassUsed,
    FightClosed,
    FightJoined,
    GameEnded,
    MugDemanded,
    NavigationChosen,
    NavigationContent,
    NavigationDrawn,
    Passed,
    ProvisionsDrawn,
    Rowed,
    SecretsDealt,
    SpecialUsed,
    WaterUsed,
)
from referee.games.lifeboat.state import State, moment_of, navigator, stroke_size
from referee.games.lifeboat.tables import (
    CANNIBAL_PROVISIONS,
    NAVIGATION,
    NAVIGATION_IDS,
    SPECIALS,
    START_ORDER,
    content_of,
    identify,
)
from referee.kernel.fields.folding import fold, lower
from referee.kernel.game import NotationError
from referee.l10n import noun, say
from referee.l10n.messages import Wording, fields_of
from referee.l10n.patterns import (
    Fields,
    Line,
    OwnSlot,
    OwnSort,
    article,
    nouns_of,
    plain_noun,
    read_noun,
    read_pattern,
    read_seat,
    read_whole,
)
from referee.languages import any_word, listed

PEOPLE = {"over": "overboard", "dry": "thirst"}
"""Icons of a navigation card that name characters, and the fields that hold them."""

SAILORS = tuple(each for each in START_ORDER if each != "harter")
"""Whom a navigation card may name."""

THROWN = "preserver"
"""The card that is laid before somebody else."""

EXAMPLE = "(bird+1;over=kid;dry=kid;row)"
_ICONS = ("bird+1", "over=", "dry=", "fight", "row")
_NUMBER = re.compile(r"n?(\d{1,2})(?!\d)")
_AND = re.compile(rf"[+&,、，\s]+|{any_word('joining')}")
_IS = re.compile(rf"^\s*(?:{any_word('being')}|=|:)?\s*")
_EVERYBODY = re.compile(rf"[,;、]|{any_word('joining', spaced=True)}|\s+(?=\S+\s*[=:：])")
_NEXT = re.compile(r"[;,、；，／/]")
_WHO = re.compile(rf"\s*({any_word('befalling')})$")
"""What stands between somebody and what becomes of them."""
_ARTICLE = re.compile(rf"(^|[\s,+&])(?:{any_word('articles')}) ")
_SAID = str.maketrans({"：": "=", ":": "=", "；": ";", "／": ";", "/": ";"})
"""How people write what a card says: `bird; over: captain, mate; fight`."""


def card_words(card: Any, lang: str) -> str:
    """Say what a navigation card reads."""
    if card is None:
        return noun("provision", None, lang, "lifeboat")
    return say("lifeboat.parts_of_card", lang).join(content_words(content_of(card), lang))


def content_words(content: NavigationContent, lang: str) -> list[str]:
    """List what a navigation card reads, in the order it is carried out."""
    words = {1: ["nav_bird"], -1: ["nav_crossed"]}.get(content.bird, [])
    said = [say(f"lifeboat.board.{word}", lang) for word in words]
    for word, who in (("nav_over", content.overboard), ("nav_dry", content.thirst)):
        form = f"{word}_all" if set(who) == set(SAILORS) else word
        said += [say(f"lifeboat.board.{form}", lang, who=who)] if who else []
    said += [say(f"lifeboat.board.nav_{icon}", lang) for icon in ("row", "fight") if getattr(content, icon)]
    return said if content.overboard or content.thirst else [*said, say("lifeboat.board.nav_nobody", lang)]


def sighted(saying: Wording, cards: tuple[Any, ...]) -> str:
    """Say what several navigation cards read; nothing where nobody here has seen one."""
    if not any(cards):
        return ""
    said = (saying.say("pile.one", content=card_words(card, saying.lang)) for card in cards)
    return listed(said, saying.lang)


def pile(saying: Wording, cards: tuple[Any, ...], drawn: tuple[Any, ...]) -> str:
    """Say which of the navigation cards drawn go to one place, or how many.

    Who chooses sees what each reads: a button names a card by what tells it from the others.
    """
    if saying.use != "label":
        return sighted(saying, cards) or saying.say("pile.unseen", n=len(cards))
    if len(cards) == len(drawn) or not any(cards):
        return saying.say("pile.unseen", n=len(cards))
    told = (saying.say("pile.one", content=told_apart(card, drawn, saying.lang)) for card in cards)
    return listed(told, saying.lang)


def told_apart(card: Any, drawn: tuple[Any, ...], lang: str) -> str:
    """Say the first thing a navigation card reads that no other one does; all of it where there is none."""
    others = (content_words(content_of(each), lang) for each in drawn if each not in (card, None))
    alike = {part for other in others for part in other}
    own = () if card is None else content_words(content_of(card), lang)
    return next((part for part in own if part not in alike), card_words(card, lang))


def spread_ending(_: Wording, event: GameEnded) -> Fields:
    """Tell whether who has the most is sure to have won."""
    return {"sure": () if event.open else event.winners or event.scores}


def spread_secrets(_: Wording, event: SecretsDealt) -> Fields:
    """Tell whether there is anything to say of a love and a hate."""
    return {"secrets": event.love or event.hate}


def spread_provisions(_: Wording, event: ProvisionsDrawn) -> Fields:
    """Tell whether anybody has seen what was drawn."""
    return {"seen": any(event.cards)}


def gather_provisions(_: Line, fields: Fields) -> Fields:
    """Take a number for so many unseen cards."""
    count = fields.pop("count", None)
    return fields if count is None else {**fields, "cards": unseen(count)}


def unseen(count: int) -> tuple[None, ...]:
    """Give so many unseen provisions. Raises NotationError where there are not so many in the box."""
    if not 0 <= count <= sum(CANNIBAL_PROVISIONS.values()):
        raise NotationError("notation.provision", expected=("5",), text=str(count))
    return (None,) * count


def spread_trade(_: Wording, event: CardsTraded) -> Fields:
    """Part a trade into who gives what."""
    (one, other), (ours, theirs) = event.seats, event.gives
    return {"one": one, "other": other, "ours": ours, "theirs": theirs}


def gather_trade(_: Line, fields: Fields) -> Fields:
    """Put a trade together; who names nothing gives nothing, who trades a card each gives one unseen."""
    each = (None,) if fields.get("each") else ()
    gives = tuple(fields.get(side, each) for side in ("ours", "theirs"))
    return {"seats": (fields["one"], fields["other"]), "gives": gives}


def spread_sighted(saying: Wording, event: NavigationDrawn | SpecialUsed) -> Fields:
    """Say what those read who saw the cards."""
    return {"sighted": sighted(saying, event.cards if isinstance(event, NavigationDrawn) else event.drawn)}


def spread_stroke(saying: Wording, event: Rowed) -> Fields:
    """Say what goes where, if anything; the cards in the order drawn only where the piles do not tell it."""
    told = event.drawn == (*event.stacked, *event.buried)
    return {
        "drawn": event.drawn,
        "up": pile(saying, event.stacked, event.drawn),
        "down": pile(saying, event.buried, event.drawn),
        "stacked": event.stacked if event.drawn else None,
        "shown": None if told else event.drawn,
    }


def gather_stroke(line: Line, fields: Fields) -> Fields:
    """Add up the piles; a number puts so many unseen cards into the row stack.

    Raises NotationError where the piles are not what was drawn.
    """
    seat, count = fields["seat"], fields.get("count")
    stacked, buried = fields.get("stacked", ()), fields.get("buried", ())
    if count is not None:
        n = stroke_size(line.state, line.state.index[seat])
        stacked, buried = (None,) * count, (None,) * (n - count)
        drawn: tuple[Any, ...] = (None,) * n
    else:
        drawn = fields.get("shown", (*stacked, *buried))
    if len(drawn) != len(stacked) + len(buried):
        text = " ".join(map(str, drawn)) if count is None else str(count)
        raise NotationError("notation.stroke", expected=("stack N01 bury N02",), text=text)
    return {"seat": seat, "drawn": drawn, "stacked": stacked, "buried": buried}


def gather_mugging(_: Line, fields: Fields) -> Fields:
    """Take a card from the hand where none is named."""
    return {"card": "hand", **fields}


def gather_side(line: Line, fields: Fields) -> Fields:
    """Find the side somebody fights on who is helped."""
    ally, fight = fields.pop("ally", None), line.state.fight
    if ally is None:
        return fields
    i = line.state.index[ally]
    if fight is None or not fight.has(i):
        raise NotationError("notation.no_side", text=line.state.names.get(ally) or ally)
    return {**fields, "side": "attack" if i in fight.attack else "defence"}


def gather_taken(line: Line, fields: Fields) -> Fields:
    """Take a card from whom a blind draw is due, where nobody is named."""
    if "from_seat" in fields:
        return fields
    demand = line.state.demand
    if demand is None:
        raise NotationError("lifeboat.no_draw_due", seat=fields["seat"])
    return {**fields, "from_seat": line.state.seats[demand.target]}


def spread_card(saying: Wording, event: CompassUsed | NavigationChosen) -> Fields:
    """Say what a card reads; of those a navigator sees and chooses from, what tells it from the others."""
    stack = saying.state.stack if saying.use == "label" and saying.state is not None else ()
    is_seen = event.card in stack and not any(each is None or isinstance(each, int) for each in stack)
    told = told_apart(event.card, stack, saying.lang) if is_seen else card_words(event.card, saying.lang)
    return {"content": told}


def gather_chosen(line: Line, fields: Fields) -> Fields:
    """Take a card told by its content alone for the navigator's, where there is a row stack."""
    i = navigator(line.state)
    is_choice = fields.pop("aloud", False) and line.state.stack and i >= 0
    return {**fields, "seat": line.state.seats[i]} if is_choice else fields


def gather_water(_: Line, fields: Fields) -> Fields:
    """Let a seat drink where nobody else is named."""
    return {"on": fields["seat"], **fields}


def write_cast(saying: Wording, event: CharactersDealt) -> str:
    """Write who is who."""
    pairs = event.characters.items()
    if saying.use == "notation":
        return " ".join(f"{seat}={saying.words.name('role', character)}" for seat, character in pairs)
    said = (saying.say("cast.one", seat=seat, character=character) for seat, character in pairs)
    return listed(said, saying.lang)


def read_cast(line: Line, text: str) -> Fields:
    """Read who is who: `ann=kid bo=mate`."""
    found: dict[str, Any] = {}
    for word in text.split():
        pair = Line(word, line.state, line.words)
        fields = read_whole("{seat:seat}={character:role}", pair)
        if fields is None:
            raise pair.misread()
        found[fields["seat"]] = fields["character"]
    return {"characters": found}


def read_everybody(line: Line, at: int) -> Iterator[tuple[int, Any]]:
    """Read who is who as one says it, to the end of the line: `Ann is the Kid, Bob the Captain`.

    Where nobody has a character yet, it may leave somebody out: the referee says who is missing.
    """
    words, found = CardWords(line), {}
    for part in filter(None, map(str.strip, _EVERYBODY.split(line.low[at:]))):
        seat = next((each for each in seats_called(line.state) if part.startswith(each)), None)
        who = _IS.sub("", part[len(seat) :]) if seat is not None else ""
        try:
            (character,) = words.who(who)
        except (NotationError, ValueError):
            return
        found[seats_called(line.state)[str(seat)]] = character
    if len(found) == len(line.state.seats) or (found and not all(line.state.character)):
        yield len(line.low), found


def people_called(line: Line) -> dict[str, str]:
    """List by what characters people are called, the seat by the word."""
    cast = {character: seat for seat, character in zip(line.state.seats, line.state.character, strict=True)}
    named = ((word, id) for kind in ("role", "character") for word, id in nouns_of(line, kind))
    return {word: cast[id] for word, id in named if id in cast}


def seats_called(state: Any) -> dict[str, str]:
    """List the seats by what they are called, the longest words first."""
    by_name = ((name, seat) for seat, name in state.names.items())
    called = {
        lower(fold(word)): seat for word, seat in (*zip(state.seats, state.seats, strict=True), *by_name)
    }
    return dict(sorted(called.items(), key=lambda each: -len(each[0])))


def write_deed(saying: Wording, event: SpecialUsed) -> str:
    """Write what a special card does."""
    args = {**fields_of(event), **spread_sighted(saying, event)}
    card = event.card if event.card in SPECIALS else "other"
    form = "_drawn" if args["sighted"] else "_own" if event.on in (None, event.seat) else ""
    return saying.clause("special", card, args, form)


def write_card(saying: Wording, card: Any) -> str:
    """Write a navigation card: its number, or what it says between parentheses."""
    if not isinstance(card, NavigationContent):
        return str(card)
    words = saying.words
    parts = [f"{words.name('icon', 'bird')}{card.bird:+d}"] if card.bird else []
    for icon, field in PEOPLE.items():
        if named := "+".join(words.name("role", each) for each in getattr(card, field)):
            parts.append(f"{words.name('icon', icon)}={named}")
    parts += [words.name("icon", icon) for icon in ("fight", "row") if getattr(card, icon)]
    return f"({';'.join(parts)})"


def read_card(line: Line, at: int) -> Iterator[tuple[int, Any]]:
    """Read a navigation card: its number, or what it says between parentheses."""
    number = _NUMBER.match(line.low, at)
    if number and (name := f"N{int(number[1]):02}") in NAVIGATION_IDS:
        yield number.end(), name
    elif line.low.startswith("(", at) and (end := line.low.find(")", at)) > 0:
        try:
            yield end + 1, read_content(line, line.low[at + 1 : end])
        except NotationError as problem:
            line.fail(at, problem)
    elif (said := said_openly(line, line.low[at:])) is not None:
        yield from told_whole(line, at, said)
    else:
        line.want(at, *NAVIGATION_IDS, EXAMPLE)


def read_aloud(line: Line, at: int) -> Iterator[tuple[int, Any]]:
    """Read a navigation card told by its content alone: no number, which may count a list instead."""
    said = said_openly(line, line.low[at:])
    if said is not None and (said.bird or said.overboard or said.thirst):
        yield from told_whole(line, at, said)
    else:
        line.want(at, EXAMPLE)


def said_openly(line: Line, text: str) -> NavigationContent | None:
    """Read what a card says without parentheses, to the end of the line; None where it is nothing like it."""
    try:
        return read_content(line, text) if text.strip() else None
    except NotationError:
        return None


def told_whole(line: Line, at: int, said: NavigationContent) -> Iterator[tuple[int, Any]]:
    """Take a card told to the end of the line, unless cards of the box say that and more.

    A bird alone may be the beginning of any card with a bird. Where cards of the expansion lie among the
    others, only the table can tell.
    """
    is_closed = said.overboard or said.thirst or _NEXT.search(line.low, at)
    is_all = line.state.navigation > len(NAVIGATION) or (is_closed and identify(said) in NAVIGATION)
    others = () if is_all else tuple(id for id, card in NAVIGATION.items() if says_all(card, said))
    if not others:
        yield len(line.low), said
    else:
        line.fail(len(line.low), NotationError("lifeboat.card_in_part", part_of=others, n=len(others)))


def says_all(card: NavigationContent, said: NavigationContent) -> bool:
    """Whether a card says all of what was told."""
    people = {*said.overboard} <= {*card.overboard} and {*said.thirst} <= {*card.thirst}
    return people and said.bird in (0, card.bird) and said.fight <= card.fight and said.row <= card.row


def read_content(line: Line, text: str) -> NavigationContent:
    """Read what a navigation card says: `bird+1;over=kid;dry=kid+mate;row`, or `bird; over: kid, mate`.

    Where commas part it, a name alone goes on with those before it.
    """
    text, words = text.translate(_SAID), CardWords(line)
    try:
        return content_said(words, text.split(";"))
    except NotationError:
        parts = _NEXT.split(text)
        if ";" in text or len(parts) == 1:
            raise
        return content_said(words, parts)


def content_said(words: "CardWords", parts: Iterable[str]) -> NavigationContent:
    """Put the parts of what a card says together. Raises NotationError at one that says nothing."""
    facts: dict[str, Any] = {}
    people = ""
    for part in filter(None, map(str.strip, parts)):
        icon, value = words.read(part, people)
        if icon in PEOPLE:
            people = icon
            facts[PEOPLE[icon]] = (*facts.get(PEOPLE[icon], ()), *value)
        elif icon in facts:
            raise NotationError("notation.navigation", expected=_ICONS, text=part)
        elif icon != "nobody":
            facts[icon] = value
    return NavigationContent(**facts)


class CardWords:
    """What people of one language call the icons of a navigation card, and the characters."""

    def __init__(self, line: Line) -> None:
        words = line.words
        self.icons = by_word(words.nouns("icon"))
        called = words.nouns("called").items()
        self.icons |= {said: id for id, many in called for said in many.replace("，", ",").split("|")}
        titles = {_ARTICLE.sub(r"\1", name.lower()): id for id, name in words.nouns("character").items()}
        self.roles = {**titles, **by_word(words.nouns("role"))}
        self.all = {said for said, id in self.icons.items() if id == "all"}

    def read(self, part: str, people: str) -> tuple[str, Any]:
        """Read one part: an icon, and what it says: `over=kid`, `the captain falls`.

        A name alone goes on with the `people` named last.
        """
        for said, icon in sorted(self.icons.items(), key=lambda each: -len(each[0])):
            if part.startswith(said) and part[len(said) : len(said) + 1] in ("", *" =+-"):
                told = part.removeprefix(said).strip().removeprefix("=")
            elif icon in PEOPLE and part.endswith(said):
                told = _WHO.sub("", part.removesuffix(said).strip())
            else:
                continue
            match icon, told:
                case "bird", "" | "+1" | "-1":
                    return "bird", int(told or 1)
                case "crossed", "":
                    return "bird", -1
                case "over" | "dry", str(who) if who:
                    return icon, self.who(who)
                case "fight" | "row" | "nobody", "":
                    return icon, True
        if people:
            return people, self.who(part)
        raise NotationError("notation.navigation", expected=_ICONS, text=part)

    def who(self, text: str) -> tuple[str, ...]:
        """Read characters: all of them, or by name."""
        if text.strip() in self.all:
            return SAILORS
        named = _ARTICLE.sub(r"\1", text.strip())
        by_name = {each.replace(" ", "_"): id for each, id in self.roles.items()}
        for each in sorted(filter(lambda each: " " in each, self.roles), key=len, reverse=True):
            named = named.replace(each, each.replace(" ", "_"))
        return tuple(one_of(by_name, name) for name in _AND.split(named) if name)


def by_word(nouns: Mapping[str, str]) -> dict[str, str]:
    """List ids by the words they are typed by, and by themselves."""
    return {word: id for id, name in nouns.items() for word in (id, name.lower())}


def one_of(known: Mapping[str, str], word: str) -> str:
    """Find what a word names or begins. Raises NotationError where it is none or several."""
    alike: Iterable[str] = {id for name, id in known.items() if word and name.startswith(word)}
    within = {id for name, id in known.items() if word and word in name}
    found = [known[word]] if word in known else list(alike or within)
    if len(found) != 1:
        raise NotationError("notation.character", expected=tuple(dict.fromkeys(known)), text=word)
    return found[0]


def read_typed(line: Line, at: int) -> Iterator[tuple[int, str]]:
    """Read a provision: as one types it, or as it is listed."""
    if found := list(read_noun(line, at, "typed")):
        yield from found
        return
    start = at + article(line.low, line.words.lang, at)
    for card, name in line.words.nouns("provision").items():
        called = plain_noun(name)
        called = called[article(called, line.words.lang) :]
        if card in line.words.nouns("typed") and line.low.startswith(called, start):
            yield start + len(called), card


def read_used(line: Line, at: int) -> Iterator[tuple[int, str]]:
    """Read a card used as an action: a special one, or any whose use is no act of its own."""
    yield from read_noun(line, at, "special")


def place_of(state: State, event: Event) -> str | None:
    """Tell in which moment somebody does nothing, or a window ends: it is called otherwise at each."""
    return moment_of(state) if isinstance(event, Passed | FightClosed) else None


def as_seen(event: Event) -> Event:
    """Give an event with what its navigation cards read in place of their numbers."""
    return replace(event, **{name: read_off(value) for name, value in fields_of(event).items()})


def read_off(value: Any) -> Any:
    """Give what navigation cards read, one or several; anything else as it is."""
    if isinstance(value, tuple):
        return tuple(map(read_off, value))
    return content_of(value) if isinstance(value, str) and value in NAVIGATION else value


def read_given(line: Line, at: int) -> Iterator[tuple[int, tuple[str | None, ...]]]:
    """Read what one side of a trade gives: cards, or so many nobody here has seen."""
    for end, told in read_pattern(line.words.sentences["lifeboat.given.also"], line, at):
        try:
            yield end, told["cards"] if "cards" in told else unseen(1 if told.get("one") else told["n"])
        except NotationError as problem:
            line.fail(at, problem)


def read_thrown(line: Line, at: int) -> Iterator[tuple[int, str]]:
    """Read what is thrown to a swimmer: while somebody is in the water, giving it means throwing it."""
    if moment_of(line.state) == "overboard":
        yield from (found for found in read_typed(line, at) if found[1] == THROWN)


def read_loved(line: Line, at: int) -> Iterator[tuple[int, str]]:
    """Read whom somebody loves or hates: a character by its whole name, who has it, or its beginning."""
    found = (*read_noun(line, at, "role"), *read_noun(line, at, "character"))
    whole = {word for kind in ("role", "character") for word, _ in nouns_of(line, kind)}
    sure = [each for each in found if line.low[at : each[0]] in whole]
    for end, seat in () if sure else read_seat(line, at):
        if (character := line.state.character[line.state.index[seat]]) is not None:
            sure.append((end, character))
        else:
            known = tuple(line.words.nouns("role").values())
            line.fail(end, NotationError("notation.character", known, text=line.text[at:end]))
            return
    yield from sure or found


def read_side(line: Line, at: int) -> Iterator[tuple[int, str]]:
    """Read a side of a fight; a first letter that is somebody's name is no side."""
    named = {end for end, _ in read_seat(line, at)}
    yield from (found for found in read_noun(line, at, "joined") if found[0] not in named)


SLOTS = {"cast": OwnSlot(write_cast, read_cast), "deed": OwnSlot(write_deed)}
SORTS = {
    "joined": OwnSort(read_side),
    "typed": OwnSort(read_typed),
    "special": OwnSort(read_used, noun="typed"),
    "nav": OwnSort(read_card, write_card),
    "aloud": OwnSort(read_aloud),
    "everybody": OwnSort(read_everybody),
    "given": OwnSort(read_given),
    "thrown": OwnSort(read_thrown),
    "loved": OwnSort(read_loved, noun="role"),
}
SPREAD: dict[type[Event], Any] = {
    GameEnded: spread_ending,
    SecretsDealt: spread_secrets,
    ProvisionsDrawn: spread_provisions,
    CardsTraded: spread_trade,
    NavigationDrawn: spread_sighted,
    Rowed: spread_stroke,
    SpecialUsed: spread_sighted,
    CompassUsed: spread_card,
    NavigationChosen: spread_card,
}
GATHER = {
    ProvisionsDrawn: gather_provisions,
    CardsTraded: gather_trade,
    CardTaken: gather_taken,
    FightJoined: gather_side,
    Rowed: gather_stroke,
    MugDemanded: gather_mugging,
    NavigationChosen: gather_chosen,
    WaterUsed: gather_water,
}
