"""What a table can agree on, in words: switches and their values, editions, topics of disputes."""

from msgspec.structs import replace

from events.base import Event
from events.codec import MalformedError
from events.envelope import encode
from events.table import ChangeProposed, DisputeOpened, HouseRuled, RulingGiven, SecretOpened, SecretSealed
from referee.kernel.registry import codec_for
from referee.kernel.switches import Charter, Switch
from referee.l10n import say
from referee.l10n.catalogs import sentence_of
from referee.l10n.facts import thing
from referee.l10n.format import LISTS


def switch_words(game: str, switch: str, lang: str) -> str:
    """Name a switch; by its id where it has no words."""
    return sentence_of(f"{game}.switch.{switch}", lang) or switch


def value_words(game: str, switch: str, value: object, lang: str) -> str:
    """Name a value of a switch; yes and no have words of their own where the switch has none."""
    own = sentence_of(f"{game}.value.{switch}.{value}", lang)
    return own or sentence_of(f"options.value.{value}", lang) or str(value)


def where_so_many(charter: Charter, switch: Switch, lang: str) -> list[str]:
    """Say what every edition has where so many sit, for each number of seats that changes a switch."""
    return [
        say("options.where_so_many", lang, n=n, value=value_words(charter.id, switch.name, value, lang))
        for n, values in charter.by_seats.items()
        for name, value in values.items()
        if name == switch.name
    ]


def edition_words(game: str, edition: str, lang: str) -> str:
    """Name an edition."""
    return sentence_of(f"{game}.edition.{edition}", lang) or edition


def topic_words(game: str, topic: str, lang: str) -> str:
    """Name what tables dispute about."""
    return sentence_of(f"{game}.topic.{topic}", lang) or topic


def decision_words(game: str, decision: str, lang: str) -> str:
    """Say a decision such as `tie_break=shared`, `edition ja` or `stands`; a table's own words stay."""
    if decision in {"stands", "does_not_stand"}:
        return say(f"ruling.{decision}", lang)
    kind, _, edition = decision.partition(" ")
    if kind == "edition" and sentence_of(f"{game}.edition.{edition}", lang):
        return say("options.as_edition", lang, edition=edition_words(game, edition, lang))
    switch, equals, value = decision.partition("=")
    name = sentence_of(f"{game}.switch.{switch}", lang)
    if not equals or name is None:
        return decision
    return f"{name}{COLON.get(lang, ': ')}{value_words(game, switch, value, lang)}"


def ruling_words(game: str, decision: str, lang: str) -> str:
    """Say a decision as a ruling keeps it: with how it came about in brackets."""
    made, bracket, note = decision.partition(" (")
    return decision_words(game, made, lang) + bracket + note


def worded(event: Event, lang: str, game: str | None = None) -> Event:
    """Copy an event that names switches or topics of a game with their words in place of ids."""
    if game is None:
        return event
    match event:
        case HouseRuled(option, value):
            words = value_words(game, option, value, lang)
            return replace(event, option=switch_words(game, option, lang), value=words)
        case RulingGiven(decision=decision):
            return replace(event, decision=ruling_words(game, decision, lang))
        case DisputeOpened(topic=topic):
            return replace(event, topic=topic_words(game, topic, lang))
        case ChangeProposed(change=change):
            return replace(event, change=worded_change(change, lang, game))
        case SecretSealed(about=about):
            return replace(event, about=about_words(game, about, lang))
        case SecretOpened(value=value, about=about):
            words = secret_words(game, value, lang)
            return replace(event, value=words, about=about_words(game, about, lang))
    return event


def about_words(game: str, about: str, lang: str) -> str:
    """Say what a seal is about: a word of the game's, and a number."""
    word, _, n = about.partition(" ")
    sentence = sentence_of(f"{game}.about.{word}", lang)
    return about if sentence is None else sentence.format(n=n)


def secret_words(game: str, value: object, lang: str) -> str:
    """Say what a seal hid: a card, or several people or cards; by its id what has no words."""
    return LISTS.get(lang, ", ").join(thing(id, lang, game) for id in str(value).split())


def worded_change(change: str, lang: str, game: str) -> str:
    """Put words into a proposed change."""
    try:
        event = codec_for(game).event(change.encode("utf-8", "replace"))
    except MalformedError:
        return change
    return encode(worded(event, lang, game)).decode() if isinstance(event, HouseRuled) else change


COLON = {"zh-Hans": "：", "ja": "："}
