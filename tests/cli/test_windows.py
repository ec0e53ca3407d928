"""What is due first, what is free after it, and last, under its own name, what the whole table says."""

import json
import re
from pathlib import Path

import pytest

from events.base import TABLE
from events.envelope import encode
from referee.games.lifeboat import GAME
from referee.games.lifeboat.rule_tables import navigation_deck
from referee.games.lifeboat.tables import content_of
from referee.kernel.game import NotationError
from referee.kernel.registry import codec_for
from referee.l10n import say
from referee.l10n.wording import parse

GAMES = Path(__file__).parents[2] / "fixtures/games/lifeboat"
PAPER = GAMES / "five-physical-5p-en.jsonl"
SUPPLY, FIGHT, WATER, THIRST = 13, 24, 30, 31
HEADING = {
    "en": "The table says, only when nobody wants to do anything more:",
    "zh-Hans": "全桌宣布，确定谁都不再行动时才说：",
    "ja": "卓全体の宣言（もう誰も何もしないときだけ）：",
}


@pytest.fixture
def at(run, place):
    def opened(line, record=PAPER):
        (place / "part.jsonl").write_text("\n".join(record.read_text().splitlines()[:line]) + "\n")
        run("import", "part.jsonl", "--table", "evening")
        return "evening"

    return opened


@pytest.mark.parametrize("lang", HEADING)
@pytest.mark.parametrize(("line", "kind"), [(FIGHT, "fight"), (WATER, "overboard"), (THIRST, "thirst")])
def test_legal_ends_with_the_word_of_the_table_and_who_may_still_act(run, line, kind, lang):
    """It is the last line, under a heading, with the names of all who may still do something."""
    done = run("--lang", lang, "legal", PAPER, "--at", line)
    told = done.err.splitlines()
    assert say(f"lifeboat.act.{kind}_closed.label", lang) == done.out.splitlines()[-1]
    named = " ".join(told[told.index(HEADING[lang]) + 1 :])
    assert [name in named for name in ("Ann", "Ben", "Cal", "Dee", "Eve")] == [True] * 5


def test_a_step_that_closed_by_itself_is_not_listed_for_people(run, at):
    """Nobody was in the water; a program may still say so."""
    table = at(1)
    seats = ("Ann", "Ben", "Cal", "Dee", "Eve")
    facts = {
        "characters": dict(zip(seats, ("frenchy", "lauren", "stephen", "mate", "captain"), strict=True)),
        "boat": seats,
        "phase": "navigation",
    }
    run("do", table, "--event", json.dumps({"type": "corrected", "position": facts}))
    run("do", table, "top card N20")
    assert "  1  Done: nobody gives water\n" == run("legal", table, "--seat", "table").out
    listed = [row["notation"] for row in run("legal", table, "--seat", "table", "--json").objects]
    assert ["thirst closed", "overboard closed"] == listed


def test_what_is_due_stands_before_what_is_free(run, at):
    """A packet is to be kept from; cards may be laid at any time."""
    lines = run("legal", at(SUPPLY), "--seat", "Ben").out.splitlines()
    assert ("  1  Keep a card face down", "  2  Lay water face up") == tuple(lines[:2])


def test_enter_keeps_the_only_card_that_can_be_kept(run, at):
    """At a packet nobody has read there is one thing to say; the prompt says what Enter stands for."""
    done = run("play", at(SUPPLY), stdin="\nquit\n")
    assert "Ben (Enter: Keep a card face down)> " in done.err
    assert "Ben keeps a card face down.\n" in done.out
    assert "\n  1  Keep a card face down\n" in done.err


def test_enter_lists_what_is_possible_where_it_stands_for_nothing(run, at):
    """A slot leaves a choice: it is listed, and nothing is done."""
    done = run("play", at(18), stdin="\nquit\n")
    assert "Ben> \n  1  Do nothing\n" in done.err
    assert "Ben does nothing" not in done.out


