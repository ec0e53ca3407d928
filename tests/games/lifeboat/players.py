"""Players with tempers and a table that deals: games of Lifeboat to their end, the same for a seed."""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import replace

from events.base import TABLE, Event
from events.table import TableOpened
from referee.games.lifeboat import GAME
from referee.games.lifeboat.events import (
    CardPlayed,
    CardsTraded,
    CardTaken,
    CharactersDealt,
    ChumUsed,
    CompassUsed,
    DayEnded,
    DemandGranted,
    DemandRefused,
    FightJoined,
    GhostCalled,
    MugDemanded,
    NavigationChosen,
    NavigationContent,
    Objected,
    Passed,
    ProvisionDealt,
    ProvisionKept,
    ProvisionsDrawn,
    Rowed,
    SeatDemanded,
    SecretsDealt,
    SpecialUsed,
    WaterUsed,
)
from referee.games.lifeboat.phases.dealer import deal, until_landing
from referee.games.lifeboat.state import State, awake, is_taking, navigator, phase_of, printed, strength
from referee.games.lifeboat.tables import NAVIGATION, SET_ASIDE, START_ORDER, WEAPONS, content_of
from referee.kernel.verdict import Accepted

EXPANSION = (
    NavigationContent(0, ("harter",), ("captain", "harter")),
    NavigationContent(1, ("harter",), ("mate", "kid"), False, True),
    NavigationContent(0, ("harter",), ("lauren", "captain", "harter"), True),
    NavigationContent(0, ("harter",), ("stephen", "mate", "harter"), True, True),
)
"""Made-up cards in the place of the four of Cannibalism, which are not ours to print."""

TREASURE = ("jewels", "painting3", "painting2", "cash")


class Temper(NamedTuple):
    """How a company plays: chances of demanding, refusing, siding, rowing; the worth of its life."""

    demand: float = 0.3
    refuse: float = 0.6
    join: float = 0.3
    row: float = 0.7
    save: float = 0.9
    idle: float = 0.03


class Box:
    """The true cards of a physical table: shuffled once, and followed as they move."""

    def __init__(self, seed: str, state: State) -> None:
        """Shuffle everything."""
        self.random = Random(f"box {seed}")
        kinds = printed(state)
        self.provisions = self.shuffled(card for card, n in kinds.items() for _ in range(n))
        if state.aside:
            del self.provisions[-SET_ASIDE:]
        more = EXPANSION if state.switches.cannibalism == "yes" else ()
        self.navigation: list[Any] = self.shuffled((*NAVIGATION, *more))
        pool = START_ORDER if more else tuple(c for c in START_ORDER if c != "harter")
        self.characters = self.shuffled(pool)[: len(state.seats)]
        self.loves, self.hates = self.shuffled(self.characters), self.shuffled(self.characters)

    def shuffled(self, cards: Any) -> list[Any]:
        """Shuffle cards."""
        row = list(cards)
        self.random.shuffle(row)
        return row

    def take(self, n: int) -> tuple[Any, ...]:
        """Take provisions off the deck."""
        cards, self.provisions = tuple(self.provisions[:n]), self.provisions[n:]
        return cards

    def deal(self, state: State) -> Event | None:
        """Give what the table has to tell next; None where people act."""
        match phase_of(state):
            case "setup":
                return self.set_up(state)
            case "supply" if state.packet is None:
                conscious = awake(state)
                return ProvisionsDrawn(state.seats[conscious[0]], self.take(min(len(conscious), state.deck)))
            case "action" if is_taking(state) and state.demand is not None:
                hand = state.hands[state.demand.target] or ()
                names = state.seats[state.demand.by], state.seats[state.demand.target]
                return CardTaken(*names, self.random.choice(hand))  # type: ignore[arg-type]
            case "navigation" if navigator(state) < 0:
                return NavigationChosen(self.navigation[0])
        return None

    def set_up(self, state: State) -> Event | None:
        """Deal characters, loves and hates, first provisions."""
        if not all(state.character):
            return CharactersDealt(dict(zip(state.seats, self.characters, strict=True)))
        for i, seat in enumerate(state.seats):
            if state.love[i] is None:
                return SecretsDealt(seat, self.loves[i], self.hates[i])
        for i, seat in enumerate(state.seats):
            if not state.dealt >> i & 1:
                return ProvisionDealt(seat, self.take(1)[0])
        return None

    def follow(self, before: State, verdict: Accepted) -> None:
        """Move the navigation cards an event moved."""
        for fact in verdict.facts:
            match fact.event:
                case Rowed(_, drawn, _, buried):
                    self.navigation = [*self.navigation[len(drawn) :], *buried]
                case SpecialUsed(_, "flare", _, drawn):
                    self.navigation = [*self.navigation[len(drawn) :], *drawn]
                case CompassUsed():
                    del self.navigation[0]
                case NavigationChosen(card, seat):
                    rest = [other for other in before.stack if other != card]
                    self.navigation = [*self.navigation[seat is None :], *rest]
                    self.chosen = card
                case DayEnded():
                    self.navigation.append(self.chosen)


