"""The vocabulary of Lifeboat: characters, provisions, navigation cards, and every event of a game."""

from events.table import Corrected, TableEvent
from referee.games.lifeboat.events.acting import (
    CardPlayed,
    CardsTraded,
    CardTaken,
    DemandGranted,
    DemandRefused,
    FightClosed,
    FightJoined,
    MugDemanded,
    NavigationDrawn,
    Objected,
    Passed,
    Rowed,
    SeatDemanded,
    SpecialUsed,
)
from referee.games.lifeboat.events.cards import (
    Cards,
    Cause,
    Character,
    Count,
    NavigationCard,
    NavigationCards,
    NavigationContent,
    NavigationId,
    Phase,
    Provision,
    Side,
    Special,
)
from referee.games.lifeboat.events.dealing import (
    CharactersDealt,
    ProvisionDealt,
    ProvisionKept,
    ProvisionsDrawn,
    SecretsDealt,
)
from referee.games.lifeboat.events.following import (
    BirdLost,
    BirdSighted,
    CardDiscarded,
    CardMoved,
    CorpseEaten,
    DayEnded,
    DemandLapsed,
    Died,
    FellOverboard,
    FightWon,
    Healed,
    KnockedOut,
    LostAtSea,
    SeatsChanged,
    Wounded,
)
from referee.games.lifeboat.events.navigating import (
    ChumUsed,
    CompassUsed,
    GhostCalled,
    NavigationChosen,
    OverboardClosed,
    ThirstClosed,
    WaterUsed,
)
from referee.games.lifeboat.events.position import Position
from referee.games.lifeboat.events.scoring import GameEnded, HandRevealed, Score

LifeboatAction = (
    CharactersDealt
    | SecretsDealt
    | ProvisionDealt
    | ProvisionsDrawn
    | ProvisionKept
    | CardsTraded
    | NavigationDrawn
    | Rowed
    | SeatDemanded
    | MugDemanded
    | DemandGranted
    | DemandRefused
    | FightJoined
    | CardPlayed
    | FightClosed
    | CardTaken
    | SpecialUsed
    | Objected
    | Passed
    | CompassUsed
    | NavigationChosen
    | WaterUsed
    | ChumUsed
    | GhostCalled
    | OverboardClosed
    | ThirstClosed
    | HandRevealed
)
LifeboatConsequence = (
    Wounded
    | Healed
    | BirdSighted
    | BirdLost
    | FellOverboard
    | CardDiscarded
    | KnockedOut
    | Died
    | LostAtSea
    | CorpseEaten
    | DemandLapsed
    | FightWon
    | SeatsChanged
    | CardMoved
    | DayEnded
    | GameEnded
)
LifeboatEvent = LifeboatAction | LifeboatConsequence | TableEvent | Corrected[Position]

__all__ = [
    "BirdLost",
    "BirdSighted",
    "CardDiscarded",
    "CardMoved",
    "CardPlayed",
    "CardTaken",
    "Cards",
    "CardsTraded",
    "Cause",
    "Character",
    "CharactersDealt",
    "ChumUsed",
    "CompassUsed",
    "CorpseEaten",
    "Count",
    "DayEnded",
    "DemandGranted",
    "DemandLapsed",
    "DemandRefused",
    "Died",
    "FellOverboard",
    "FightClosed",
    "FightJoined",
    "FightWon",
    "GameEnded",
    "GhostCalled",
    "HandRevealed",
    "Healed",
    "KnockedOut",
    "LifeboatAction",
    "LifeboatConsequence",
    "LifeboatEvent",
    "LostAtSea",
    "MugDemanded",
    "NavigationCard",
    "NavigationCards",
    "NavigationChosen",
    "NavigationContent",
    "NavigationDrawn",
    "NavigationId",
    "Objected",
    "OverboardClosed",
    "Passed",
    "Phase",
    "Position",
    "Provision",
    "ProvisionDealt",
    "ProvisionKept",
    "ProvisionsDrawn",
    "Rowed",
    "Score",
    "SeatDemanded",
    "SeatsChanged",
    "SecretsDealt",
    "Side",
    "Special",
    "SpecialUsed",
    "ThirstClosed",
    "WaterUsed",
    "Wounded",
]
