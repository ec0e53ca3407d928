"""Setting up: characters, loves and hates, and first provisions reach their seats."""

from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from events.base import TABLE, Event
from referee.games.lifeboat.by_hand.position import accounted, placed_boat
from referee.games.lifeboat.events import CharactersDealt, Position, ProvisionDealt, SecretsDealt
from referee.games.lifeboat.hidden_cards import ledger as book
from referee.games.lifeboat.hidden_cards.evidence import evidence
from referee.games.lifeboat.hidden_cards.loves import judge_secrets
from referee.games.lifeboat.hidden_cards.possible import judge_provisions
from referee.games.lifeboat.hidden_cards.secrecy import SECRETS
from referee.games.lifeboat.state import State, must_name, sizes_of
from referee.games.lifeboat.tables import START_ORDER
from referee.games.lifeboat.turns.days import begin_day
from referee.games.lifeboat.turns.slots import judge_phase
from referee.kernel.acts import LISTS_KEPT, Act
from referee.kernel.facts import put
from referee.kernel.verdict import Refused, refuse


def judge_cast(state: State, event: CharactersDealt) -> Refused | None:
    """Judge the characters dealt, one to each seat. Rules: LIF-SET-02, LIF-SET-04, LIF-SET-06, LIF-SET-10."""
    if refused := judge_phase(state, "setup") or judge_characters(state, event.characters):
        return refused
    known = known_characters(state)
    if all(state.character) or not known.items() <= event.characters.items():
        return refuse("lifeboat.already_dealt", "LIF-SET-04")
    missing = [seat for seat in state.seats if seat not in event.characters]
    if missing:
        return refuse("lifeboat.characters_missing", "LIF-SET-02", seats=tuple(missing))
    return None


def known_characters(state: State) -> dict[str, Any]:
    """List the characters dealt so far, or set by hand."""
    return {seat: card for seat, card in zip(state.seats, state.character, strict=True) if card}


def judge_characters(state: State, dealt: dict[str, Any]) -> Refused | None:
    """Refuse characters dealt twice, or not in this box. Rules: LIF-SET-02, LIF-SET-10."""
    cards = list(dealt.values())
    if "harter" in cards and not state.expansion:
        return refuse("lifeboat.no_harter", "LIF-SET-10")
    if doubled := next((card for card in cards if cards.count(card) > 1), None):
        return refuse("lifeboat.character_twice", "LIF-SET-02", character=doubled)
    return None


def casts(state: State, _: str) -> tuple[CharactersDealt, ...]:
    """Deal physical characters in a few ways; of all there are too many to list."""
    if state.chance != "table" or all(state.character):
        return ()
    return dealings(state.seats, state.character, expansion=state.expansion)


def templates(state: State, seat: str) -> tuple[Event, ...]:
    """Give one way the characters may be dealt: the others are typed alike."""
    return casts(state, seat)[:1] if seat == TABLE and state.phase == "setup" and not state.closed else ()


@lru_cache(maxsize=LISTS_KEPT)
def dealings(
    seats: tuple[str, ...], dealt: tuple[Any, ...], *, expansion: bool
) -> tuple[CharactersDealt, ...]:
    """Deal the characters in each turn of their order, both ways round; those set by hand stay."""
    pool = [c for c in START_ORDER if c not in dealt and (c != "harter" or expansion)]
    orders = [line[k:] + line[:k] for line in (pool, pool[::-1]) for k in range(len(pool))]
    rows = [tuple([card or rest.pop() for card in dealt]) for rest in (order[::-1] for order in orders)]
    return tuple(CharactersDealt(dict(zip(seats, row, strict=True))) for row in dict.fromkeys(rows))


def characters_dealt(state: State, event: CharactersDealt) -> State:
    """Put the characters before their seats and the places in order from bow to stern."""
    characters = tuple([event.characters.get(seat) for seat in state.seats])
    dealt = replace(state, character=characters, sizes=sizes_of(state.terms, characters))
    return begin_when_dealt(replace(dealt, boat=placed_boat(dealt, Position())), event)


