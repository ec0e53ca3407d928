"""Before a table: the door for those with a code, and the start page that opens or resumes a table."""

from typing import Any

import msgspec

from events.table import COLOURS
from referee.draw.assets import cover, css
from referee.kernel.registry import all_games, find_game
from referee.kernel.ruleset import RuleOption, Ruleset
from referee.kernel.verdict import Refused
from referee.l10n import LANGUAGES, noun, say, title_of
from referee.l10n.catalogs import edition_words, rule_option_words, value_words
from referee.l10n.options import where_so_many
from referee.languages import trait
from referee.service.past_games import Seating
from referee.web.pages.before_a_table.archive import archive_section
from referee.web.pages.before_a_table.past import FOUND, day_of, past_section
from referee.web.parts.board import sheet_address
from referee.web.parts.markup import NOTHING, Html, el
from referee.web.streams.live_tables import LiveTables

MOST_SEEN = 200
"""So many tables back are looked at."""

MOST_LISTED = 30
"""So many tables are listed; an older one is named."""


class Typed(msgspec.Struct, frozen=True, kw_only=True):
    """What the form that opens a table is filled in with; `key` names the page it stands on."""

    game: str
    lang: str
    key: str
    table: str = ""
    seats: str = ""
    names: tuple[str, ...] = ()
    colours: tuple[str, ...] = ()
    edition: str = ""
    chance: str = ""
    options: dict[str, str] = {}


def ask_for_code(lang: str, problem: str | None = None, typed: str = "") -> list[Any]:
    """Ask for a code."""
    return [
        el("h1", "Referee", class_="title"),
        el("p", say(problem, lang), role="alert", class_="alert") if problem else None,
        el("p", say("web.door", lang)),
        el(
            "form",
            el("label", say("web.code", lang), for_="code"),
            el(
                "div",
                el(
                    "input",
                    id="code",
                    name="code",
                    value=typed or None,
                    autocomplete="off",
                    autocapitalize="off",
                    spellcheck="false",
                    lang="en",
                ),
                el("button", say("web.enter", lang)),
                class_="row",
            ),
            method="post",
            action="/enter",
        ),
    ]


def start(live: LiveTables, lang: str, root: str, filled: Typed, refused: Refused | None = None) -> list[Any]:
    """Say what this is; show what can be opened and resumed, and what was played before."""
    sat = [FOUND.seating(live, row) for row in live.tables()[:MOST_SEEN] if row.game]
    running, over = [each for each in sat if not each.is_over], [each for each in sat if each.is_over]
    return [
        el("h1", "Referee", class_="title"),
        el("p", say("web.what_this_is", lang, games=titles(lang)), class_="lead"),
        language_links(lang, root, filled.game),
        problem(lang, refused) if refused else None,
        el("div", opening(root, filled), resuming(live, lang, root, running), class_="columns"),
        past_section(live, lang, root, over),
        archive_section(lang, root, live.tables()[:MOST_SEEN]),
    ]


def titles(lang: str) -> tuple[str, ...]:
    """Name the games there are."""
    return tuple(title_of(game, lang) for game in all_games())


def problem(lang: str, refused: Refused) -> Html:
    """Say why no table was opened, and what to do about it."""
    return el(
        "div",
        el("p", el("b", say("web.not_opened", lang))),
        el("p", say(refused.reason, lang, **refused.args), " ", el("small", " ".join(refused.rules))),
        el("p", say("web.mend_below", lang)),
        role="alert",
        class_="alert",
    )


def language_links(lang: str, root: str, game: str) -> Html:
    """Offer the page in each language."""
    links = [
        el(
            "a",
            trait(each, "name"),
            href=f"{root}?game={game}&lang={each}",
            lang=each,
            aria_current="true" if each == lang else None,
        )
        for each in LANGUAGES
    ]
    return el("nav", el("ul", [el("li", link) for link in links]), aria_label=say("web.language", lang))