def test_a_question_mark_in_a_window_ends_with_the_word_of_the_table(run, at):
    done = run("play", at(THIRST), stdin="?\nquit\n")
    listed = done.err.partition(HEADING["en"])
    assert "  Ann: Give Eve water to drink\n" in listed[0]
    assert "    Ann, Ben, Cal, Dee and Eve may play, may give water\n" in listed[2]
    assert re.search("\n *[0-9]+  Done: nobody gives water\n", listed[2])
    assert "Enter, if there is nothing else: Done: nobody gives water" in listed[2]


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "丙: top card into the row stack, lay a card (--as 丙 lists how)."),
        ("zh-Hans", "丙：牌堆顶的卡加入划船牌堆、打出一张卡（用 --as 丙 查看详情）。"),
        ("ja", "丙：山の一番上を漕ぎ山へ、カードを出す（--as 丙 で一覧）。"),
    ],
)
def test_a_navigator_who_only_turns_the_top_card_chooses_nothing_in_secret(run, lang, said):
    """With one card a stroke every navigator adds the top card; it is told as what it is."""
    assert said in run("--lang", lang, "legal", GAMES / "row-one-6p-zh.jsonl", "--at", 38).err


def test_what_a_seat_does_by_its_cards_does_not_tell_which_it_has(run):
    """Whoever has a hand may lay a card and throw chum, as far as everybody can know; Eve has none."""
    said = run("legal", GAMES / "six-dealt-6p-en.jsonl", "--at", 37).err
    assert "Ann, Ben, Cal, Dee and Fay: throw chum, lay a card (--as SEAT lists how)." in said


def test_a_card_that_is_not_in_the_box_is_shown_as_it_is_typed(run, at):
    """Cannibalism brings cards only the table can read; the line to go by is understood as it stands."""
    table = at(135, GAMES / "seven-cannibalism-7p-zh.jsonl")
    line = "top card (bird+1;over=kid+harter;dry=kid;fight)"
    assert f"    {line}\n" in run("legal", table).err
    assert line in run("play", table, stdin="?\nquit\n").err
    assert 0 == run("do", table, line).code


def test_without_the_expansion_every_card_of_the_deck_is_listed(run):
    assert "(bird" not in run("legal", PAPER, "--at", 61).err


def told(state, line):
    return GAME.decide(state, parse(state, line)).state


def turned_down():
    """Turn every card that is printed, a day each, over a boat of the dead; give the record of it."""
    position = {
        "characters": {"A": "captain", "B": "mate", "C": "frenchy", "D": "harter"},
        "boat": ["A", "B", "C", "D"],
        "wounds": {"A": 8, "B": 9, "C": 7, "D": 5},
        "hands": {"A": [], "B": [], "C": [], "D": []},
        "phase": "navigation",
    }
    opening = {"type": "table_opened", "game": "lifeboat", "seats": list("ABCD")}
    lines = [json.dumps({**opening, "options": {"cannibalism": "yes"}})]
    lines.append(json.dumps({"type": "corrected", "position": position}))
    state = GAME.decide(None, codec_for("lifeboat").event(lines[0].encode())).state
    state = told(state, lines[1])
    for n in range(1, 25):
        fly_off = ['{"type":"corrected","position":{"birds":0}}'] if state.birds == 3 else []
        for line in (*fly_off, f"top card N{n:02}"):
            lines.append(encode(parse(state, line)).decode())
            state = told(state, line)
        while GAME.phase(state) != "navigation":
            lines.append(encode(GAME.legal(state, TABLE)[0]).decode())
            state = GAME.decide(state, GAME.legal(state, TABLE)[0]).state
    return "\n".join(lines) + "\n"


def test_where_only_a_card_not_in_the_box_can_lie_on_top_the_line_to_go_by_is_listed(run, place):
    """Nothing else is possible, and nobody has to guess what is typed; Enter lists it again."""
    (place / "down.jsonl").write_text(turned_down())
    run("import", "down.jsonl", "--table", "evening")
    line = "top card (bird+1;over=kid+harter;dry=kid;fight)"
    listed = run("legal", "evening")
    assert ("", f"    {line}") == (listed.out, listed.err.splitlines()[-1])
    assert "Nothing is possible" not in listed.err
    played = run("play", "evening", stdin=f"\n{line}\nquit\n")
    assert 2 == played.err.count(f"    {line}")
    assert "The top card is turned up: a bird; overboard: the Kid" in played.out


