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
from referee.web.acts.visit import Visit
from referee.web.forms.fill_in import LEFT_OUT, Field, Form, Option

TRADED = 3
"""So many cards a side a trade can be told of at a time."""

SIGNALLED = 3
"""So many navigation cards a flare draws."""


def forms_now(visit: Visit) -> Iterator[Form]:
    """List what may be filled in now."""
    state, view = visit.state, visit.view
    if state.closed or state.result is not None:
        return
    if state.phase == "setup":
        yield from set_up(visit, state)
    yield from feelings(visit, state)
    if visit.seat is not None and state.phase not in {"setup", "ended"}:
        yield from own_acts(visit, state, view)
    if view.phase == "navigation":
        yield from read_aloud(visit, state)
    if state.phase == "ended":
        yield from reveals(visit, view)


def fill(visit: Visit, id: str, **args: Any) -> str:
    """Say a message of these forms."""
    return visit.say(f"lifeboat.fill.{id}", **args)


def named(visit: Visit, kind: str, ids: Iterable[Any]) -> tuple[Option, ...]:
    """Give things to choose from, each by its noun."""
    return tuple((id, noun(kind, id, visit.lang, "lifeboat")) for id in ids)


def set_up(visit: Visit, state: State) -> Iterator[Form]:
    """Ask who got which character, then which first cards."""
    if not any(state.character):
        if state.chance == "table":
            yield characters(visit, state)
        return
    left = [s for i, s in enumerate(state.seats) if not state.dealt >> i & 1]
    if state.deals_provisions or not left:
        return
    if visit.link.role != SEAT:
        first, *others = ({"type": "provision_dealt", "seat": seat} for seat in left)
        yield Form(fill(visit, "first_cards"), first, others=tuple(others), is_due=True)
    elif visit.seat in left:
        event, kind = {"type": "provision_dealt", "seat": visit.seat}, "provision_dealt"
        yield Form(fill(visit, "first_card"), event, (one_card(visit),), is_due=True, instead=kind)


def characters(visit: Visit, state: State) -> Form:
    """Ask who got which character."""
    options = named(visit, "character", (c for c in START_ORDER if c != "harter" or state.expansion))
    fields = tuple(
        Field(f"characters.{seat}", visit.seat_name(seat), options, options[n][0])
        for n, seat in enumerate(state.seats)
    )
    event = {"type": "characters_dealt", "characters": dict.fromkeys(state.seats)}
    return Form(fill(visit, "characters"), event, fields, instead="characters_dealt", is_due=True)


def feelings(visit: Visit, state: State) -> Iterator[Form]:
    """Let a seat note whom it loves and hates, for nobody else."""
    i = state.index.get(visit.seat or "", -1)
    if i < 0 or not all(state.character) or state.phase == "ended" or state.chance != "table":
        return
    is_sealed = seal_of_seat(state, state.seats[i]) is not None
    if state.love[i] is None and state.hate[i] is None and not is_sealed:
        event = {"type": "secrets_dealt", "seat": visit.seat}
        yield Form(fill(visit, "secrets"), event, loves(visit), fill(visit, "secrets_how"))


def loves(visit: Visit, love: str | None = None, hate: str | None = None) -> tuple[Field, ...]:
    """Ask for love and hate."""
    in_play = visit.state.character
    options = (
        (None, fill(visit, "not_noted")),
        *named(visit, "character", (c for c in START_ORDER if c in in_play)),
    )
    return tuple(
        Field(kind, noun("kind", kind, visit.lang, "lifeboat"), options, chosen)
        for kind, chosen in (("love", love), ("hate", hate))
    )


def provisions(visit: Visit) -> tuple[Option, ...]:
    """List the kinds of provisions of this box; one that is not named first, where cards are on paper."""
    unnamed = () if visit.state.deals_provisions else ((None, fill(visit, "not_named")),)
    return (*unnamed, *named(visit, "short", printed(visit.state)))


def one_card(visit: Visit) -> Field:
    """Ask for a provision."""
    return Field("card", fill(visit, "card"), provisions(visit))


def own_acts(visit: Visit, state: State, view: View) -> Iterator[Form]:
    """List what a seat may fill in of its own cards: kept, drawn from another, traded, signalled."""
    if not state.deals_provisions:
        if view.phase == "supply" and view.packet_holder == visit.seat:
            event = {"type": "provision_kept", "seat": visit.seat}
            yield Form(fill(visit, "kept"), event, (one_card(visit),))
        if view.draw_due and view.conflict and view.conflict.by == visit.seat:
            event = {"type": "card_taken", "seat": visit.seat, "from": view.conflict.target}
            yield Form(fill(visit, "taken"), event, (one_card(visit),))
    if view.phase != "action" or view.draw_due or view.people[visit.seat or ""].status != "conscious":
        return
    others = [s for s in view.boat if s != visit.seat and view.people[s].status == "conscious"]
    held = may_hold(visit)
    if others and state.fight is None:
        yield trade(visit, others, held)
    if not state.deals_navigation and is_on(visit, state) and "flare" in held:
        yield signal(visit)


