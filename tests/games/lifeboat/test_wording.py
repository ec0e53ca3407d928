"""What one says in Lifeboat, in three languages: lines as people type them, and what is told of cards."""

import re

import pytest
from msgspec.structs import replace

from events.table import Corrected, HouseRuled, TableOpened
from referee.games.lifeboat import GAME
from referee.games.lifeboat.events import (
    CardPlayed,
    CardsTraded,
    CardTaken,
    CharactersDealt,
    ChumUsed,
    CompassUsed,
    DemandGranted,
    DemandRefused,
    FightClosed,
    FightJoined,
    HandRevealed,
    MugDemanded,
    NavigationChosen,
    NavigationContent,
    NavigationDrawn,
    Passed,
    Position,
    ProvisionDealt,
    ProvisionKept,
    ProvisionsDrawn,
    Rowed,
    SeatDemanded,
    SecretsDealt,
    SpecialUsed,
    WaterUsed,
)
from referee.games.lifeboat.phases.rowing import splits
from referee.games.lifeboat.state import Demand, Fight
from referee.games.lifeboat.tables import NAVIGATION_IDS, content_of
from referee.games.lifeboat.wording import card_words, content_words, place_of
from referee.kernel.game import NotationError
from referee.l10n import LANGUAGES
from referee.l10n.tell import tell
from referee.l10n.wording import label, parse

TABLE = GAME.decide(None, TableOpened(game="lifeboat", seats=("a", "b", "c", "d"))).state
READ = NavigationContent(1, ("kid",), ("kid", "mate"), row=True)

CAST = CharactersDealt({"a": "kid", "b": "mate", "c": "captain", "d": "lauren"})