class Company:
    """Everybody at one table, choosing among what is legal."""

    def __init__(self, seed: str, temper: Temper, box: Box | None) -> None:
        """Sit down."""
        self.random, self.temper, self.box, self.seed = Random(f"players {seed}"), temper, box, seed

    def next_event(self, state: State) -> Event | None:
        """Say what happens next; None when the game is over."""
        if phase_of(state) == "ended":
            return None
        dealt = self.box.deal(state) if self.box else deal(state, self.seed)
        if dealt is not None:
            return dealt
        acting = GAME.acting(state)
        people = [seat for seat in acting if seat != TABLE]
        if TABLE in acting and self.is_window(state):
            self.random.shuffle(people)
            wishes = (self.wish(state, seat) for seat in people)
            return next(filter(None, wishes), None) or GAME.legal(state, TABLE)[0]
        if not people or (self.box and phase_of(state) == "navigation" and not state.stack):
            return self.top_card(state)
        return self.chatter(state) or self.choose(state, people[0])

    def is_window(self, state: State) -> bool:
        """Whether people may act in any order until the table closes."""
        demand = state.demand
        is_meal = demand is not None and demand.kind == "meal"
        return state.fight is not None or is_meal or phase_of(state) in {"overboard", "thirst"}

    def top_card(self, state: State) -> Event:
        """Use the compass, or turn the top card, at a physical table."""
        assert self.box is not None
        seat = state.seats[navigator(state)]
        looks = [e for e in GAME.legal(state, seat) if isinstance(e, CompassUsed)]
        return self.complete(state, looks[0]) if looks else NavigationChosen(self.box.navigation[0])

    def likes(self, chance: float) -> bool:
        """Decide by chance."""
        return self.random.random() < chance

    def chatter(self, state: State) -> Event | None:
        """Now and then somebody trades a card or lays one open."""
        if phase_of(state) != "action" or not self.likes(self.temper.idle):
            return None
        seat = self.random.choice([state.seats[i] for i in awake(state)])
        i = state.index[seat]
        acts = [e for e in GAME.legal(state, seat) if isinstance(e, CardPlayed) or is_hand_gift(state, i, e)]
        return self.random.choice(acts) if acts else None

    def wish(self, state: State, seat: str) -> Event | None:
        """Say what a seat would still do while a window is open."""
        legal, i = GAME.legal(state, seat), state.index[seat]
        fight = state.fight
        if fight is not None:
            return self.fight_on(state, i, legal)
        if phase_of(state) == "thirst":
            own = [
                e for e in legal if isinstance(e, WaterUsed) and (e.on == seat or self.cares(state, i, e.on))
            ]
            return self.random.choice(own) if own and self.likes(self.temper.save) else None
        for event in legal:
            match event:
                case GhostCalled() if self.likes(0.7):
                    return event
                case ChumUsed() if i not in state.fallen and not state.sharks and self.likes(0.6):
                    return event
                case CardPlayed(_, "preserver", on) if self.needs_preserver(state, i, on):
                    return event
                case Objected() if self.likes(self.temper.join / 3):
                    return event
        return None

    def cares(self, state: State, i: int, on: str) -> bool:
        """Whether somebody shares water with another: with the loved one."""
        return state.character[state.index[on]] == state.love[i]

    def needs_preserver(self, state: State, i: int, on: str | None) -> bool:
        """Whether a preserver in hand would save this seat or its loved one a wound."""
        j = i if on is None else state.index[on]
        return (
            "preserver" not in state.table[i]
            and j in state.fallen
            and (j == i or state.character[j] == state.love[i])
        )

    def fight_on(self, state: State, i: int, legal: tuple[Event, ...]) -> Event | None:
        """Join the side of a friend, play a weapon on the losing side."""
        fight = state.fight
        assert fight is not None
        is_attacker = i in fight.attack
        if not is_attacker and i not in fight.defence:
            sides = [e for e in legal if isinstance(e, FightJoined)]
            return self.random.choice(sides) if sides and self.likes(self.temper.join / 2) else None
        is_winning = strength(state, fight.attack) > strength(state, fight.defence)
        weapons = [e for e in legal if isinstance(e, CardPlayed) and e.card in WEAPONS]
        if not weapons or is_winning == is_attacker:
            return None
        return self.random.choice(weapons) if self.likes(0.7) else None

    def choose(self, state: State, seat: str) -> Event:
        """Choose what the phase asks of a seat."""
        legal, i = GAME.legal(state, seat), state.index[seat]
        match phase_of(state):
            case "supply":
                return max((e for e in legal if named_keep(e)), key=lambda e: self.worth(e, i, state))
            case "navigation":
                best = max(legal, key=lambda e: self.danger(state, i, e) + self.random.random())
                return self.complete(state, best)
        if (demand := state.demand) is not None and demand.target == i:
            kind = DemandRefused if self.likes(self.temper.refuse) else DemandGranted
            return next(e for e in legal if isinstance(e, kind))
        return self.complete(state, self.act(state, i, legal))

    def worth(self, event: Event, i: int, state: State) -> float:
        """Say how much a seat wants to keep a card."""
        card = event.card if isinstance(event, ProvisionKept) else None
        hand = state.hands[i] or ()
        wants = 4 if card == "water" and hand.count("water") < 2 else 2 if card in TREASURE else 1
        return wants + 2.5 * self.random.random()

    def danger(self, state: State, i: int, event: Event) -> float:
        """Say how good a navigation choice is for a seat: looking first, then harm to others."""
        if not isinstance(event, NavigationChosen):
            return 9.0 if isinstance(event, CompassUsed) else -9.0
        card = content_of(event.card)
        me, loved, hated = state.character[i], state.love[i], state.hate[i]
        harm = [*card.overboard, *card.thirst]
        return 2 * card.bird - 3 * harm.count(me) - harm.count(loved) + harm.count(hated)  # type: ignore[arg-type]

    def act(self, state: State, i: int, legal: tuple[Event, ...]) -> Event:
        """Choose one of the five actions."""
        kinds: dict[type, list[Event]] = {}
        for event in legal:
            kinds.setdefault(type(event), []).append(event)
        strokes = kinds.get(Rowed, [])
        if state.stroke is not None:
            return self.random.choice(strokes)
        if (special := self.special(state, i, kinds.get(SpecialUsed, []))) is not None:
            return special
        demands = kinds.get(MugDemanded, []) + kinds.get(SeatDemanded, [])
        if demands and self.likes(self.temper.demand):
            return self.random.choice(demands)
        if strokes and self.likes(self.temper.row):
            return self.random.choice(strokes)
        return Passed(state.seats[i])

    def special(self, state: State, i: int, uses: list[Event]) -> Event | None:
        """Use a special card where it helps."""
        if self.box and state.birds and may_signal(state, i):
            uses = [*uses, SpecialUsed(state.seats[i], "flare")]
        for event in uses:
            assert isinstance(event, SpecialUsed)
            helps = (
                event.card != "medkit" or event.on == state.seats[i] or self.cares(state, i, event.on or "")
            )
            if helps and self.likes(0.5):
                return event
        return None

    def complete(self, state: State, event: Event) -> Event:
        """Name the cards of a stroke or a signal that a physical table draws."""
        if self.box is None:
            return event
        deck = tuple(self.box.navigation)
        match event:
            case Rowed(_, drawn, stacked, _):
                cards = deck[: len(drawn)]
                best = sorted(cards, key=lambda card: -content_of(card).bird + self.random.random())
                up = tuple(best[: len(stacked)])
                return replace(event, drawn=cards, stacked=up, buried=tuple(c for c in cards if c not in up))
            case CompassUsed():
                return replace(event, card=deck[0])
            case SpecialUsed(_, "flare"):
                return replace(event, drawn=until_landing(state, deck[:3]))
        return event


