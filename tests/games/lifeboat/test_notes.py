"""What seats note for themselves refuses nobody else anything; what clashes is told in the open."""

from events.base import TABLE
from events.table import Corrected, TableOpened
from referee.games.lifeboat import GAME
from referee.games.lifeboat.events import (
    CardPlayed,
    CharactersDealt,
    HandRevealed,
    NavigationChosen,
    Passed,
    Position,
    ProvisionDealt,
    ProvisionKept,
    ProvisionsDrawn,
    Rowed,
    SecretsDealt,
)
from referee.games.lifeboat.hidden_cards.doubting import doubt
from referee.games.lifeboat.tables import NAVIGATION_IDS
from referee.kernel.verdict import Accepted
from referee.l10n.wording import notate
from tests.games.lifeboat import play
from tests.games.lifeboat.play import accepted, after, at_sea, refused

SEATS = tuple("ABCD")
CAST = dict(zip(SEATS, play.CAST, strict=False))
HANDS = {"A": (None, None), "B": (None,)}
OPENED = TableOpened(game="lifeboat", seats=SEATS)


DEALT = CharactersDealt(CAST)


def test_the_love_another_noted_may_be_noted_too():
    """Else guessing would tell who loves whom."""
    state = after(OPENED, DEALT, SecretsDealt("A", "mate", "lauren"), SecretsDealt("B", "mate", "lauren"))
    assert ("mate", "mate") == state.love[:2]


def test_three_that_are_noted_do_not_tell_the_fourth():
    """The last seat may say anything: nobody learns by being refused what is left."""
    noted = [SecretsDealt(seat, card, card) for seat, card in list(CAST.items())[:3]]
    state = after(OPENED, DEALT, *noted)
    verdicts = [GAME.decide(state, SecretsDealt("D", card, None)) for card in CAST.values()]
    assert [Accepted] * 4 == [type(verdict) for verdict in verdicts]


def test_what_was_shown_to_all_is_nobody_elses():
    """Everybody saw it."""
    state = at_sea(hands=HANDS)
    state = accepted(state, HandRevealed("A", (None, None), "mate", "lauren")).state
    verdict = refused(state, SecretsDealt("B", "mate", "captain"))
    assert ("A", "B") == (verdict.args["other"], verdict.args["seat"])


def ended(**facts):
    """Come to the fourth bird."""
    return after(Passed("D"), NavigationChosen("N22"), state=at_sea(birds=3, acting="D", **facts))


def test_nothing_is_scored_by_notes_that_clash():
    """Two who noted the same love: everybody turns up."""
    loves = {"A": "mate", "B": "mate", "C": "lauren", "D": "captain"}
    state = ended(hate=CAST)
    state = after(*(Corrected(Position(love={seat: card})) for seat, card in loves.items()), state=state)
    assert (None, SEATS) == (state.result, GAME.view(state, None).unshown)


def test_the_second_to_show_the_same_love_is_told_who_showed_it():
    """In the open nothing is a secret any more."""
    loves = dict.fromkeys(("A", "B"), "mate") | {"C": "lauren", "D": "captain"}
    state = ended(hate=CAST)
    state = after(*(Corrected(Position(love={seat: card})) for seat, card in loves.items()), state=state)
    state = accepted(state, HandRevealed("A", (), "mate", "lauren")).state
    assert "A" == refused(state, HandRevealed("B", (), "mate", "stephen")).args["other"]
    state = accepted(state, Corrected(Position(love={"B": "stephen"}))).state
    assert state.result is not None


def test_what_another_kept_is_not_told_by_a_refusal():
    """The packet it passed on is evidence; the card it kept is not named."""
    dealt = [ProvisionDealt(seat) for seat in SEATS]
    packet = ("knife", "hook", "flare", "oar")
    state = after(OPENED, DEALT, *dealt, ProvisionsDrawn("A", packet), ProvisionKept("A", "oar"))
    state = after(*map(ProvisionKept, "BCD"), CardPlayed("B", "parasol"), state=state)
    entries = refused(state, CardPlayed("B", "compass")).args["entries"]
    lines = [notate(state, entry["act"]) for entry in entries]
    assert ["A keeps ?", "B plays parasol", "B plays compass"] == lines


def test_what_the_packet_leaves_is_known_to_whoever_sees_it_all_and_to_no_seat():
    """All but one of its cards lie open; who never saw the packet is not told what was in it."""
    drawn = ProvisionsDrawn("A", ("flare", "hook", "cash", "cash"))
    laid = (CardPlayed("B", "hook"), CardPlayed("C", "flare"), CardPlayed("A", "cash"))
    state = after(drawn, *map(ProvisionKept, SEATS), *laid, state=at_sea(phase="supply"))
    last = {card: accepted(state, CardPlayed("D", card)).state for card in ("cash", "water")}
    assert ("cash", "water") == tuple(last)
    assert (None, "LIF-INFO-01") == (doubt(last["cash"]), doubt(last["water"]).rules[0])


def test_a_card_somebody_buried_in_secret_may_be_turned_up():
    """What a rower noted is no evidence to the others; whoever sees it all is told."""
    cards = (NAVIGATION_IDS[0], NAVIGATION_IDS[1])
    state = at_sea(hands=HANDS, birds=0, acting="A")
    state = after(Rowed("A", cards, (), cards), *map(Passed, "BCD"), state=state)
    turned = NavigationChosen(NAVIGATION_IDS[0])
    assert turned in GAME.legal(state, TABLE)
    assert doubt(accepted(state, turned).state) is not None


def test_a_navigator_is_not_told_what_others_buried():
    """Its list of what may lie in the stack is made of what it knows."""
    cards = (NAVIGATION_IDS[0], NAVIGATION_IDS[1])
    strokes = (Rowed("A", cards, (), cards), Rowed("B", (None, None), (None,), (None,)))
    state = after(*strokes, *map(Passed, "CD"), state=at_sea(hands=HANDS, acting="A"))
    assert {*NAVIGATION_IDS} == {event.card for event in GAME.legal(state, "D") if hasattr(event, "card")}


def test_a_hand_set_right_for_its_owner_is_no_evidence_to_others():
    """They read that it was set, not what it is."""
    state = accepted(at_sea(hands=HANDS), Corrected(Position(hands={"B": ("knife",)}))).state
    assert isinstance(GAME.decide(state, CardPlayed("A", "knife")), Accepted)


def test_how_many_cards_are_left_does_not_tell_what_the_drowned_had_noted():
    """A deck set by hand is judged by how many cards left the game, named or not."""

    def most(hand):
        state = at_sea(hands={"A": hand})
        state = accepted(state, Corrected(Position(lost=("A",)))).state
        verdicts = [GAME.decide(state, Corrected(Position(deck=n))) for n in range(43)]
        return [isinstance(verdict, Accepted) for verdict in verdicts]

    assert most(("water", "knife")) == most((None, None)) == most(("water", None))
