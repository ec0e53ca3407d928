"""What a table of Lifeboat fills in: cards dealt, drawn, traded, read out and turned up on paper."""

from collections.abc import Iterable, Iterator
from typing import Any

from events.base import TABLE
from referee.games.lifeboat.events import CardPlayed, NavigationChosen
from referee.games.lifeboat.phases.navigation import templates
from referee.games.lifeboat.state import State, current, printed
from referee.games.lifeboat.tables import NAVIGATION, START_ORDER
from referee.games.lifeboat.view import View
from referee.games.lifeboat.wording import card_words
from referee.kernel.table import seal_of_seat
from referee.l10n import noun
from referee.web.access.seat_links import SEAT
from referee.web.acts.request_context import RequestContext
from referee.web.forms import LEFT_OUT, Field, Form, Option

TRADED = 3
"""So many cards a side a trade can be told of at a time."""

SIGNALLED = 3
"""So many navigation cards a flare draws."""


def forms_now(context: RequestContext) -> Iterator[Form]:
    """List what may be filled in now."""
    state, view = context.state, context.view
    if state.closed or state.result is not None:
        return
    if state.phase == "setup":
        yield from set_up(context, state)
    yield from feelings(context, state)
    if context.seat is not None and state.phase not in {"setup", "ended"}:
        yield from own_acts(context, state, view)
    if view.phase == "navigation":
        yield from read_aloud(context, state)
    if state.phase == "ended":
        yield from reveals(context, view)


def fill(context: RequestContext, id: str, **args: Any) -> str:
    """Say a message of these forms."""
    return context.say(f"lifeboat.fill.{id}", **args)


def named(context: RequestContext, kind: str, ids: Iterable[Any]) -> tuple[Option, ...]:
    """Give things to choose from, each by its noun."""
    return tuple((id, noun(kind, id, context.lang, "lifeboat")) for id in ids)


def set_up(context: RequestContext, state: State) -> Iterator[Form]:
    """Ask who got which character, then which first cards."""
    if not any(state.character):
        if state.chance == "table":
            yield characters(context, state)
        return
    left = [s for i, s in enumerate(state.seats) if not state.dealt >> i & 1]
    if state.deals_provisions or not left:
        return
    if context.link.role != SEAT:
        first, *others = ({"type": "provision_dealt", "seat": seat} for seat in left)
        yield Form(fill(context, "first_cards"), first, others=tuple(others), is_due=True)
    elif context.seat in left:
        event, kind = {"type": "provision_dealt", "seat": context.seat}, "provision_dealt"
        yield Form(fill(context, "first_card"), event, (one_card(context),), is_due=True, instead=kind)


def characters(context: RequestContext, state: State) -> Form:
    """Ask who got which character."""
    options = named(context, "character", (c for c in START_ORDER if c != "harter" or state.expansion))
    fields = tuple(
        Field(f"characters.{seat}", context.seat_name(seat), options, options[n][0])
        for n, seat in enumerate(state.seats)
    )
    event = {"type": "characters_dealt", "characters": dict.fromkeys(state.seats)}
    return Form(fill(context, "characters"), event, fields, instead="characters_dealt", is_due=True)


def feelings(context: RequestContext, state: State) -> Iterator[Form]:
    """Let a seat note whom it loves and hates, for nobody else."""
    i = state.index.get(context.seat or "", -1)
    if i < 0 or not all(state.character) or state.phase == "ended" or state.chance != "table":
        return
    is_sealed = seal_of_seat(state, state.seats[i]) is not None
    if state.love[i] is None and state.hate[i] is None and not is_sealed:
        event = {"type": "secrets_dealt", "seat": context.seat}
        yield Form(fill(context, "secrets"), event, loves(context), fill(context, "secrets_how"))


def loves(context: RequestContext, love: str | None = None, hate: str | None = None) -> tuple[Field, ...]:
    """Ask for love and hate."""
    in_play = context.state.character
    options = (
        (None, fill(context, "not_noted")),
        *named(context, "character", (c for c in START_ORDER if c in in_play)),
    )
    return tuple(
        Field(kind, noun("kind", kind, context.lang, "lifeboat"), options, chosen)
        for kind, chosen in (("love", love), ("hate", hate))
    )


def provisions(context: RequestContext) -> tuple[Option, ...]:
    """List the kinds of provisions of this box; one that is not named first, where cards are on paper."""
    unnamed = () if context.state.deals_provisions else ((None, fill(context, "not_named")),)
    return (*unnamed, *named(context, "short", printed(context.state)))


def one_card(context: RequestContext) -> Field:
    """Ask for a provision."""
    return Field("card", fill(context, "card"), provisions(context))


