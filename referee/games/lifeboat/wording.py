"""Notation and words of Lifeboat: navigation cards, trades, strokes, characters."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from referee.games.lifeboat import events
from referee.games.lifeboat.ledger import Cards
from referee.games.lifeboat.state import State, moment_of, navigator, stroke_size
from referee.games.lifeboat.tables import (
    CASTS,
    NAVIGATION,
    NAVIGATION_IDS,
    PROVISIONS,
    SPECIALS,
    content_of,
    identify,
)
from referee.kernel.folding import fold, lower
from referee.kernel.parts import Event, NotationError
from referee.l10n import noun, say
from referee.l10n.messages import Saying, Wording, fields_of
from referee.l10n.patterns import (
    Fields,
    OwnSlot,
    OwnSort,
    TypedLine,
    article,
    nouns_of,
    plain_noun,
    read_noun,
    read_pattern,
    read_seat,
    read_whole,
)
from referee.languages import any_word, listed

_PEOPLE = {"over": "overboard", "dry": "thirst"}
"""Icons of a navigation card that name characters, and the fields that hold them."""

SAILORS = CASTS[False]
"""Whom a navigation card may name."""

_THROWN = "preserver"
"""The card that is laid before somebody else."""

_EXAMPLE = "(bird+1;over=kid;dry=kid;row)"
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
    """Return the content of a navigation card in words, or the word for an unseen one (None)."""
    if card is None:
        return noun("provision", None, lang, "lifeboat")
    return say("lifeboat.parts_of_card", lang).join(content_words(content_of(card), lang))


def content_words(content: events.NavigationContent, lang: str) -> list[str]:
    """Return what a navigation card reads, in the order it is carried out."""
    words = {1: ["nav_bird"], -1: ["nav_crossed"]}.get(content.bird, [])
    said = [say(f"lifeboat.board.{word}", lang) for word in words]
    for word, who in (("nav_over", content.overboard), ("nav_dry", content.thirst)):
        form = f"{word}_all" if set(who) == set(SAILORS) else word
        said += [say(f"lifeboat.board.{form}", lang, who=who)] if who else []
    said += [say(f"lifeboat.board.nav_{icon}", lang) for icon in ("row", "fight") if getattr(content, icon)]
    return said if content.overboard or content.thirst else [*said, say("lifeboat.board.nav_nobody", lang)]


def _sighted_words(saying: Saying, cards: Cards) -> str:
    """Return the content of navigation cards in words; empty where no viewer has seen one."""
    if not any(cards):
        return ""
    said = (saying.say("pile.one", content=card_words(card, saying.lang)) for card in cards)
    return listed(said, saying.lang)


def _pile_words(saying: Saying, cards: Cards, drawn: Cards) -> str:
    """Return which of the navigation cards `drawn` go to one place, or how many.

    On a button (`use` is `label`) a card goes by what tells it from the others drawn.
    """
    if saying.use != "label":
        return _sighted_words(saying, cards) or saying.say("pile.unseen", n=len(cards))
    if len(cards) == len(drawn) or not any(cards):
        return saying.say("pile.unseen", n=len(cards))
    told = (saying.say("pile.one", content=_distinguishing_words(card, drawn, saying.lang)) for card in cards)
    return listed(told, saying.lang)


def _distinguishing_words(card: Any, drawn: Cards, lang: str) -> str:
    """Return the first thing a card reads that no other one drawn does; all of it where there is none."""
    others = (content_words(content_of(each), lang) for each in drawn if each not in (card, None))
    alike = {part for other in others for part in other}
    own = () if card is None else content_words(content_of(card), lang)
    return next((part for part in own if part not in alike), card_words(card, lang))


def _gather_provisions(_: TypedLine, fields: Fields) -> Fields:
    """Return the fields with a typed number of cards replaced by so many unseen ones."""
    count = fields.pop("count", None)
    return fields if count is None else {**fields, "cards": _unseen_cards(count)}


def _unseen_cards(count: int) -> tuple[None, ...]:
    """Return `count` unseen provisions; raise NotationError for more than the box has."""
    if not 0 <= count <= sum(PROVISIONS[True].values()):
        raise NotationError("notation.provision", expected=("5",), text=str(count))
    return (None,) * count


def _spread_trade(_: Saying, event: events.CardsTraded) -> Fields:
    (one, other), (ours, theirs) = event.seats, event.gives
    return {"one": one, "other": other, "ours": ours, "theirs": theirs}


def _gather_trade(_: TypedLine, fields: Fields) -> Fields:
    """Return the fields of a trade: a side that names nothing gives nothing.

    `each` is one unseen card a side.
    """
    each = (None,) if fields.get("each") else ()
    gives = tuple(fields.get(side, each) for side in ("ours", "theirs"))
    return {"seats": (fields["one"], fields["other"]), "gives": gives}


def _spread_sighted(saying: Saying, event: events.NavigationDrawn | events.SpecialUsed) -> Fields:
    """Return what those read who saw the cards, as `sighted`; empty where nobody did."""
    cards = event.cards if isinstance(event, events.NavigationDrawn) else event.drawn
    return {"sighted": _sighted_words(saying, cards)}


def _spread_stroke(saying: Saying, event: events.Rowed) -> Fields:
    """Return what goes where; the cards in the order drawn only where the piles do not say it."""
    told = event.drawn == (*event.stacked, *event.buried)
    return {
        "drawn": event.drawn,
        "up": _pile_words(saying, event.stacked, event.drawn),
        "down": _pile_words(saying, event.buried, event.drawn),
        "stacked": event.stacked if event.drawn else None,
        "shown": None if told else event.drawn,
    }


def _gather_stroke(line: TypedLine, fields: Fields) -> Fields:
    """Return the fields of a stroke from its piles; a number means so many unseen cards for the row stack.

    Raises NotationError where the piles are not what was drawn.
    """
    seat, count = fields["seat"], fields.get("count")
    stacked, buried = fields.get("stacked", ()), fields.get("buried", ())
    if count is not None:
        n = stroke_size(line.state, line.state.index[seat])
        stacked, buried = (None,) * count, (None,) * (n - count)
        drawn: Cards = (None,) * n
    else:
        drawn = fields.get("shown", (*stacked, *buried))
    if len(drawn) != len(stacked) + len(buried):
        text = " ".join(map(str, drawn)) if count is None else str(count)
        raise NotationError("notation.stroke", expected=("stack N01 bury N02",), text=text)
    return {"seat": seat, "drawn": drawn, "stacked": stacked, "buried": buried}


def _gather_side(line: TypedLine, fields: Fields) -> Fields:
    """Replace `ally` by the side it fights on. Raise NotationError where it fights on none."""
    ally, fight = fields.pop("ally", None), line.state.fight
    if ally is None:
        return fields
    i = line.state.index[ally]
    if fight is None or not fight.has(i):
        raise NotationError("notation.no_side", text=line.state.names.get(ally) or ally)
    return {**fields, "side": "attack" if i in fight.attack else "defence"}


def _gather_taken(line: TypedLine, fields: Fields) -> Fields:
    """Fill in whom a blind draw is from, where nobody is named.

    Raise NotationError where none is due.
    """
    if "from_seat" in fields:
        return fields
    demand = line.state.demand
    if demand is None:
        raise NotationError("lifeboat.no_draw_due", seat=fields["seat"])
    return {**fields, "from_seat": line.state.seats[demand.target]}


def _spread_card(saying: Saying, event: events.CompassUsed | events.NavigationChosen) -> Fields:
    """Return the field `content`: a card's words; of those a navigator chooses from, what tells it apart."""
    stack = saying.state.stack if saying.use == "label" and saying.state is not None else ()
    is_seen = event.card in stack and not any(each is None or isinstance(each, int) for each in stack)
    if is_seen:
        return {"content": _distinguishing_words(event.card, stack, saying.lang)}
    return {"content": card_words(event.card, saying.lang)}


