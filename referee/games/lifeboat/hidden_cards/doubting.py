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
    Provisions are counted where the referee dealt every card and sees each; elsewhere one may have gone
    unnamed on its way even where all lie open now: a packet remembers what was in it. Navigation cards
    that the referee deals came as they were said to.

    Rules: LIF-INFO-01, LIF-INFO-02, LIF-INFO-03, LIF-SUP-02
    """
    if refused := doubt_secrets(state):
        return refused
    kinds, lying = printed(state), known_provisions(state)
    is_counted = state.deals_provisions and not has_unseen_provisions(state)
    is_clear = is_counted and all(lying.count(card) <= kinds.get(str(card), 0) for card in {*lying})
    refused = None if is_clear else judge(state, book.PROVISIONS, EVERYBODY)
    if refused or deals(state, book.NAVIGATION):
        return refused
    return judge(state, book.NAVIGATION, EVERYBODY)


def doubt_secrets(state: State) -> Refused | None:
    """Find loves or hates that are no permutation of the characters in play. Rules: LIF-INFO-02."""
    for kind in KINDS:
        cards = held(state, kind)
        found = [refused for card in filter(None, cards) if (refused := judge_in_play(state, kind, card))]
        if refused := next(iter(found), None) or judge_once(state, kind, dict(enumerate(cards))):
            return refused
    return None