def own_acts(context: RequestContext, state: State, view: View) -> Iterator[Form]:
    """List what a seat may fill in of its own cards: kept, drawn from another, traded, signalled."""
    if not state.deals_provisions:
        if view.phase == "supply" and view.packet_holder == context.seat:
            event = {"type": "provision_kept", "seat": context.seat}
            yield Form(fill(context, "kept"), event, (one_card(context),))
        if view.draw_due and view.conflict and view.conflict.by == context.seat:
            event = {"type": "card_taken", "seat": context.seat, "from": view.conflict.target}
            yield Form(fill(context, "taken"), event, (one_card(context),))
    if view.phase != "action" or view.draw_due or view.people[context.seat or ""].status != "conscious":
        return
    others = [s for s in view.boat if s != context.seat and view.people[s].status == "conscious"]
    held = may_hold(context)
    if others and state.fight is None:
        yield trade(context, others, held)
    if not state.deals_navigation and is_on(context, state) and "flare" in held:
        yield signal(context)


def may_hold(context: RequestContext) -> set[str]:
    """List the kinds the viewer may have in hand, and in edition en face up, as it could lay or give them."""
    state = context.state
    found: set[str] = {
        e.card for e in context.game.legal(state, context.seat or "") if isinstance(e, CardPlayed)
    }
    i = state.index[context.seat]
    return found | {*state.table[i]} if state.options.trade_face_up == "yes" else found


def is_on(context: RequestContext, state: State) -> bool:
    """Whether it is the viewer's slot."""
    return state.demand is None and state.fight is None and state.seats[current(state)] == context.seat


def trade(context: RequestContext, others: list[str], held: set[str]) -> Form:
    """Ask with whom a seat trades, and what each gives."""
    cards = provisions(context)
    mine = tuple(option for option in cards if option[0] is None or option[0] in held)
    fields = [Field("seats.1", fill(context, "with"), tuple((s, context.seat_name(s)) for s in others))]
    fields += [
        Field(f"gives.{side}.{n}", fill(context, word, n=n + 1), (LEFT_OUT, *options), "")
        for side, word, options in ((0, "gives", mine), (1, "gets", cards))
        for n in range(TRADED)
    ]
    event = {"type": "cards_traded", "seats": [context.seat, ""], "gives": [[None] * TRADED, [None] * TRADED]}
    return Form(fill(context, "trade"), event, tuple(fields), fill(context, "trade_how"))


def signal(context: RequestContext) -> Form:
    """Ask which cards a flare drew."""
    options = (LEFT_OUT, *((card, card_words(card, context.lang)) for card in NAVIGATION))
    drawn = range(SIGNALLED)
    fields = tuple(Field(f"drawn.{n}", fill(context, "drawn_n", n=n + 1), options, "") for n in drawn)
    event = {"type": "special_used", "seat": context.seat, "card": "flare", "drawn": [None] * SIGNALLED}
    return Form(fill(context, "flare"), event, fields, fill(context, "flare_how"))


def read_aloud(context: RequestContext, state: State) -> Iterator[Form]:
    """Ask what a navigation card says that is not in the box; due where it can only be such a card."""
    for viewer in filter(None, (TABLE, context.seat)):
        listed = any(isinstance(event, NavigationChosen) for event in context.game.legal(state, viewer))
        for event in templates(state, viewer):
            card = {"bird": 0, "overboard": [], "thirst": [], "fight": False, "row": False}
            raw = {"type": "navigation_chosen", "card": card, "seat": event.seat}
            yield Form(fill(context, "read_aloud"), raw, card_fields(context), is_due=not listed)


def card_fields(context: RequestContext) -> tuple[Field, ...]:
    """Ask for all that a navigation card says."""
    who = named(context, "character", START_ORDER)
    birds = tuple((n, fill(context, f"bird_{word}")) for n, word in ((0, "none"), (1, "one"), (-1, "less")))
    marks = ((False, fill(context, "no")), (True, fill(context, "yes")))
    asked = {"bird": birds, "overboard": who, "thirst": who, "fight": marks, "row": marks}
    return tuple(
        Field(f"card.{name}", fill(context, name), options, is_many=options is who)
        for name, options in asked.items()
    )


def reveals(context: RequestContext, view: View) -> Iterator[Form]:
    """Let those who must turn up their cards; the screen does it for who has no phone."""
    own = (context.seat,) if context.seat is not None else context.open_to_device()
    for seat in view.unshown:
        if seat in own and not any(seal.seat == seat for seal in context.state.seals):
            yield reveal(context, view, seat)


def reveal(context: RequestContext, view: View, seat: str) -> Form:
    """Ask for a seat's hand, love and hate."""
    me, cards = view.people[seat], provisions(context)
    hand = me.hand if me.hand is not None else (None,) * (me.cards or 0)
    shown = (Field(f"hand.{n}", fill(context, "card_n", n=n + 1), cards, card) for n, card in enumerate(hand))
    opened = str(dict(context.state.unsealed).get(seat, "")).split()
    love, hate = opened if len(opened) == len(("love", "hate")) else (me.love, me.hate)
    fields = (*shown, *loves(context, love, hate))
    event = {"type": "hand_revealed", "seat": seat, "hand": [None] * len(hand)}
    return Form(fill(context, "reveal", seat=seat), event, fields, is_due=True, instead="hand_revealed")