def opening(root: str, filled: Typed) -> Html:
    """Ask for game, seats, names, edition, options, chance, language."""
    lang, ruleset = filled.lang, find_game(filled.game).ruleset
    return el(
        "section",
        el("h2", say("web.open", lang)),
        el("div", [game_link(root, lang, each, filled.game) for each in all_games()], class_="offers covers"),
        el(
            "form",
            el("input", type="hidden", name="game", value=filled.game),
            el("input", type="hidden", name="key", value=filled.key),
            seats(filled, ruleset),
            chances(filled),
            el(
                "details",
                el("summary", say("web.more_to_choose", lang)),
                how_many(filled, ruleset),
                editions(filled, ruleset),
                table_name(filled),
                languages(filled),
                options(filled, ruleset),
                open=bool(filled.seats or filled.edition or filled.table or filled.options),
            ),
            el("button", say("web.open", lang), class_="main"),
            method="post",
            action=f"{root}open",
        ),
        class_="opening",
    )


def game_link(root: str, lang: str, game: str, chosen: str) -> Html:
    """Offer a game."""
    return el(
        "a",
        cover_of(game),
        el("b", title_of(game, lang)),
        href=f"{root}?game={game}&lang={lang}",
        class_="offer pick",
        aria_current="true" if game == chosen else None,
    )


def cover_of(game: str) -> Html | None:
    """Draw a game small, where its board has a picture for that."""
    drawn = cover(game)
    if drawn is None:
        return None
    return el("svg", Html(drawn), viewBox="0 0 160 100", aria_hidden="true", class_=f"{game} cover")


def style_sheets() -> list[Html]:
    """Link the style sheets the small pictures of the games need."""
    covered = (game for game in all_games() if cover(game) is not None)
    return [el("link", rel="stylesheet", href=sheet_address(css(game))) for game in covered]


def how_many(filled: Typed, ruleset: Ruleset) -> Html:
    """Ask how many play, where they are not all named."""
    lang = filled.lang
    counts = [("", say("web.seats_as_named", lang)), *((str(n), str(n)) for n in ruleset.players)]
    return select("seats", say("web.how_many", lang), counts, filled.seats)


def seats(filled: Typed, ruleset: Ruleset) -> Html:
    """Ask who plays, one after the other; as many play as are named."""
    lang, least, most = filled.lang, ruleset.players[0], ruleset.players[-1]
    names = [name_field(filled, i) for i in range(max(most, len(filled.names)))]
    return el(
        "fieldset",
        el("legend", say("web.who_plays", lang, least=least, most=most)),
        names,
    )


def name_field(filled: Typed, i: int) -> Html:
    """Ask for one name, and for the colour of the pieces."""
    lang, typed = filled.lang, next(iter(filled.names[i : i + 1]), "")
    return el(
        "p",
        el("label", say("web.seat_n", lang, n=i + 1), for_=f"name{i}"),
        el(
            "input",
            id=f"name{i}",
            name="name",
            value=typed or None,
            maxlength=40,
            autocomplete="off",
            placeholder=" ",
        ),
        colour_field(filled, i),
        class_="person",
    )


def colour_field(filled: Typed, i: int) -> Html:
    """Ask for the colour of somebody's pieces."""
    lang, chosen = filled.lang, next(iter(filled.colours[i : i + 1]), "")
    words = [("", say("web.any_colour", lang)), *((c, noun("colour", c, lang, "table")) for c in COLOURS)]
    listed = [el("option", said, value=c, selected=bool(c) and c == chosen) for c, said in words]
    label = say("web.colour_n", lang, n=i + 1)
    return el("select", listed, id=f"colour{i}", name="colour", aria_label=label)


def editions(filled: Typed, ruleset: Ruleset) -> Html:
    """Ask for the edition."""
    listed = [(each, edition_words(ruleset.id, each, filled.lang)) for each in ruleset.editions]
    return select("edition", say("web.edition", filled.lang), listed, filled.edition)


def chances(filled: Typed) -> Html:
    """Ask who rolls and deals; the more comfortable first: who can deal to the phones, does."""
    game = find_game(filled.game)
    if game.deal is None and not game.dealer.throws_any:
        return NOTHING
    ways = ("referee", "table") if game.deal is not None else ("table", "referee")
    listed = [(each, say(f"web.chance_{each}", filled.lang)) for each in ways]
    return select("chance", say("web.chance", filled.lang), listed, filled.chance)