def may_hold(visit: Visit) -> set[str]:
    """List the kinds the viewer may have in hand, and in edition en face up, as it could lay or give them."""
    state = visit.state
    found: set[str] = {e.card for e in visit.game.legal(state, visit.seat or "") if isinstance(e, CardPlayed)}
    i = state.index[visit.seat]
    return found | {*state.table[i]} if state.switches.trade_face_up == "yes" else found


def is_on(visit: Visit, state: State) -> bool:
    """Whether it is the viewer's slot."""
    return state.demand is None and state.fight is None and state.seats[current(state)] == visit.seat


def trade(visit: Visit, others: list[str], held: set[str]) -> Form:
    """Ask with whom a seat trades, and what each gives."""
    cards = provisions(visit)
    mine = tuple(option for option in cards if option[0] is None or option[0] in held)
    fields = [Field("seats.1", fill(visit, "with"), tuple((s, visit.seat_name(s)) for s in others))]
    fields += [
        Field(f"gives.{side}.{n}", fill(visit, word, n=n + 1), (LEFT_OUT, *options), "")
        for side, word, options in ((0, "gives", mine), (1, "gets", cards))
        for n in range(TRADED)
    ]
    event = {"type": "cards_traded", "seats": [visit.seat, ""], "gives": [[None] * TRADED, [None] * TRADED]}
    return Form(fill(visit, "trade"), event, tuple(fields), fill(visit, "trade_how"))


def signal(visit: Visit) -> Form:
    """Ask which cards a flare drew."""
    options = (LEFT_OUT, *((card, card_words(card, visit.lang)) for card in NAVIGATION))
    drawn = range(SIGNALLED)
    fields = tuple(Field(f"drawn.{n}", fill(visit, "drawn_n", n=n + 1), options, "") for n in drawn)
    event = {"type": "special_used", "seat": visit.seat, "card": "flare", "drawn": [None] * SIGNALLED}
    return Form(fill(visit, "flare"), event, fields, fill(visit, "flare_how"))


def read_aloud(visit: Visit, state: State) -> Iterator[Form]:
    """Ask what a navigation card says that is not in the box; due where it can only be such a card."""
    for viewer in filter(None, (TABLE, visit.seat)):
        listed = any(isinstance(event, NavigationChosen) for event in visit.game.legal(state, viewer))
        for event in templates(state, viewer):
            card = {"bird": 0, "overboard": [], "thirst": [], "fight": False, "row": False}
            raw = {"type": "navigation_chosen", "card": card, "seat": event.seat}
            yield Form(fill(visit, "read_aloud"), raw, card_fields(visit), is_due=not listed)


def card_fields(visit: Visit) -> tuple[Field, ...]:
    """Ask for all that a navigation card says."""
    who = named(visit, "character", START_ORDER)
    birds = tuple((n, fill(visit, f"bird_{word}")) for n, word in ((0, "none"), (1, "one"), (-1, "less")))
    marks = ((False, fill(visit, "no")), (True, fill(visit, "yes")))
    asked = {"bird": birds, "overboard": who, "thirst": who, "fight": marks, "row": marks}
    return tuple(
        Field(f"card.{name}", fill(visit, name), options, is_many=options is who)
        for name, options in asked.items()
    )


def reveals(visit: Visit, view: View) -> Iterator[Form]:
    """Let those who must turn up their cards; the screen does it for who has no phone."""
    own = (visit.seat,) if visit.seat is not None else visit.open_to_device()
    for seat in view.unshown:
        if seat in own and not any(seal.seat == seat for seal in visit.state.seals):
            yield reveal(visit, view, seat)


def reveal(visit: Visit, view: View, seat: str) -> Form:
    """Ask for a seat's hand, love and hate."""
    me, cards = view.people[seat], provisions(visit)
    hand = me.hand if me.hand is not None else (None,) * (me.cards or 0)
    shown = (Field(f"hand.{n}", fill(visit, "card_n", n=n + 1), cards, card) for n, card in enumerate(hand))
    opened = str(dict(visit.state.unsealed).get(seat, "")).split()
    love, hate = opened if len(opened) == len(("love", "hate")) else (me.love, me.hate)
    fields = (*shown, *loves(visit, love, hate))
    event = {"type": "hand_revealed", "seat": seat, "hand": [None] * len(hand)}
    return Form(fill(visit, "reveal", seat=seat), event, fields, is_due=True, instead="hand_revealed")
