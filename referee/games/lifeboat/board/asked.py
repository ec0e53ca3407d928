"""What stands above the buttons: who asks what of a seat, and what it would come to."""

from collections.abc import Iterable

from referee.draw import word
from referee.games.lifeboat.events import CardPlayed
from referee.games.lifeboat.tables import RULESET, WEAPONS
from referee.games.lifeboat.view import Conflict, View
from referee.kernel.parts import Event


def asked_words(view: View, lang: str, seat: str | None) -> list[str]:
    """Return what is asked of `seat` and what it would come to, by what the viewer may know; else nothing.

    Of its own hand a viewer is told what that could add; of another's nothing.
    """
    if seat is None or seat not in view.people or seat not in view.boat:
        return []
    if view.packet_holder == seat:
        return [word(view, lang, "asked_packet", n=view.packet)]
    if view.conflict is not None:
        return _asked_in_conflict(view, lang, seat, view.conflict)
    if seat in view.windows:
        return _asked_in_water(view, lang, seat) + _asked_of_thirst(view, lang, seat)
    if view.phase == "navigation" and view.navigator == seat and view.row_stack:
        return [word(view, lang, "asked_navigator")]
    return []


def _asked_in_conflict(view: View, lang: str, seat: str, conflict: Conflict) -> list[str]:
    if conflict.attack:
        return _asked_in_fight(view, lang, seat, conflict) if seat in view.windows else []
    if conflict.kind == "meal":
        is_asked = seat in view.windows and seat != conflict.by
        return [word(view, lang, "asked_meal", by=conflict.by, target=conflict.target)] if is_asked else []
    if conflict.target != seat or view.draw_due:
        return []
    if not conflict.may_refuse:
        return [word(view, lang, f"asked_{conflict.kind}_helpless", by=conflict.by, card=conflict.card or "")]
    asked = word(view, lang, f"asked_{conflict.kind}", by=conflict.by, card=conflict.card or "")
    # What a fight would begin with lies open; only what the hand could add is the viewer's own.
    return [asked, *_comparison(view, lang, seat, conflict)]


def _comparison(view: View, lang: str, seat: str, conflict: Conflict) -> list[str]:
    laid, held = strength_of(view, seat), _strength_with_hand(view, seat)
    id = "asked_odds" if laid == held else "asked_odds_held"
    attack = strength_of(view, conflict.by)
    return [word(view, lang, id, by=conflict.by, attack=attack, n=laid, held=held)]


def _asked_in_fight(view: View, lang: str, seat: str, conflict: Conflict) -> list[str]:
    sums = {"attack": conflict.attack_sum, "defence": conflict.defence_sum}
    said = [word(view, lang, "asked_fight", by=conflict.attack, target=conflict.defence, **sums)]
    laid, held = strength_of(view, seat), _strength_with_hand(view, seat)
    if seat in conflict.attack + conflict.defence:
        more = [word(view, lang, "asked_add", n=held - laid)] if held > laid else []
    else:
        more = [word(view, lang, "asked_bring" if laid == held else "asked_bring_held", n=laid, held=held)]
    return said + more


def strength_of(view: View, seat: str, hand: Iterable[str | None] = ()) -> int:
    """Return what a seat brings into a fight as its cards lie, and with those of a `hand`."""
    person = view.people[seat]
    added = [WEAPONS.get(card or "", 0) for card in (*person.table, *hand)]
    of_edition = RULESET.values(view.edition, len(view.seats))
    is_one = (view.option_of_box("one_weapon") or of_edition["one_weapon"]) == "yes"
    return person.size + (max(added, default=0) if is_one else sum(added))


def is_pressing(view: View, event: Event) -> bool:
    """Return whether a card laid now is a fighter's weapon, or helps somebody in the water."""
    if not isinstance(event, CardPlayed):
        return False
    if view.conflict is not None and event.seat in view.conflict.attack + view.conflict.defence:
        return event.card in WEAPONS
    return view.phase == "overboard" and event.card == "preserver" and bool(view.in_water)


def _strength_with_hand(view: View, seat: str) -> int:
    """Return the same with all the weapons that the viewer sees in the hand of `seat`."""
    return strength_of(view, seat, view.people[seat].hand or ())


def _asked_in_water(view: View, lang: str, seat: str) -> list[str]:
    if not view.in_water or view.phase != "overboard":
        return []
    if seat in view.in_water:
        person = view.people[seat]
        return [word(view, lang, "asked_swimmer", n=person.wounds, size=person.size)]
    return [word(view, lang, "asked_help", seats=view.in_water)]


def _asked_of_thirst(view: View, lang: str, seat: str) -> list[str]:
    if view.phase != "thirst":
        return []
    person = view.people[seat]
    if person.thirst:
        return [word(view, lang, "asked_thirst", n=person.thirst, wounds=person.wounds, size=person.size)]
    dry = tuple(each for each in view.boat if view.people[each].thirst)
    return [word(view, lang, "asked_water", seats=dry)] if dry else []