def languages(filled: Typed) -> Html:
    """Ask for the language the links begin with."""
    listed = [
        el("option", trait(each, "name"), value=each, lang=each, selected=each == filled.lang)
        for each in LANGUAGES
    ]
    label = el("label", say("web.language", filled.lang), for_="lang")
    return el("p", label, el("select", listed, id="lang", name="lang"))


def table_name(filled: Typed) -> Html:
    """Ask what the table is called."""
    return el(
        "p",
        el("label", say("web.table_name", filled.lang), for_="table"),
        el("input", id="table", name="table", value=filled.table or None, maxlength=64, autocomplete="off"),
    )


def options(filled: Typed, ruleset: Ruleset) -> Html:
    """Ask for what differs from the edition; open where something does."""
    rows = [option(filled, ruleset, rule_option) for rule_option in ruleset.options.values()]
    return el("details", el("summary", say("web.options", filled.lang)), rows, open=bool(filled.options))


def option(filled: Typed, ruleset: Ruleset, option: RuleOption) -> Html:
    """Let one option differ from the edition, and say what the editions have."""
    lang, field = filled.lang, f"option.{option.name}"
    values = [(str(value), value_words(ruleset.id, option.name, value, lang)) for value in option.values]
    as_edition = ("", say("web.as_edition", lang))
    name = rule_option_words(ruleset.id, option.name, lang)
    return el(
        "p",
        el("label", name, for_=field),
        chooser(field, [as_edition, *values], filled.options.get(option.name, "")),
        el("small", in_editions(ruleset, option, lang)),
        class_="option",
    )


def in_editions(ruleset: Ruleset, option: RuleOption, lang: str) -> str:
    """Say what each edition has, and what all have where so many sit."""
    said = [
        f"{edition_words(ruleset.id, edition, lang)}{trait(lang, 'colon')}"
        f"{value_words(ruleset.id, option.name, values[option.name], lang)}"
        for edition, values in ruleset.editions.items()
    ]
    return "; ".join([*said, *where_so_many(ruleset, option, lang)])


def select(name: str, label: str, listed: list[tuple[str, str]], chosen: str) -> Html:
    """Let one of several be chosen."""
    return el("p", el("label", label, for_=name), chooser(name, listed, chosen))


def chooser(name: str, listed: list[tuple[str, str]], chosen: str) -> Html:
    """List values with their words; the one chosen before is chosen."""
    shown = [
        el("option", words, value=value, selected=bool(chosen) and value == chosen) for value, words in listed
    ]
    return el("select", shown, id=name, name=name)


def resuming(live: LiveTables, lang: str, root: str, running: list[Seating]) -> Html:
    """List the tables that are played at, by the names of the people."""
    rows = [table_button(lang, each) for each in running[:MOST_LISTED]]
    action = f"{root}resume"
    form = el("form", el("div", rows, class_="offers"), method="post", action=action)
    return el(
        "section",
        el("h2", say("web.resume", lang)),
        form if rows else el("p", say("web.no_tables", lang)),
        named(lang, action) if len(live.tables()) > len(rows) else None,
    )


def table_button(lang: str, each: Seating) -> Html:
    """Offer a table to go on with: who sits there, what they play, when they began."""
    row = each.row
    told = say("web.row", lang, game=title_of(row.game or "?", lang), table=row.table, when=day_of(row))
    names = say("web.group", lang, names=each.names)
    return el("button", el("b", names), el("span", told), name="table", value=row.table, class_="offer")


def named(lang: str, action: str) -> Html:
    """Ask for the name of a table that is not listed."""
    return el(
        "form",
        el("label", say("web.older_table", lang), for_="older"),
        el(
            "div",
            el("input", id="older", name="table", autocomplete="off"),
            el("button", say("web.resume", lang)),
            class_="row",
        ),
        method="post",
        action=action,
    )
