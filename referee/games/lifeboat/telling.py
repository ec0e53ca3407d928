"""Navigation cards told: what they say, whom they name."""

from collections.abc import Mapping
from typing import Any

from referee.games.lifeboat.events import (
    CardsTraded,
    CompassUsed,
    NavigationChosen,
    NavigationContent,
    SecretsDealt,
)
from referee.l10n import say

SEPARATOR = {"en": "; ", "zh-Hans": "；", "ja": "、"}


def card_words(card: Any, lang: str) -> str:
    """Say what a navigation card reads, after its number where it has one."""
    from referee.games.lifeboat.tables import content_of

    content = content_of(card)
    words = SEPARATOR[lang].join(content_words(content, lang))
    if isinstance(card, NavigationContent):
        return words
    return f"{card} ({words})" if lang == "en" else f"{card}（{words}）"


def content_words(content: NavigationContent, lang: str) -> list[str]:
    """List what a navigation card reads, in the order it is carried out."""
    words = {1: ["nav_bird"], -1: ["nav_crossed"]}.get(content.bird, [])
    said = [say(f"lifeboat.board.{word}", lang) for word in words]
    for word, who in (("nav_over", content.overboard), ("nav_dry", content.thirst)):
        said += [say(f"lifeboat.board.{word}", lang, who=who)] if who else []
    said += [say(f"lifeboat.board.nav_{icon}", lang) for icon in ("row", "fight") if getattr(content, icon)]
    return said if content.overboard or content.thirst else [*said, say("lifeboat.board.nav_nobody", lang)]


def tell_choice(event: NavigationChosen, lang: str, names: Mapping[str, str], _: str | None) -> str:
    """Tell the day's card."""
    suffix = "" if event.seat else "_without_seat"
    words = card_words(event.card, lang)
    return say(f"lifeboat.tell.navigation_chosen{suffix}", lang, seat=event.seat, card=words, names=names)


def tell_trade(event: CardsTraded, lang: str, names: Mapping[str, str], _: str | None) -> str:
    """Tell a trade: who gave what."""
    gives = (
        (seat, other, cards)
        for (seat, other), cards in zip((event.seats, event.seats[::-1]), event.gives, strict=True)
    )
    space = " " if lang == "en" else ""
    return space.join(
        say("lifeboat.tell.cards_traded_one", lang, seat=seat, other=other, cards=cards, names=names)
        for seat, other, cards in gives
        if cards
    )


def tell_look(event: CompassUsed, lang: str, names: Mapping[str, str], _: str | None) -> str:
    """Tell a look at the top card without saying which it was."""
    return say("lifeboat.tell.compass_used", lang, seat=event.seat, names=names)


def tell_secrets(event: SecretsDealt, lang: str, names: Mapping[str, str], _: str | None) -> str:
    """Tell whom a character loves and hates, to those who may read it; to others that it is dealt."""
    if event.love is None or event.hate is None:
        return say("lifeboat.tell.secrets_dealt", lang, seat=event.seat, names=names)
    told = {"seat": event.seat, "love": event.love, "hate": event.hate}
    return say("lifeboat.tell.secrets_dealt_known", lang, names=names, **told)


TELLERS = {
    "secrets_dealt": tell_secrets,
    "navigation_chosen": tell_choice,
    "cards_traded": tell_trade,
    "compass_used": tell_look,
}
