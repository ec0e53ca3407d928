"""Judging facts set by hand: a position may say anything but the impossible."""

from referee.games.niagara.draft import refuse
from referee.games.niagara.events import Position
from referee.games.niagara.position import in_play, place
from referee.games.niagara.state import UNKNOWN, State
from referee.games.niagara.tables import GEMS, GEMS_PER_SITE, PADDLE_CARDS
from referee.kernel.table import judge_known_seats
from referee.kernel.verdict import Refused


def judge_position(state: State, position: Position) -> Refused | None:
    """Judge a position: its seats, its canoes, its gems, its hands, its turns.

    Rules: NIA-SETUP-02, NIA-SETUP-05
    """
    rows = (position.canoes, position.owned, position.hands, position.acted)
    named = tuple(seat for row in rows for seat in row or ())
    ring = (position.ring,) if position.ring else ()
    return (
        judge_known_seats(state, (*named, *ring))
        or judge_canoes(position)
        or judge_hands(state, position)
        or judge_turns(state, position)
        or judge_gems(place(state, position))
    )


def judge_canoes(position: Position) -> Refused | None:
    """Refuse cargo where a canoe can have none.

    Rules: NIA-LAND-01, NIA-FALL-02
    """
    for seat, canoes in (position.canoes or {}).items():
        for number, canoe in canoes.items():
            if canoe.gem and canoe.at in ("land", "lost"):
                rule = "NIA-LAND-01" if canoe.at == "land" else "NIA-FALL-02"
                args = {"seat": seat, "canoe": number, "gem": canoe.gem}
                return refuse(f"niagara.no_cargo_{canoe.at}", rule, **args)
    return None


def judge_hands(state: State, position: Position) -> Refused | None:
    """Refuse hands that seven different cards, less what lies on the table, cannot make.

    Rules: NIA-CARD-01, NIA-CARD-02, NIA-SETUP-05
    """
    for seat, hand in (position.hands or {}).items():
        laid = state.laid[state.index[seat]]
        if laid == UNKNOWN:
            return refuse("niagara.hand_uncertain", "NIA-CARD-03", seat=seat)
        doubled = next((c for c in PADDLE_CARDS if (*hand, laid).count(c) > 1), None)
        if doubled is not None:
            return refuse("niagara.card_twice", "NIA-SETUP-05", "NIA-CARD-02", seat=seat, card=doubled)
    return None


def judge_turns(state: State, position: Position) -> Refused | None:
    """Refuse turns had before all cards are laid, or by a seat whose card lies face down.

    Rules: NIA-ROUND-01, NIA-CARD-03
    """
    acted = position.acted or ()
    if acted and state.phase not in {"turns", "river"}:
        return refuse("niagara.no_turns_yet", "NIA-ROUND-01")
    hidden = next((seat for seat in acted if state.shown[state.index[seat]] is None), None)
    return refuse("niagara.not_turned_up", "NIA-CARD-03", seat=hidden) if hidden else None


def judge_gems(placed: State) -> Refused | None:
    """Refuse gems that do not add up to seven of each colour.

    Rules: NIA-SETUP-02
    """
    for i, gem in enumerate(GEMS):
        total = in_play(placed, i)
        if total != GEMS_PER_SITE or placed.sites[i][i] < 0:
            elsewhere = total - placed.sites[i][i] if placed.sites[i][i] < 0 else total
            return refuse("niagara.gems_do_not_add_up", "NIA-SETUP-02", gem=gem, n=elsewhere)
    return None
