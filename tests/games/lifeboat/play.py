"""Random play for tests: a referee-dealt or a physical game, one legal act after another."""

from random import Random

from msgspec.structs import replace

from events.table import TableOpened
from referee.games.lifeboat import GAME
from referee.games.lifeboat import events as v
from referee.games.lifeboat.secrecy import SECRETS
from referee.kernel.verdict import Accepted
from referee.service.simulation.simulate import choose

SEATS = ("a", "b", "c", "d", "e", "f", "g")


def opened(n=6, chance="referee", edition="zh", **options):
    if n == 7:
        options = {"cannibalism": "yes", **options}
    return TableOpened(game="lifeboat", edition=edition, seats=SEATS[:n], options=options, chance=chance)


def accepted(state, event):
    verdict = GAME.decide(state, event)
    assert isinstance(verdict, Accepted), (event, verdict)
    return verdict


def after(*events, state=None):
    """Give the state after events, each accepted."""
    for event in events:
        state = accepted(state, event).state
    return state


def next_event(state, seed, rng):
    """Choose what happens next in a game, dealt from the seed or anything legal; None at its end.

    A stroke is finished before anything else: at a physical table it is told all at once.
    """
    acting = GAME.acting(state)
    if state.stroke:
        return rng.choice([each for each in GAME.legal(state, acting[0]) if isinstance(each, v.Rowed)])
    return (GAME.deal(state, seed) or choose(GAME, state, acting, rng)) if acting else None


def random_game(seed, n=6, **opening):
    rng = Random(seed)
    state = after(opened(n, **opening))
    while event := next_event(state, str(seed), rng):
        verdict = accepted(state, event)
        yield state, event, verdict
        state = verdict.state


def physical_record(seed, n=6, hide=1.0, **opening):
    """Turn a dealt game into the record of a physical one, each hidden card unseen with chance `hide`.

    A physical table of seven has more navigation cards: there the deck must not be turned over wholly.
    """
    rng = Random(f"hide {seed}")
    events = [opened(n, chance="table", **opening)]
    for state, _, verdict in random_game(seed, n, **opening):
        write_physical(events, state, verdict.judged[0].event)
        final = verdict.state
    shown = zip(SEATS[:n], final.hands, final.love, final.hate, strict=True)
    return [
        hidden(event, rng, hide) for event in (*events, *(v.HandRevealed(*each) for each in shown))
    ], final


def write_physical(events, state, event):
    match event:
        case v.Rowed(drawn=()):
            pass
        case v.Passed() if GAME.phase(state) == "navigation":
            pass
        case v.NavigationDrawn(cards=cards):
            last = events[-1]
            if isinstance(last, v.SpecialUsed) and last.card == "flare":
                events[-1] = replace(last, drawn=cards)
            elif isinstance(last, v.CompassUsed):
                events[-1] = replace(last, card=cards[0])
        case _:
            events.append(event)


def hidden(event, rng, hide):
    """Turn hidden cards face down; a face-up card that is traded stays named."""
    secret = SECRETS.get(type(event))
    if secret is None:
        return event
    lying_up = {card for cards in getattr(event, "face_up", ()) for card in cards}
    return replace(
        event, **{name: faded(getattr(event, name), rng, hide, lying_up) for name in secret.fields}
    )


def faded(value, rng, hide, but):
    """Replace cards by None at random, but for some."""
    if isinstance(value, tuple):
        return tuple(faded(item, rng, hide, but) for item in value)
    return value if value in but or rng.random() >= hide else None
