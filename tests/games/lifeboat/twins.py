"""Games with secrets, and of each another that a seat cannot tell from it."""

from contextlib import suppress

import msgspec
from msgspec import inspect
from msgspec.structs import replace

from referee.games.lifeboat import GAME
from referee.games.lifeboat import events as v
from referee.games.lifeboat.tables import NAVIGATION_IDS, PROVISION_NAMES, PROVISIONS, START_ORDER
from referee.kernel.registry import codec_for
from referee.testing.laws.changing import random_change
from referee.testing.random_games import random_value
from tests.games.lifeboat.play import SEATS, accepted, opened, physical_record, random_game

encode = msgspec.json.Encoder(order="deterministic").encode

ALONE = tuple(name for name, n in PROVISIONS[False].items() if n == 1)
"""Provisions there is one of: two that a seat never saw may change names."""

KINDS = tuple(inspect.type_info(act.event) for act in GAME.acts)
"""The acts of the game."""


def dealt_game(seed, n, **options):
    return refereed([opened(n, **options), *(event for _, event, _ in random_game(seed, n, **options))])


def physical_game(seed, n, hide, **options):
    """Give the verdicts of a game with cards on the table, each noted or not; half the loves and hates."""
    events, final = physical_record(seed, n, hide, **options)
    return noted_game([e for e in events if not isinstance(e, v.SecretsDealt)], final.love, final.hate)


def mixed_game(seed, n, **options):
    """Give the verdicts of a game with provisions on the table and navigation dealt; half the secrets."""
    options = {**options, "physical_provisions": "yes"}
    steps = list(random_game(seed, n, **options))
    cast = steps[0][2].state.character
    return noted_game([opened(n, **options), *(event for _, event, _ in steps)], cast[::-1], cast)


def noted_game(events, love, hate):
    """Referee a game in which every other seat notes its love and its hate once characters are dealt."""
    notes = [v.SecretsDealt(SEATS[i], love[i], hate[i]) for i in range(0, len(love), 2)]
    return refereed((*events[:2], *notes, *events[2:]))


def refereed(events):
    verdicts, state = [], None
    for event in events:
        verdict = accepted(state, event)
        state = verdict.state
        if state.phase == "ended":
            break
        verdicts.append(verdict)
    return verdicts


def twin(verdicts, seat, rng):
    """Write the facts of another game that a seat cannot tell from this one; name the cards exchanged.

    Cards it never saw change names, and what others noted for themselves at a physical table may
    be anything: even wrong, even impossible.
    """
    seen = b"".join(seen_of(verdict, seat) for verdict in verdicts)
    told = encode([judged.event for verdict in verdicts for judged in verdict.judged])
    names = {**swapped(ALONE, told, seen, rng), **swapped(NAVIGATION_IDS, told, seen, rng)}
    state = verdicts[-1].state
    is_physical = state.chance == "table" and state.options.trade_face_up == "no"
    is_noted = is_physical and all(None not in hand for hand in state.hands if hand is not None)
    facts = [judged for verdict in verdicts for judged in verdict.judged]
    other = (noted_anew(renamed(judged.event, names), seat, rng, is_noted=is_noted) for judged in facts)
    return [replace(judged, event=event) for judged, event in zip(facts, other, strict=True)], tuple(names)


def told(verdict, seat):
    followed = tuple(judged.event for judged in verdict.judged[1:])
    return encode([(GAME.redact(f.event, seat, followed), f.kind, f.rules) for f in verdict.judged])


def seen_of(verdict, seat):
    return told(verdict, seat) + encode(GAME.view(verdict.state, seat))


def swapped(names, told, seen, rng):
    """Find a name that is told of others only, and exchange it with one the seat never read either."""
    unseen = [name for name in names if f'"{name}"'.encode() not in seen]
    secret = [name for name in unseen if f'"{name}"'.encode() in told]
    if not secret or len(unseen) < 2:
        return {}
    one = rng.choice(secret)
    other = rng.choice([name for name in unseen if name != one])
    return {one: other, other: one}


def renamed(event, names):
    parts = encode(event).decode().split('"')
    return codec_for("lifeboat").event('"'.join(names.get(part, part) for part in parts).encode())


def noted_anew(event, seat, rng, *, is_noted):
    """Let others have noted any love and hate; and, where every card is noted, any of their cards."""
    match event:
        case v.SecretsDealt(other, love) if other != seat and love is not None:
            return replace(event, love=rng.choice(START_ORDER), hate=rng.choice(START_ORDER))
        case v.ProvisionDealt(other) if is_noted and other != seat:
            return replace(event, card=rng.choice(PROVISION_NAMES))
        case v.CardTaken(one, other) if is_noted and seat not in (one, other):
            return replace(event, card=rng.choice(PROVISION_NAMES))
        case v.CardsTraded(seats, gives) if is_noted and seat not in seats:
            return replace(event, gives=tuple(some(rng, PROVISION_NAMES, len(cards)) for cards in gives))
        case v.Rowed(other, drawn, stacked, buried) if is_noted and other != seat:
            under = some(rng, NAVIGATION_IDS, len(buried))
            return replace(event, drawn=(*stacked, *under), buried=under) if drawn else event
    return event


def some(rng, names, n):
    return tuple(rng.choice((*names, None)) for _ in range(n))


def guesses(state, seat, rng, exchanged, n):
    """Give what somebody tries: to ask others for the cards that were exchanged, and so much of anything.

    It guesses at what was exchanged between two games above all.
    """
    for other in state.seats:
        for card in filter(PROVISION_NAMES.__contains__, exchanged):
            yield from (v.CardsTraded((seat, other), ((), (card,))), v.CardTaken(seat, other, card))
            yield v.CardPlayed(other, card)
    for _ in range(n):
        event = said(state, rng, exchanged)
        is_own = getattr(event, "seat", None) is not None and rng.random() < 0.8
        yield replace(event, seat=seat) if is_own else event


def said(state, rng, likely=()):
    """Make up something to say: any act with anything in it, some cards likely, or facts set by hand."""
    names = {}
    for deck in (PROVISION_NAMES, NAVIGATION_IDS):
        if (cards := [card for card in likely if card in deck]) and rng.random() < 0.5:
            names |= {name: rng.choice(cards) for name in deck}
    while True:
        with suppress(ValueError):  # what no such event can hold
            if rng.random() < 0.2:
                return renamed(random_change(GAME, state, [state], rng), names)
            return renamed(random_value(rng.choice(KINDS), state.seats, rng), names)