LINES = [
    ("a is the Kid, b is the First Mate, c is the Captain and d is Lady Lauren", CAST),
    ("characters a kid, b mate, c captain, d lauren", CAST),
    ("a是小孩、b是大副、c是船长、d是劳伦夫人", CAST),
    ("aは少年、bは一等航海士、cは船長、dはローレン夫人", CAST),
    ("characters a=kid b=mate", CharactersDealt({"a": "kid", "b": "mate"})),
    ("a is the Kid, b the First Mate", CharactersDealt({"a": "kid", "b": "mate"})),
    ("角色 a=小孩 b=大副", CharactersDealt({"a": "kid", "b": "mate"})),
    ("a gets hate=kid love=?", SecretsDealt("a", None, "kid")),
    ("a draws 5", ProvisionsDrawn("a", (None,) * 5)),
    ("a 物資5枚を引く", ProvisionsDrawn("a", (None,) * 5)),
    ("a 抽 3 张补给", ProvisionsDrawn("a", (None,) * 3)),
    ("a row", Rowed("a")),
    ("a rows stack N01,? bury 4", Rowed("a", ("N01", None, "N04"), ("N01", None), ("N04",))),
    ("a rows bury N02 stack N01", Rowed("a", ("N01", "N02"), ("N01",), ("N02",))),
    ("a rows stack N01 bury N02 drawn N02,N01", Rowed("a", ("N02", "N01"), ("N01",), ("N02",))),
    ("a 划船，放进 N01，压底 ？", Rowed("a", ("N01", None), ("N01",), (None,))),
    ("aは漕ぐ、漕ぎ山に N01、山の下に N02", Rowed("a", ("N01", "N02"), ("N01",), ("N02",))),
    ("a swap b", SeatDemanded("a", "b")),
    ("a 要 b 的位置", SeatDemanded("a", "b")),
    ("a mug b", MugDemanded("a", "b", "hand")),
    ("a mugs b kn", MugDemanded("a", "b", "knife")),
    ("a抢b的小刀", MugDemanded("a", "b", "knife")),
    ("aはbからナイフを奪う", MugDemanded("a", "b", "knife")),
    ("aはbから1枚奪う", MugDemanded("a", "b", "hand")),
    ("a robs b of the knife", MugDemanded("a", "b", "knife")),
    ("a steals a card from b", MugDemanded("a", "b", "hand")),
    ("a takes b's place", SeatDemanded("a", "b")),
    ("a changes places with b", SeatDemanded("a", "b")),
    ("b gets a card face down", ProvisionDealt("b")),
    ("b 拿到一张牌", ProvisionDealt("b")),
    ("bはカードをもらう", ProvisionDealt("b")),
    ("b keeps the oar", ProvisionKept("b", "oar")),
    ("b keeps a card", ProvisionKept("b")),
    ("b yes", DemandGranted("b")),
    ("b 让", DemandGranted("b")),
    ("bは譲る", DemandGranted("b")),
    ("b refuses and fights", DemandRefused("b")),
    ("b 不给", DemandRefused("b")),
    ("bは戦う", DemandRefused("b")),
    ("a plays the life preserver on b", CardPlayed("a", "preserver", "b")),
    ("a trades water,? with b for knife", CardsTraded(("a", "b"), (("water", None), ("knife",)))),
    ("a gives b water", CardsTraded(("a", "b"), (("water",), ()))),
    ("aはbに水、現金を渡す", CardsTraded(("a", "b"), (("water", "cash"), ()))),
    ("a trades 2 cards with b for 1 card", CardsTraded(("a", "b"), ((None, None), (None,)))),
    ("a gives b a card for the knife", CardsTraded(("a", "b"), ((None,), ("knife",)))),
    ("a swaps a card with b for 2 cards", CardsTraded(("a", "b"), ((None,), (None, None)))),
    ("a gives oar, water to b for a card", CardsTraded(("a", "b"), (("oar", "water"), (None,)))),
    ("a 送给 b 2 张牌换小刀", CardsTraded(("a", "b"), ((None, None), ("knife",)))),
    ("aは水をbに渡す", CardsTraded(("a", "b"), (("water",), ()))),
    ("aは水をbのカード2枚と交換", CardsTraded(("a", "b"), (("water",), (None, None)))),
    ("a and b trade a card", CardsTraded(("a", "b"), ((None,), (None,)))),
    ("a swaps with b", SeatDemanded("a", "b")),
    ("a 用一张牌换 b 的现金", CardsTraded(("a", "b"), ((None,), ("cash",)))),
    ("a 和 b 交换一张牌", CardsTraded(("a", "b"), ((None,), (None,)))),
    ("aは1枚をbの2枚と交換する", CardsTraded(("a", "b"), ((None,), (None, None)))),
    ("aはbと1枚ずつ交換する", CardsTraded(("a", "b"), ((None,), (None,)))),
    ("a throws the life preserver to b", CardPlayed("a", "preserver", "b")),
    ("the fight is over", FightClosed()),
    ("nobody joins", FightClosed()),
    ("没有人加入", FightClosed()),
    ("争いは終わり", FightClosed()),
    ("a drinks water", WaterUsed("a", "a")),
    ("a gives b some water to drink", WaterUsed("a", "b")),
    ("a 给 b 一壶水", WaterUsed("a", "b")),
    ("a eats b", SpecialUsed("a", "cannibalism", corpse="b")),
    ("a 吃掉 b", SpecialUsed("a", "cannibalism", corpse="b")),
    ("aはbを食べる", SpecialUsed("a", "cannibalism", corpse="b")),
    ("a bandages b", SpecialUsed("a", "medkit", "b")),
    ("a 给 b 疗伤", SpecialUsed("a", "medkit", "b")),
    ("aはbの手当てをする", SpecialUsed("a", "medkit", "b")),
    ("a opens the parasol", SpecialUsed("a", "parasol")),
    ("aは信号銃を撃つ：N01,N02,N03", SpecialUsed("a", "flare", None, ("N01", "N02", "N03"))),
    ("a fires the flare gun: N01,N02,N03", SpecialUsed("a", "flare", None, ("N01", "N02", "N03"))),
    (
        "a shows cash, water, loves the kid and hates mate",
        HandRevealed("a", ("cash", "water"), "kid", "mate"),
    ),
    ("a 亮出现金、水壶，爱小孩，恨大副", HandRevealed("a", ("cash", "water"), "kid", "mate")),
    ("aは現金、水を見せる、愛は少年、憎は一等航海士", HandRevealed("a", ("cash", "water"), "kid", "mate")),
    ("a plays preserver on b", CardPlayed("a", "preserver", "b")),
    ("a 把救生圈抛给 b", CardPlayed("a", "preserver", "b")),
    ("b takes ? from a", CardTaken("b", "a")),
    ("a uses flare drawn N01,N02,N03", SpecialUsed("a", "flare", None, ("N01", "N02", "N03"))),
    ("a uses cannibalism corpse b", SpecialUsed("a", "cannibalism", corpse="b")),
    ("a passes", Passed("a")),
    ("a stays out", Passed("a", out=True)),
    ("a looks at ?", CompassUsed("a")),
    ("a shows N01,N02", NavigationDrawn("a", ("N01", "N02"), openly=True)),
    ("a chooses 7", NavigationChosen("N07", "a")),
    ("top card (bird+1;over=kid;dry=kid+mate;row)", NavigationChosen(READ)),
    ("bird; over: kid; dry: kid, mate; row", NavigationChosen(READ)),
    (
        "The top card: a bird; overboard: the Kid; thirsty: the Kid, the First Mate; rowers thirst",
        NavigationChosen(READ),
    ),
    ("a bird, the kid falls, the kid and the first mate thirst, rowers", NavigationChosen(READ)),
    ("over: kid, captain, dry: mate", NavigationChosen(NavigationContent(0, ("kid", "captain"), ("mate",)))),
    ("牌堆顶：一只飞鸟；落水：小孩；口渴：小孩、大副；划船者口渴", NavigationChosen(READ)),
    ("一只海鸟，小孩落水，小孩和大副口渴，划桨者口渴", NavigationChosen(READ)),
    ("カモメ、少年が落ちる、少年と航海士が渇く、漕いだ者", NavigationChosen(READ)),
    ("over: kid", NavigationChosen(NavigationContent(0, ("kid",)))),
    ("牌堆顶 （鸟+1；落水=小孩；口渴=小孩+大副；划船）", NavigationChosen(READ)),
    ("山の一番上は (鳥+1;落水=少年;渇き=少年+一等航海士;漕ぎ)", NavigationChosen(READ)),
    ("a waters", WaterUsed("a", "a")),
    ("a reveals - love=kid hate=mate", HandRevealed("a", (), "kid", "mate")),
    ("house rule row_one=yes: a short evening", HouseRuled("row_one", "yes", "a short evening")),
]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("line", "event"), LINES, ids=[line for line, _ in LINES])
def test_a_line_is_read_by_everybody(line, event, lang):
    """Short or long, as it stands in old records, and in any language; any card, with the expansion's."""
    assert event == parse(replace(TABLE, navigation=28), line, lang)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("card", NAVIGATION_IDS)
