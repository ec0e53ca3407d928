"""What of all that was said cannot be true together: for those who see everything named, not for a seat."""

from referee.games.lifeboat.hidden_cards import ledger as book
from referee.games.lifeboat.hidden_cards.evidence import EVERYBODY
from referee.games.lifeboat.hidden_cards.loves import KINDS, held, judge_in_play, judge_once
from referee.games.lifeboat.hidden_cards.possible import has_unseen_provisions, judge, known_provisions
from referee.games.lifeboat.state import State, deals, printed
from referee.kernel.verdict import Refused


def doubt(state: State) -> Refused | None:
    """Find what clashes in everything dealt, noted and shown, whoever may know it.

    `decide` judges a seat by what the seat can know, so what several noted for themselves may clash.

    Rules: LIF-INFO-01, LIF-INFO-02, LIF-INFO-03
    """
    return doubt_secrets(state) or doubt_provisions(state) or doubt_navigation(state)


def doubt_secrets(state: State) -> Refused | None:
    """Find loves or hates that are no permutation of the characters in play. Rules: LIF-INFO-02."""
    for kind in KINDS:
        cards = held(state, kind)
        for card in filter(None, cards):
            if refused := judge_in_play(state, kind, card):
                return refused
        if refused := judge_once(state, kind, dict(enumerate(cards))):
            return refused
    return None


def doubt_provisions(state: State) -> Refused | None:
    """Find provisions that cannot all be where they were said to be.

    Counted where the referee dealt every card and sees each. Elsewhere a card may have gone unnamed
    on its way even where all lie open now: a packet remembers what was in it.

    Rules: LIF-INFO-01, LIF-SUP-02
    """
    if state.deals_provisions and not has_unseen_provisions(state):
        kinds, lying = printed(state), known_provisions(state)
        if all(lying.count(card) <= kinds.get(str(card), 0) for card in {*lying}):
            return None
    return judge(state, book.PROVISIONS, EVERYBODY)


def doubt_navigation(state: State) -> Refused | None:
    """Find navigation cards that cannot all have come as they were said to; those the referee deals did.

    Rules: LIF-INFO-03
    """
    return None if deals(state, book.NAVIGATION) else judge(state, book.NAVIGATION, EVERYBODY)
