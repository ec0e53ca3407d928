"""Forms for cards on paper: dealt, drawn, traded, read aloud and turned up."""

from collections.abc import Iterable, Iterator
from typing import Any

from referee.games.lifeboat.events import CardPlayed, NavigationChosen
from referee.games.lifeboat.navigation import templates
from referee.games.lifeboat.state import State, current, printed_provisions
from referee.games.lifeboat.tables import CASTS, FLARE_CARDS, NAVIGATION, START_ORDER
from referee.games.lifeboat.view import View
from referee.games.lifeboat.wording import card_words
from referee.kernel.parts import TABLE, seal_of_seat
from referee.l10n import noun
from referee.service.forms import LEFT_OUT, Field, Form, FormContext, Forms, Option

_TRADED = 3
"""How many cards a side the form of a trade has room for."""


def forms_now(context: FormContext) -> Iterator[Form]:
    """Yield the forms that the viewer may fill in now."""
    state, view = context.state, context.view
    if state.closed or state.result is not None:
        return
    if state.phase == "setup":
        yield from _set_up(context, state)
    yield from _feelings(context, state)
    if context.seat is not None and state.phase not in {"setup", "ended"}:
        yield from _own_acts(context, state, view)
    if view.phase == "navigation":
        yield from _read_aloud(context, state)
    if state.phase == "ended":
        yield from _reveals(context, view)


def _fill(context: FormContext, id: str, **args: Any) -> str:
    return context.say(f"lifeboat.fill.{id}", **args)


def _options_of(context: FormContext, kind: str, ids: Iterable[Any]) -> tuple[Option, ...]:
    return tuple((id, noun(kind, id, context.lang, "lifeboat")) for id in ids)


def _set_up(context: FormContext, state: State) -> Iterator[Form]:
    if not any(state.character):
        if state.chance == "table":
            yield _characters(context, state)
        return
    left = [s for i, s in enumerate(state.seats) if not state.dealt >> i & 1]
    if state.deals_provisions or not left:
        return
    if not context.has_own_link:
        first, *others = ({"type": "provision_dealt", "seat": seat} for seat in left)
        yield Form(_fill(context, "first_cards"), first, others=tuple(others), is_due=True)
    elif context.seat in left:
        event, kind = {"type": "provision_dealt", "seat": context.seat}, "provision_dealt"
        yield Form(_fill(context, "first_card"), event, (_one_card(context),), is_due=True, instead=kind)


def _characters(context: FormContext, state: State) -> Form:
    options = _options_of(context, "character", CASTS[state.expansion])
    fields = tuple(
        Field(f"characters.{seat}", context.seat_name(seat), options, options[n][0])
        for n, seat in enumerate(state.seats)
    )
    event = {"type": "characters_dealt", "characters": dict.fromkeys(state.seats)}
    return Form(_fill(context, "characters"), event, fields, instead="characters_dealt", is_due=True)


def _feelings(context: FormContext, state: State) -> Iterator[Form]:
    """Yield a form for a seat to note its love and hate, unless it did, sealed them, or the referee deals."""
    i = state.index.get(context.seat or "", -1)
    if i < 0 or not all(state.character) or state.phase == "ended" or state.chance != "table":
        return
    is_sealed = seal_of_seat(state, state.seats[i]) is not None
    if state.love[i] is None and state.hate[i] is None and not is_sealed:
        event = {"type": "secrets_dealt", "seat": context.seat}
        yield Form(_fill(context, "secrets"), event, _loves(context), _fill(context, "secrets_how"))


def _loves(context: FormContext, love: str | None = None, hate: str | None = None) -> tuple[Field, ...]:
    """Return fields for a love and a hate, with these chosen."""
    in_play = context.state.character
    options = (
        (None, _fill(context, "not_noted")),
        *_options_of(context, "character", (c for c in START_ORDER if c in in_play)),
    )
    return tuple(
        Field(kind, noun("kind", kind, context.lang, "lifeboat"), options, chosen)
        for kind, chosen in (("love", love), ("hate", hate))
    )


def _provisions(context: FormContext) -> tuple[Option, ...]:
    """Return the provisions of this box to choose from; with paper cards "not named" (None) comes first."""
    unnamed = () if context.state.deals_provisions else ((None, _fill(context, "not_named")),)
    return (*unnamed, *_options_of(context, "short", printed_provisions(context.state)))


def _one_card(context: FormContext) -> Field:
    return Field("card", _fill(context, "card"), _provisions(context))


