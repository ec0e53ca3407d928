"""A game is played by what stands on its pages: nothing that is offered is refused, two taps are enough."""

from pathlib import Path
from tempfile import TemporaryDirectory

from referee.testing.evenings import Evenings, broken

PEOPLE = ("Ada", "Ben", "Chie", "Dan", "Eve", "Fay", "Gus", "Hana")
TAPS = 2
"""So many taps an act takes at most."""

PAGES = ("", "log", "correct", "dispute", "end")


def it_is_played_by_its_buttons(evenings: Evenings) -> None:
    """With physical pieces, and thrown and dealt by the referee; every page of the table can be looked at."""
    from referee.testing.hands import Hands
    from referee.testing.phones import Service

    ruleset = evenings.game.ruleset
    ways = {evening.opened.chance for evening in evenings.all}
    for chance in sorted(ways):
        with TemporaryDirectory() as folder, Service(Path(folder) / "tables.db") as service:
            names = PEOPLE[: max(ruleset.players[0], 3 if 3 in ruleset.players else 0)]
            options = {f"option.{name}": value for name, value in evenings.options.items()}
            table = service.open(*names, game=evenings.game.id, chance=chance, **options)
            hands = Hands(table, seed=7)
            hands.play(evenings.acts)
            if hands.refused:
                broken(f"{evenings.game.id}, chance: {chance}: offered and refused: {hands.refused[0]}")
            if not hands.taps:
                broken(f"{evenings.game.id}, chance: {chance}: nothing to press; add `conceivable` to an act")
            if many := {kind: taps for kind, taps in hands.taps.items() if taps > TAPS}:
                broken(f"{evenings.game.id}, chance: {chance}: more than {TAPS} taps: {many}")
            for who in (*table.seats, "screen"):
                for page in PAGES:
                    if (status := table.page(who, page).status_code) != 200:
                        broken(f"{evenings.game.id}: the page {page or 'home'} of {who} answers {status}")


LAWS = (it_is_played_by_its_buttons,)
