"""What of the vocabulary only some seats may read."""

from typing import NamedTuple

from events.base import Event
from referee.games.lifeboat.events.acting import CardsTraded, CardTaken, NavigationDrawn, Rowed
from referee.games.lifeboat.events.dealing import ProvisionDealt, ProvisionKept, ProvisionsDrawn, SecretsDealt
from referee.games.lifeboat.events.navigating import CompassUsed


class Secret(NamedTuple):
    """Which fields of an event only some seats may read, and the fields that name those seats."""

    fields: tuple[str, ...]
    knowers: tuple[str, ...]


SECRETS: dict[type[Event], Secret] = {
    SecretsDealt: Secret(("love", "hate"), ("seat",)),
    ProvisionDealt: Secret(("card",), ("seat",)),
    ProvisionsDrawn: Secret(("cards",), ("seat",)),
    ProvisionKept: Secret(("card",), ("seat",)),
    CardsTraded: Secret(("gives",), ("seats",)),
    NavigationDrawn: Secret(("cards",), ("seat",)),
    Rowed: Secret(("drawn", "stacked", "buried"), ("seat",)),
    CardTaken: Secret(("card",), ("seat", "from_seat")),
    CompassUsed: Secret(("card",), ("seat",)),
}
"""By type: everybody else reads null for every card in these fields, lists keeping their lengths."""


SECRET_FACTS = ("hands", "love", "hate", "row_stack")
"""Fields of a position in which others' cards are secret: by seat, the row stack to everybody."""