def _gather_chosen(line: TypedLine, fields: Fields) -> Fields:
    """Return the fields with the navigator for a card read aloud, where there is a row stack."""
    i = navigator(line.state)
    is_choice = fields.pop("aloud", False) and line.state.stack and i >= 0
    return {**fields, "seat": line.state.seats[i]} if is_choice else fields


def _write_cast(saying: Saying, event: events.CharactersDealt) -> str:
    pairs = event.characters.items()
    if saying.use == "notation":
        return " ".join(f"{seat}={saying.words.name('role', character)}" for seat, character in pairs)
    said = (saying.say("cast.one", seat=seat, character=character) for seat, character in pairs)
    return listed(said, saying.lang)


def _read_cast(line: TypedLine, text: str) -> Fields:
    """Read who is who, `ann=kid bo=mate`. Raise NotationError."""
    found: dict[str, Any] = {}
    for word in text.split():
        pair = TypedLine(word, line.state, line.words)
        fields = read_whole("{seat:seat}={character:role}", pair)
        if fields is None:
            raise pair.misread()
        found[fields["seat"]] = fields["character"]
    return {"characters": found}


def _read_everybody(line: TypedLine, at: int) -> Iterator[tuple[int, Any]]:
    """Yield (end, characters by seat) for `Ann is the Kid, Bob the Captain`, to the end of the line.

    Where nobody has a character yet, it may leave somebody out: the referee says who is missing.
    """
    words, found = _CardWords(line), {}
    for part in filter(None, map(str.strip, _EVERYBODY.split(line.low[at:]))):
        seat = next((each for each in _seats_called(line.state) if part.startswith(each)), None)
        who = _IS.sub("", part[len(seat) :]) if seat is not None else ""
        try:
            (character,) = words.who(who)
        except (NotationError, ValueError):
            return
        found[_seats_called(line.state)[str(seat)]] = character
    if len(found) == len(line.state.seats) or (found and not all(line.state.character)):
        yield len(line.low), found