def may_signal(state: State, i: int) -> bool:
    """Whether a seat has the flare gun."""
    return "flare" in (*state.table[i], *(state.hands[i] or ()))


def named_keep(event: Event) -> bool:
    """Whether a seat keeps a card by name."""
    return isinstance(event, ProvisionKept) and event.card is not None


def is_hand_gift(state: State, i: int, event: Event) -> bool:
    """Whether a trade gives a hand card away, of a kind that does not lie face up too."""
    return isinstance(event, CardsTraded) and set(event.gives[0]) <= set(state.hands[i] or ()) - set(
        state.table[i]
    )


def play(opened: TableOpened, seed: str, temper: Temper) -> Iterator[tuple[State | None, Event, Accepted]]:
    """Play a game to its end: the state before, what happens, and the verdict."""
    verdict = accepted(None, opened)
    yield None, opened, verdict
    state: State = verdict.state
    company = Company(seed, temper, None if opened.chance == "referee" else Box(seed, state))
    while (event := company.next_event(state)) is not None:
        verdict = accepted(state, event)
        if company.box:
            company.box.follow(state, verdict)
        yield state, event, verdict
        state = verdict.state


def accepted(state: State | None, event: Event) -> Accepted:
    """Have an event judged, which has to be accepted."""
    verdict = GAME.decide(state, event)
    assert isinstance(verdict, Accepted), (event, verdict)
    return verdict
