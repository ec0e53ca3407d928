"""Two games that differ only in what one seat cannot know, and all it might try to tell them apart."""

import msgspec
from msgspec.structs import replace

from events.table import Corrected, HouseRuled, SecretSealed, TableClosed, TakenBack
from referee.games.lifeboat import GAME
from referee.games.lifeboat import events as v
from referee.games.lifeboat.tables import NAVIGATION_IDS, PROVISION_NAMES, PROVISIONS, START_ORDER
from referee.kernel.registry import codec_for
from tests.games.lifeboat.play import SEATS, accepted, opened, physical_record, random_game

encode = msgspec.json.Encoder(order="deterministic").encode

ALONE = tuple(name for name, n in PROVISIONS.items() if n == 1)
"""Provisions there is one of: two that a seat never saw may change names."""


def dealt_game(seed, n, **options):
    """Give the verdicts of a game the referee deals, up to its end."""
    yield accepted(None, opened(n, **options))
    for _, _, verdict in random_game(seed, n, **options):
        if verdict.state.phase == "ended":
            return
        yield verdict


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
    state = None
    for event in (*events[:2], *notes, *events[2:]):
        verdict = accepted(state, event)
        state = verdict.state
        if state.phase == "ended":
            return
        yield verdict


def twin(verdicts, seat, rng):
    """Write the facts of another game that a seat cannot tell from this one; name the cards exchanged.

    Cards it never saw change names, and what others noted for themselves at a physical table may
    be anything: even wrong, even impossible.
    """
    seen = b"".join(seen_of(verdict, seat) for verdict in verdicts)
    told = encode([fact.event for verdict in verdicts for fact in verdict.facts])
    names = {**swapped(ALONE, told, seen, rng), **swapped(NAVIGATION_IDS, told, seen, rng)}
    facts = [replace(fact, event=renamed(fact.event, names)) for each in verdicts for fact in each.facts]
    is_noted = is_noted_whole(verdicts[-1].state)
    facts = [replace(fact, event=noted_anew(fact.event, seat, rng, is_noted=is_noted)) for fact in facts]
    return facts, tuple(names)


def is_noted_whole(state):
    """Tell whether people noted every card of a physical table where none that lies open is traded."""
    is_physical = state.chance == "table" and state.switches.trade_face_up == "no"
    return is_physical and all(None not in hand for hand in state.hands if hand is not None)


def seen_of(verdict, seat):
    """Write down all a seat reads of a verdict, and sees after it."""
    consequences = tuple(fact.event for fact in verdict.facts[1:])
    read = [GAME.redact(fact.event, seat, consequences) for fact in verdict.facts]
    return encode((read, GAME.view(verdict.state, seat)))


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
    """Copy an event with cards under other names."""
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


def tries(state, seat, rng, exchanged=()):
    """List what a seat might send: every event that names hidden cards, its own or not.

    It guesses at what was `exchanged` between the two games above all.
    """
    return [
        *shared_tries(state, seat, rng),
        *own_tries(state, seat, rng, exchanged),
        *others_tries(state, seat, rng),
        *corrections(state, rng),
    ]


def some(rng, names, n):
    """Guess some cards, seen or not."""
    return tuple(rng.choice((*names, None)) for _ in range(n))


def own_tries(state, seat, rng, exchanged):
    """List guesses a seat sends in its own name."""
    i = state.index[seat]
    cards = dict.fromkeys((*rng.sample(PROVISION_NAMES, 5), *exchanged))
    ways = dict.fromkeys((*rng.sample(NAVIGATION_IDS, 4), *exchanged))
    held = len(state.hands[i] or ())
    drawn = some(rng, NAVIGATION_IDS, len(state.stroke or "  "))
    for card in filter(PROVISION_NAMES.__contains__, cards):
        yield v.CardPlayed(seat, card)
        yield v.ProvisionDealt(seat, card)
        yield v.ProvisionKept(seat, card)
        yield v.HandRevealed(seat, (card,) * held)
    for who in START_ORDER:
        yield v.SecretsDealt(seat, who, None)
        yield v.SecretsDealt(seat, None, who)
        yield v.HandRevealed(seat, some(rng, PROVISION_NAMES, held), who, rng.choice(START_ORDER))
    yield v.ProvisionsDrawn(seat, some(rng, PROVISION_NAMES, len(state.boat)))
    yield v.Rowed(seat, drawn, drawn[:1], drawn[1:])
    yield v.Rowed(seat)
    yield v.NavigationDrawn(seat, drawn)
    for card in filter(NAVIGATION_IDS.__contains__, ways):
        yield v.CompassUsed(seat, card)
        yield v.NavigationChosen(card, seat)
        yield v.NavigationChosen(card)
    for card in ("flare", "parasol", "medkit", "cannibalism"):
        yield v.SpecialUsed(seat, card, seat, (), rng.choice(state.seats))
    yield v.SpecialUsed(seat, "flare", None, some(rng, NAVIGATION_IDS, 3))
    for event in (v.Passed, v.ChumUsed, v.GhostCalled, v.DemandGranted, v.DemandRefused, v.Objected):
        yield event(seat)
    yield v.WaterUsed(seat, rng.choice(state.seats))


def asks(state, seat, cards):
    """List acts that ask others for cards: an answer would tell who has them."""
    for other in state.seats:
        for card in filter(PROVISION_NAMES.__contains__, cards):
            yield v.CardsTraded((seat, other), ((), (card,)))
            yield v.CardTaken(seat, other, card)


def shared_tries(state, seat, rng):
    """List acts that name the cards of two."""
    yield from asks(state, seat, rng.sample(PROVISION_NAMES, 2))
    for other in state.seats:
        mine, card = rng.sample(PROVISION_NAMES, 2)
        yield v.CardsTraded((seat, other), ((mine,), (card,)))
        yield v.CardsTraded((other, seat), ((card, None), ()))
        yield v.CardsTraded((seat, other), ((mine,), ()))
        yield v.MugDemanded(seat, other, card)


def others_tries(state, seat, rng):
    """List what a seat says of others, of the table, and of the log."""
    other, third = rng.sample([each for each in state.seats if each != seat], 2)
    card = rng.choice(PROVISION_NAMES)
    yield v.CardPlayed(other, card)
    yield v.SecretsDealt(other, rng.choice(START_ORDER))
    yield v.HandRevealed(other, (card,))
    yield v.CardsTraded((other, third), ((card,), ()))
    yield v.CardTaken(other, third, card)
    yield v.CharactersDealt(dict(zip(state.seats, START_ORDER, strict=False)))
    yield from (v.FightClosed(), v.OverboardClosed(), v.ThirstClosed(), TableClosed(), TableClosed(seed="x"))
    yield SecretSealed(seat, "0" * 64)
    yield from (TakenBack(1), TakenBack(rng.randint(2, 40)), HouseRuled("trade_face_up", "yes"))


def corrections(state, rng):
    """List facts set by hand, one at a time, right or wrong."""
    for _ in range(6):
        who, card = rng.choice(state.seats), rng.choice(PROVISION_NAMES)
        facts = {
            "love": {who: rng.choice(START_ORDER)},
            "hate": {who: rng.choice(START_ORDER)},
            "hands": {who: some(rng, PROVISION_NAMES, rng.randint(0, 3))},
            "table": {who: (card,)},
            "discard": (card, rng.choice(PROVISION_NAMES)),
            "row_stack": some(rng, NAVIGATION_IDS, 2),
            "deck": rng.randint(0, 42),
            "lost": (who,),
        }
        name = rng.choice(sorted(facts))
        yield Corrected(v.Position(**{name: facts[name]}))