_PEOPLE_NOUNS = ("role", "character")
"""The kinds of nouns that say as whom somebody plays."""


def people_called(line: TypedLine) -> dict[str, str]:
    """Return the seats by the words for the characters they play."""
    cast = {character: seat for seat, character in zip(line.state.seats, line.state.character, strict=True)}
    named = ((word, id) for kind in _PEOPLE_NOUNS for word, id in nouns_of(line, kind))
    return {word: cast[id] for word, id in named if id in cast}


def _seats_called(state: Any) -> dict[str, str]:
    """Return the seats by lower-case id and name, the longest words first."""
    words = [
        *zip(state.seats, state.seats, strict=True),
        *((name, seat) for seat, name in state.names.items()),
    ]
    called = {lower(fold(word)): seat for word, seat in words}
    return dict(sorted(called.items(), key=lambda each: -len(each[0])))


def _write_deed(saying: Saying, event: events.SpecialUsed) -> str:
    """Return the clause of a special card: its own words for use on oneself, and for cards drawn."""
    args = {**fields_of(event), **_spread_sighted(saying, event)}
    card = event.card if event.card in SPECIALS else "other"
    form = "_drawn" if args["sighted"] else "_own" if event.on in (None, event.seat) else ""
    return saying.clause("special", card, args, form)


def _write_card(saying: Saying, card: Any) -> str:
    """Write a navigation card: its number, or what it says between parentheses."""
    if not isinstance(card, events.NavigationContent):
        return str(card)
    words = saying.words
    parts = [f"{words.name('icon', 'bird')}{card.bird:+d}"] if card.bird else []
    for icon, field in _PEOPLE.items():
        if named := "+".join(words.name("role", each) for each in getattr(card, field)):
            parts.append(f"{words.name('icon', icon)}={named}")
    parts += [words.name("icon", icon) for icon in ("fight", "row") if getattr(card, icon)]
    return f"({';'.join(parts)})"


def _read_card(line: TypedLine, at: int) -> Iterator[tuple[int, Any]]:
    """Yield (end, card) for a navigation card: its number, or its content, with or without parentheses."""
    number = _NUMBER.match(line.low, at)
    if number and (name := f"N{int(number[1]):02}") in NAVIGATION_IDS:
        yield number.end(), name
    elif line.low.startswith("(", at) and (end := line.low.find(")", at)) > 0:
        try:
            yield end + 1, _parse_content(line, line.low[at + 1 : end])
        except NotationError as problem:
            line.fail(at, problem)
    elif (said := _parse_openly(line, line.low[at:])) is not None:
        yield from _take_whole_card(line, at, said)
    else:
        line.want(at, *NAVIGATION_IDS, _EXAMPLE)


def _read_aloud(line: TypedLine, at: int) -> Iterator[tuple[int, Any]]:
    """Yield (end, card) for a navigation card by its content alone; a number may count a list instead."""
    said = _parse_openly(line, line.low[at:])
    if said is not None and (said.bird or said.overboard or said.thirst):
        yield from _take_whole_card(line, at, said)
    else:
        line.want(at, _EXAMPLE)


def _parse_openly(line: TypedLine, text: str) -> events.NavigationContent | None:
    """Return the content that `text`, to the end of the line, describes; None where it describes none."""
    try:
        return _parse_content(line, text) if text.strip() else None
    except NotationError:
        return None