@pytest.mark.parametrize(
    "line",
    [
        "top card over: mate; dry: captain, mate; row",
        "top card over：mate；dry：captain、mate；row",
        "top card (over=mate;dry=captain+mate;row)",
        "top card N12",
    ],
)
def test_a_navigation_card_is_told_by_what_it_says(line):
    """As people read it aloud, with whatever stands between; it is known by that."""
    state = GAME.decide(None, codec_for("lifeboat").event(OPENED)).state
    assert content_of("N12") == content_of(parse(state, line).card)


OPENED = b'{"type":"table_opened","game":"lifeboat","seats":["A","B","C","D"]}'


NOBODY = {"en": "nobody", "zh-Hans": "无人", "zh-Hant": "無人", "ja": "なし"}


@pytest.mark.parametrize(
    "line", ["Ann=kid Bo=mate Cy=lauren Di=captain", "Ann: kid, Bo: mate, Cy: lauren, Di: captain"]
)
def test_any_deal_of_characters_may_be_typed(run, line):
    """Of all there are too many to list: how the others are typed stands below those that are."""
    run("new", "lifeboat", "--seats", "Ann,Bo,Cy,Di", "--table", "deal")
    listed = run("legal", "deal").err
    assert f"{say('lifeboat.template.characters_dealt', 'en')}\n    characters A=lauren B=stephen" in listed
    assert 0 == run("do", "deal", line).code
    assert "Ann is the Kid" in run("log", "deal").out


@pytest.mark.parametrize("lang", NOBODY)
def test_the_table_of_the_navigation_cards_is_what_one_types(run, lang):
    """Every row of the rule's table, told by its heads and cells, is that card and no other."""
    state = GAME.decide(None, codec_for("lifeboat").event(OPENED)).state
    heads, *rows = navigation_deck(lang)
    shown = run("--lang", lang, "rule", "LIF-CARD-03").out
    assert 24 == len(rows) == len(re.findall(r"^ +N[0-9]{2} ", shown, re.MULTILINE))
    for number, bird, over, dry, *icons in rows:
        told = [f"{heads[2]}: {over}" if over else "", f"{heads[3]}: {dry}" if dry else NOBODY[lang]]
        line = "; ".join(filter(None, [bird, *told, *icons]))
        assert content_of(number) == content_of(parse(state, line, lang).card), line


@pytest.mark.parametrize(
    ("line", "others"),
    [
        ("bird", "N04 N07 N11 N17 N18 N22 N23"),
        ("bird; over: captain", "N07 N23"),
        ("the captain falls; fighters", "N06 N07 N23 N24"),
        ("over kid, rowers thirst", "N18 N20 N23"),
        ("crossed bird", "N01"),
    ],
)
def test_a_part_of_what_a_card_says_is_no_card_yet(line, others):
    """Nothing is taken for the whole: the cards that say it are named."""
    state = GAME.decide(None, codec_for("lifeboat").event(OPENED)).state
    with pytest.raises(NotationError) as caught:
        parse(state, line)
    assert ("lifeboat.card_in_part", others.split()) == (caught.value.reason, list(caught.value.part_of))


def test_cards_that_say_what_was_told_are_offered_by_number(run, at):
    """In the shell with the number `do` takes, at the keyboard with one to type; nothing is recorded."""
    table = at(61)
    done = run("do", table, "bird; over: captain")
    assert (2, "") == (done.code, done.out)
    assert "  7  The top card: a bird; overboard: the Captain; thirsty: the First Mate" in done.err
    assert ["7", "22"] == re.findall(r"^ +(\d+)  ", done.err, re.MULTILINE)
    played = run("play", table, stdin="bird; over: captain\n1\nquit\n")
    assert "The top card is turned up: a bird; overboard: the Captain; thirsty: the First Mate" in played.out