def test_a_card_is_typed_as_the_list_of_what_is_possible_words_it(card, lang):
    """All 24 of them, in every language, from the top of the deck."""
    chosen = NavigationChosen(content_of(card))
    assert chosen == parse(TABLE, label(TABLE, chosen, lang, None), lang)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("a rows stack N25 bury N01", "notation.misplaced"),
        ("a rows 3", "notation.stroke"),
        ("a rows stack N01 bury N02 drawn N01", "notation.stroke"),
        ("a draws 99", "notation.provision"),
        ("top card (bird+2)", "notation.navigation"),
        ("top card (bird;bird;over=kid)", "notation.navigation"),
        ("top card (over=nobody)", "notation.character"),
        ("a uses knife", "notation.misplaced"),
        ("characters a=sword", "notation.misplaced"),
        ("a mugs", "notation.incomplete"),
    ],
)
def test_a_line_that_means_nothing_says_where(line, reason):
    """The place at which it stops making sense, and what could stand there."""
    with pytest.raises(NotationError) as error:
        parse(TABLE, line)
    assert (reason, True) == (error.value.reason, bool(error.value.expected))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("event", [event for _, event in LINES if not isinstance(event, HouseRuled)], ids=str)
def test_no_number_of_the_project_is_told(event, lang):
    """A card is what it reads: the numbers are typed, and printed on no card."""
    said = label(TABLE, event, lang) + tell(event, lang, {})
    assert [] == re.findall(r"N\d\d|None|[{}]", said)


@pytest.mark.parametrize("line", ["c helps b", "c side with b", "c 帮 b", "cはbに加勢する"])
def test_a_side_is_named_by_who_fights_on_it(line):
    """Nobody calls a friend the defence."""
    fighting = replace(TABLE, fight=Fight((0,), (1,)))
    assert FightJoined("c", "defence") == parse(fighting, line)
    with pytest.raises(NotationError) as error:
        parse(TABLE, line)
    assert "notation.no_side" == error.value.reason


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("line", "side"),
    [
        ("B joins A", "defence"),
        ("B help D", "attack"),
        ("B joins att", "attack"),
        ("B joins defence", "defence"),
    ],
)
def test_a_seat_called_by_a_letter_is_no_beginning_of_a_side(line, side, lang):
    """A fights in defence here, and D attacks."""
    opened = GAME.decide(None, TableOpened(game="lifeboat", seats=("A", "B", "C", "D"))).state
    fighting = replace(opened, fight=Fight((3,), (0,)))
    assert FightJoined("B", side) == parse(fighting, line, lang)


@pytest.mark.parametrize("line", ["c joins a", "c helps a", "c sides with a", "c 加入 a", "cはaに加わる"])
def test_a_seat_is_no_first_letter_of_a_side(line):
    """Whoever helps seat a, who defends, is not on the side of the attack."""
    fighting = replace(TABLE, fight=Fight((1,), (0,)))
    assert FightJoined("c", "defence") == parse(fighting, line)
    assert FightJoined("c", "attack") == parse(fighting, "c joins att")