def _take_whole_card(line: TypedLine, at: int, said: events.NavigationContent) -> Iterator[tuple[int, Any]]:
    """Yield the card read to the end of the line, unless cards of the box have that content and more.

    A bird alone may be the beginning of any card with a bird: then the line fails, naming them. Where cards
    of the expansion lie among the others, only the table can tell.
    """
    is_closed = said.overboard or said.thirst or _NEXT.search(line.low, at)
    is_all = line.state.navigation > len(NAVIGATION) or (is_closed and identify(said) in NAVIGATION)
    others = () if is_all else tuple(id for id, card in NAVIGATION.items() if _says_all(card, said))
    if not others:
        yield len(line.low), said
    else:
        line.fail(len(line.low), NotationError("lifeboat.card_in_part", part_of=others, n=len(others)))


def _says_all(card: events.NavigationContent, said: events.NavigationContent) -> bool:
    """Return whether `card` has all the content of `said`, and maybe more."""
    people = {*said.overboard} <= {*card.overboard} and {*said.thirst} <= {*card.thirst}
    return people and said.bird in (0, card.bird) and said.fight <= card.fight and said.row <= card.row


def _parse_content(line: TypedLine, text: str) -> events.NavigationContent:
    """Return what a text says of a card: `bird+1;over=kid;dry=kid+mate;row`, or `bird; over: kid, mate`.

    Where commas part it, a name alone goes on with those before it. Raises NotationError.
    """
    text, words = text.translate(_SAID), _CardWords(line)
    try:
        return _content_of_parts(words, text.split(";"))
    except NotationError:
        parts = _NEXT.split(text)
        if ";" in text or len(parts) == 1:
            raise
        return _content_of_parts(words, parts)


def _content_of_parts(words: "_CardWords", parts: Iterable[str]) -> events.NavigationContent:
    """Return the card that parts of a text describe. Raises NotationError at one that says nothing."""
    facts: dict[str, Any] = {}
    people = ""
    for part in filter(None, map(str.strip, parts)):
        icon, value = words.read(part, people)
        if icon in _PEOPLE:
            people = icon
            facts[_PEOPLE[icon]] = (*facts.get(_PEOPLE[icon], ()), *value)
        elif icon in facts:
            raise NotationError("notation.navigation", expected=_ICONS, text=part)
        elif icon != "nobody":
            facts[icon] = value
    return events.NavigationContent(**facts)


class _CardWords:
    """The words of one language for the icons of a navigation card and for characters."""

    def __init__(self, line: TypedLine) -> None:
        words = line.words
        self.icons = _by_word(words.nouns("icon"))
        called = words.nouns("called").items()
        self.icons |= {said: id for id, many in called for said in plain_noun(many).split("|")}
        titles = {_ARTICLE.sub(r"\1", plain_noun(name)): id for id, name in words.nouns("character").items()}
        self.roles = {**titles, **_by_word(words.nouns("role"))}
        self.all = {said for said, id in self.icons.items() if id == "all"}

    def read(self, part: str, people: str) -> tuple[str, Any]:
        """Return the icon and value of one part of a card: `over=kid`, `the captain falls`.

        A name alone goes on with the icon `people` that names were last given for (empty: none).
        """
        for said, icon in sorted(self.icons.items(), key=lambda each: -len(each[0])):
            if part.startswith(said) and part[len(said) : len(said) + 1] in ("", *" =+-"):
                told = part.removeprefix(said).strip().removeprefix("=")
            elif icon in _PEOPLE and part.endswith(said):
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
        """Return the characters named in a text, all of them for a word such as "all".

        Raise NotationError.
        """
        if text.strip() in self.all:
            return SAILORS
        named = _ARTICLE.sub(r"\1", text.strip())
        by_name = {each.replace(" ", "_"): id for each, id in self.roles.items()}
        for each in sorted(filter(lambda each: " " in each, self.roles), key=len, reverse=True):
            named = named.replace(each, each.replace(" ", "_"))
        return tuple(_one_of(by_name, name) for name in _AND.split(named) if name)


def _by_word(nouns: Mapping[str, str]) -> dict[str, str]:
    """Return ids by the words they are typed by, and by themselves."""
    return {word: id for id, name in nouns.items() for word in (id, plain_noun(name))}


def _one_of(known: Mapping[str, str], word: str) -> str:
    """Return what a word names or begins. Raises NotationError where it is none or several."""
    alike: Iterable[str] = {id for name, id in known.items() if word and name.startswith(word)}
    within = {id for name, id in known.items() if word and word in name}
    found = [known[word]] if word in known else list(alike or within)
    if len(found) != 1:
        raise NotationError("notation.character", expected=tuple(dict.fromkeys(known)), text=word)
    return found[0]