def judge_love_and_hate(state: State, event: SecretsDealt) -> Refused | None:
    """Judge love and hate dealt to a seat. Rules: LIF-SET-03, LIF-SET-04, LIF-INFO-02."""
    i = state.index[event.seat]
    love, hate = state.love[i], state.hate[i]
    is_new = (love is None and event.love) or (hate is None and event.hate)
    if (love or hate) and not is_new:
        return refuse("lifeboat.secrets_dealt", "LIF-SET-04", seat=event.seat)
    return judge_secrets(state, i, event.love, event.hate, evidence(state.deals_provisions, i))


def secrets_dealt(state: State, event: SecretsDealt) -> State:
    """Put love and hate face down before a seat."""
    i = state.index[event.seat]
    return replace(
        state,
        love=put(state.love, i, event.love or state.love[i]),
        hate=put(state.hate, i, event.hate or state.hate[i]),
        ledger=book.with_secrets(state.ledger, i, event.love, event.hate, 1 << i, event, state.day),
    )


def judge_first_provision(state: State, event: ProvisionDealt) -> Refused | None:
    """Judge a first provision dealt to a seat. Rules: LIF-SET-05."""
    if refused := judge_phase(state, "setup") or judge_undealt(state, event.seat):
        return refused
    if event.card is None and must_name(state, "provisions"):
        return refuse("lifeboat.name_the_card", "LIF-SET-05", seat=event.seat)
    known = evidence(state.deals_provisions, state.index[event.seat])
    return judge_provisions(state, lambda: provision_dealt(state, event), (event.card,), known)


def judge_undealt(state: State, seat: str) -> Refused | None:
    """Refuse to deal a second provision. Rules: LIF-SET-05."""
    if state.dealt >> state.index[seat] & 1:
        return refuse("lifeboat.provision_dealt_already", "LIF-SET-05", seat=seat)
    return None


def unseen_provisions(state: State, _: str) -> tuple[ProvisionDealt, ...]:
    """Deal first provisions of a physical deck face down, once the characters are dealt."""
    if state.deals_provisions or not all(state.character):
        return ()
    return tuple([ProvisionDealt(seat) for seat in state.seats if judge_undealt(state, seat) is None])


def provision_dealt(state: State, event: ProvisionDealt) -> State:
    """Deal a first card; when all have one, the first day begins."""
    i = state.index[event.seat]
    line = book.Line(book.PROVISIONS, book.DECK, i, (event.card,), 1 << i, event, state.day)
    dealt = replace(
        state,
        hands=put(state.hands, i, (event.card,)),
        dealt=state.dealt | 1 << i,
        deck=state.deck - 1,
        ledger=book.Ledger(state.ledger, line),
    )
    return begin_when_dealt(dealt, event)


def begin_when_dealt(state: State, event: Event) -> State:
    """Begin the first day once characters and provisions are dealt."""
    if state.dealt != (1 << len(state.seats)) - 1 or not all(state.character):
        return state
    return begin_day(accounted(state), event)


ACTS = (
    Act(
        event=CharactersDealt,
        rules=("LIF-SET-02", "LIF-SET-06"),
        judge=judge_cast,
        apply=characters_dealt,
        dealt=lambda *_: True,
        listed=casts,
        phases=("setup",),
        by_table=True,
        reveals=True,
    ),
    Act(
        event=SecretsDealt,
        secret=SECRETS[SecretsDealt],
        rules=("LIF-SET-03",),
        judge=judge_love_and_hate,
        apply=secrets_dealt,
        dealt=lambda state, _: state.deals_provisions,
        by_table=True,
        reveals=True,
    ),
    Act(
        event=ProvisionDealt,
        secret=SECRETS[ProvisionDealt],
        rules=("LIF-SET-05",),
        judge=judge_first_provision,
        apply=provision_dealt,
        dealt=lambda state, _: state.deals_provisions,
        listed=unseen_provisions,
        phases=("setup",),
        by_table=True,
        reveals=True,
    ),
)