@pytest.mark.parametrize("line", ["a plays chum", "a 打出 死鱼", "aが撒き餌を出す"])
def test_chum_that_is_played_is_thrown_where_somebody_is_in_the_water(line):
    """At any other time it is laid face up."""
    cast = dict(zip("abcd", ("kid", "mate", "captain", "lauren"), strict=True))
    hands = {"a": ("chum",), "b": (), "c": (), "d": ()}
    state = GAME.decide(TABLE, Corrected(Position(characters=cast, hands=hands, phase="navigation"))).state
    assert CardPlayed("a", "chum") == parse(state, line)
    assert ChumUsed("a") == parse(GAME.decide(state, NavigationChosen("N08")).state, line)


def test_the_beginning_of_a_word_is_no_seat():
    """`deal` is not d, and what is wrong is quoted whole."""
    with pytest.raises(NotationError) as error:
        parse(TABLE, "deal a card to everyone")
    assert "deal a card to everyone" == error.value.args_["text"]


@pytest.mark.parametrize(
    ("phase", "said", "drunk"),
    [
        ("action", "a gives b water", CardsTraded(("a", "b"), (("water",), ()))),
        ("thirst", "a gives b water", None),
    ],
)
def test_water_given_is_drunk_by_the_thirsty_and_traded_in_the_action_phase(phase, said, drunk):
    """The same words, in another moment."""
    assert (drunk or WaterUsed("a", "b")) == parse(replace(TABLE, phase=phase), said)


def test_what_ends_a_meal_and_what_the_navigator_leaves_to_the_deck_are_called_so():
    """Nobody has joined a fight there is not, and turning up a card is not doing nothing."""
    eating = replace(TABLE, phase="action", demand=Demand(0, "meal", 1))
    fighting = replace(eating, fight=Fight((0,), (1,)))
    at_the_helm = replace(TABLE, phase="navigation")
    said = (
        (eating, FightClosed(), "Nobody objects", "Nobody objects."),
        (fighting, FightClosed(), "Nobody joins or plays any more", "Nobody joins or plays any more."),
        (TABLE, Passed("a"), "Do nothing", "a does nothing."),
        (at_the_helm, Passed("a"), "Turn up the top card", "a lets the top card be turned up."),
    )
    for state, event, button, sentence in said:
        told = tell(event, "en", {}, place_of(state, event))
        assert (button, sentence) == (label(state, event, "en", "a"), told)


def test_a_card_that_names_all_six_says_so():
    """A list of six is read by nobody."""
    assert "Choose: overboard: all six; thirsty: all six; fighters thirst" == label(
        TABLE, NavigationChosen("N24", "a"), "en", "a"
    )


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("drawn", [("N13", "N22"), ("N01", "N05", "N09"), NAVIGATION_IDS[8:12]], ids=str)
def test_cards_that_were_drawn_are_parted_by_what_tells_them_apart(drawn, lang):
    """Who rows sees what each reads: no button says it again, and no two buttons read the same."""
    ways = splits("a", drawn)
    said = [label(TABLE, way, lang, "a") for way in ways]
    assert len(ways) == len({*said})
    whole = [card_words(card, lang) for card in drawn if len(content_words(content_of(card), lang)) > 2]
    assert [] == [(each, card) for each in said for card in whole if card in each]


@pytest.mark.parametrize(
    "said", ["bird; over: kid; dry: kid, mate; row", "鳥、少年が落ちる、少年と航海士が渇く、漕いだ者"]
)
def test_what_a_card_reads_is_the_navigators_choice_where_there_is_a_row_stack(said):
    """Nobody else chooses then; without one it is the top card."""
    aboard = replace(TABLE, navigation=28, boat=(0, 1, 2, 3), sizes=(3, 8, 7, 4))
    assert NavigationChosen(READ) == parse(aboard, said)
    assert NavigationChosen(READ, "d") == parse(replace(aboard, stack=(None, None)), said)


def test_a_navigator_chooses_by_what_tells_the_cards_of_the_row_stack_apart():
    """All of them are read above; where one has not been seen, the card says all it reads."""
    seen = replace(TABLE, stack=("N13", "N22"))
    chosen = NavigationChosen("N13", "a")
    assert "Choose: overboard: the First Mate" == label(seen, chosen, "en", "a")
    whole = "Choose: overboard: the First Mate; thirsty: Lady Lauren"
    assert {whole} == {
        label(replace(TABLE, stack=("N13", hidden)), chosen, "en", "a") for hidden in (None, 3)
    }


def test_the_log_says_whole_what_was_rowed():
    """It is read without the cards."""
    done = Rowed("a", ("N13", "N22"), ("N22",), ("N13",))
    assert "Row: (a bird) into the row stack, (overboard: the First Mate) under the deck" == label(
        TABLE, done, "en", "a"
    )
    assert (
        "a rows: (a bird; nobody falls, nobody thirsts) into the row stack, "
        "(overboard: the First Mate; thirsty: Lady Lauren) under the deck."
    ) == tell(done, "en", {})