def _read_typed(line: TypedLine, at: int) -> Iterator[tuple[int, str]]:
    """Yield (end, id) for a provision: as one types it, or as it is listed."""
    if found := list(read_noun(line, at, "typed")):
        yield from found
        return
    start = at + article(line.low, line.words.lang, at)
    for card, name in line.words.nouns("provision").items():
        called = plain_noun(name)
        called = called[article(called, line.words.lang) :]
        if card in line.words.nouns("typed") and line.low.startswith(called, start):
            yield start + len(called), card


def place_of(state: State, event: Event) -> str | None:
    """Return the moment (see `moment_of`) that decides the words of a pass or of a closing.

    `last` is that of taking the last card of those that everybody took unseen. None for other events.
    """
    if isinstance(event, events.ProvisionKept):
        return "last" if event.card is None and len(state.keepers) == 1 else None
    return moment_of(state) if isinstance(event, events.Passed | events.FightClosed) else None


def as_seen(event: Event) -> Event:
    """Return an event with the content of its navigation cards in place of their numbers."""
    return replace(event, **{name: _read_contents(value) for name, value in fields_of(event).items()})


def _read_contents(value: Any) -> Any:
    """Return what navigation cards say, one or a tuple; anything else as it is."""
    if isinstance(value, tuple):
        return tuple(map(_read_contents, value))
    return content_of(value) if isinstance(value, str) and value in NAVIGATION else value


def _read_given(line: TypedLine, at: int) -> Iterator[tuple[int, tuple[str | None, ...]]]:
    """Yield (end, cards) for what one side of a trade gives; unnamed cards are None."""
    for end, told in read_pattern(line.words.sentences["lifeboat.given.also"], line, at):
        try:
            yield (
                end,
                told["cards"] if "cards" in told else _unseen_cards(1 if told.get("one") else told["n"]),
            )
        except NotationError as problem:
            line.fail(at, problem)


def _read_thrown(line: TypedLine, at: int) -> Iterator[tuple[int, str]]:
    """Yield the preserver as what is thrown to a swimmer, while somebody is in the water."""
    if moment_of(line.state) == "overboard":
        yield from (found for found in _read_typed(line, at) if found[1] == _THROWN)


def _read_loved(line: TypedLine, at: int) -> Iterator[tuple[int, str]]:
    """Yield (end, character) for whom somebody loves or hates: by name, its beginning, or who plays it.

    A whole name excludes other readings.
    """
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


def _read_side(line: TypedLine, at: int) -> Iterator[tuple[int, str]]:
    """Yield (end, side) for a side of a fight; a first letter that is somebody's name is no side."""
    named = {end for end, _ in read_seat(line, at)}
    yield from (found for found in read_noun(line, at, "joined") if found[0] not in named)


WORDING = Wording(
    slots={"cast": OwnSlot(_write_cast, _read_cast), "deed": OwnSlot(_write_deed)},
    sorts={
        "joined": OwnSort(_read_side),
        "typed": OwnSort(_read_typed),
        "special": OwnSort(lambda line, at: read_noun(line, at, "special"), noun="typed"),
        "nav": OwnSort(_read_card, _write_card),
        "aloud": OwnSort(_read_aloud),
        "everybody": OwnSort(_read_everybody),
        "given": OwnSort(_read_given),
        "thrown": OwnSort(_read_thrown),
        "loved": OwnSort(_read_loved, noun="role"),
    },
    spread={
        events.GameEnded: lambda _, event: {"sure": () if event.open else event.winners or event.scores},
        events.SecretsDealt: lambda _, event: {"secrets": event.love or event.hate},
        events.ProvisionsDrawn: lambda _, event: {"seen": any(event.cards)},
        events.CardsTraded: _spread_trade,
        events.NavigationDrawn: _spread_sighted,
        events.Rowed: _spread_stroke,
        events.SpecialUsed: _spread_sighted,
        events.CompassUsed: _spread_card,
        events.NavigationChosen: _spread_card,
    },
    gather={
        events.ProvisionsDrawn: _gather_provisions,
        events.CardsTraded: _gather_trade,
        events.CardTaken: _gather_taken,
        events.FightJoined: _gather_side,
        events.Rowed: _gather_stroke,
        events.MugDemanded: lambda _, fields: {"card": "hand", **fields},
        events.NavigationChosen: _gather_chosen,
        events.WaterUsed: lambda _, fields: {"on": fields["seat"], **fields},
    },
    people_called=people_called,
    people_fact="characters",
    people_nouns=_PEOPLE_NOUNS,
    place_of=place_of,
    as_seen=as_seen,
)