def _own_acts(context: FormContext, state: State, view: View) -> Iterator[Form]:
    """Yield the forms of a seat's acts with hidden cards: keep, take, trade, signal.

    Only those possible now.
    """
    if not state.deals_provisions:
        if view.phase == "supply" and view.packet_holder == context.seat:
            event = {"type": "provision_kept", "seat": context.seat}
            yield Form(_fill(context, "kept"), event, (_one_card(context),))
        if view.draw_due and view.conflict and view.conflict.by == context.seat:
            event = {"type": "card_taken", "seat": context.seat, "from": view.conflict.target}
            yield Form(_fill(context, "taken"), event, (_one_card(context),))
    if view.phase != "action" or view.draw_due or view.people[context.seat or ""].status != "conscious":
        return
    others = [s for s in view.boat if s != context.seat and view.people[s].status == "conscious"]
    held = _may_hold(context)
    if others and state.fight is None:
        yield _trade(context, others, held)
    is_own_slot = state.demand is None and state.fight is None and state.seats[current(state)] == context.seat
    if not state.deals_navigation and is_own_slot and "flare" in held:
        yield _signal(context)


def _may_hold(context: FormContext) -> set[str]:
    """Return the kinds the viewer may lay or give: of its legal acts and, with the option, those face up."""
    state = context.state
    found: set[str] = {
        e.card for e in context.game.legal(state, context.seat or "") if isinstance(e, CardPlayed)
    }
    i = state.index[context.seat]
    return found | {*state.table[i]} if state.options.trade_face_up == "yes" else found


def _trade(context: FormContext, others: list[str], held: set[str]) -> Form:
    cards = _provisions(context)
    mine = tuple(option for option in cards if option[0] is None or option[0] in held)
    fields = [Field("seats.1", _fill(context, "with"), tuple((s, context.seat_name(s)) for s in others))]
    fields += [
        Field(f"gives.{side}.{n}", _fill(context, word, n=n + 1), (LEFT_OUT, *options), "")
        for side, word, options in ((0, "gives", mine), (1, "gets", cards))
        for n in range(_TRADED)
    ]
    event = {
        "type": "cards_traded",
        "seats": [context.seat, ""],
        "gives": [[None] * _TRADED, [None] * _TRADED],
    }
    return Form(_fill(context, "trade"), event, tuple(fields), _fill(context, "trade_how"))


def _signal(context: FormContext) -> Form:
    options = (LEFT_OUT, *((card, card_words(card, context.lang)) for card in NAVIGATION))
    drawn = range(FLARE_CARDS)
    fields = tuple(Field(f"drawn.{n}", _fill(context, "drawn_n", n=n + 1), options, "") for n in drawn)
    event = {"type": "special_used", "seat": context.seat, "card": "flare", "drawn": [None] * FLARE_CARDS}
    return Form(_fill(context, "flare"), event, fields, _fill(context, "flare_how"))


def _read_aloud(context: FormContext, state: State) -> Iterator[Form]:
    """Yield a form for a navigation card that is not in the box; due where it can only be such a card."""
    for viewer in filter(None, (TABLE, context.seat)):
        listed = any(isinstance(event, NavigationChosen) for event in context.game.legal(state, viewer))
        for event in templates(state, viewer):
            card = {"bird": 0, "overboard": [], "thirst": [], "fight": False, "row": False}
            raw = {"type": "navigation_chosen", "card": card, "seat": event.seat}
            yield Form(_fill(context, "read_aloud"), raw, _card_fields(context), is_due=not listed)


def _card_fields(context: FormContext) -> tuple[Field, ...]:
    who = _options_of(context, "character", START_ORDER)
    birds = tuple((n, _fill(context, f"bird_{word}")) for n, word in ((0, "none"), (1, "one"), (-1, "less")))
    marks = ((False, _fill(context, "no")), (True, _fill(context, "yes")))
    asked = {"bird": birds, "overboard": who, "thirst": who, "fight": marks, "row": marks}
    return tuple(
        Field(f"card.{name}", _fill(context, name), options, is_many=options is who)
        for name, options in asked.items()
    )


def _reveals(context: FormContext, view: View) -> Iterator[Form]:
    """Yield forms for those who must show their cards; the table's screen fills in for who has no phone."""
    own = (context.seat,) if context.seat is not None else context.open_to_device()
    for seat in view.unshown:
        if seat in own and not any(seal.seat == seat for seal in context.state.seals):
            yield _reveal(context, view, seat)


def _reveal(context: FormContext, view: View, seat: str) -> Form:
    me, cards = view.people[seat], _provisions(context)
    hand = me.hand if me.hand is not None else (None,) * (me.cards or 0)
    shown = (
        Field(f"hand.{n}", _fill(context, "card_n", n=n + 1), cards, card) for n, card in enumerate(hand)
    )
    opened = str(dict(context.state.unsealed).get(seat, "")).split()
    love, hate = opened if len(opened) == len(("love", "hate")) else (me.love, me.hate)
    fields = (*shown, *_loves(context, love, hate))
    event = {"type": "hand_revealed", "seat": seat, "hand": [None] * len(hand)}
    return Form(_fill(context, "reveal", seat=seat), event, fields, is_due=True, instead="hand_revealed")


FORMS = Forms(forms_now)
