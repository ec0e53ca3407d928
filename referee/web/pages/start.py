"""Before a table: the door for those with a code, and the start page that opens or resumes a table."""

from importlib.util import find_spec
from typing import Any

from referee.kernel.registry import GAMES, find_game
from referee.kernel.verdict import Refused
from referee.l10n import LANGUAGES, has, noun, say
from referee.web.html import Html, el
from referee.web.hub import Hub
from referee.web.parts import LANGUAGE_NAMES


def game_name(game: str, lang: str) -> str:
    """Name a game."""
    found = noun("game", game, lang, "table")
    return found if found != game else game.capitalize()


def door(lang: str, problem: str | None = None) -> list[Any]:
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


def start(hub: Hub, lang: str, root: str, game: str, refused: Refused | None = None) -> list[Any]:
    """Show what can be resumed, and the form that opens a table."""
    return [
        el("h1", say("web.start", lang), class_="title"),
        el(
            "nav",
            el(
                "ul",
                [
                    el(
                        "li",
                        el(
                            "a",
                            LANGUAGE_NAMES[e],
                            href=f"{root}?game={game}&lang={e}",
                            lang=e,
                            aria_current="true" if e == lang else None,
                        ),
                    )
                    for e in LANGUAGES
                ],
            ),
            aria_label=say("web.language", lang),
        ),
        el("p", say(refused.reason, lang, **refused.args), role="alert", class_="alert") if refused else None,
        el("div", opening(lang, root, game), resuming(hub, lang, root), class_="columns"),
    ]


def opening(lang: str, root: str, game: str) -> Html:
    """Ask for game, seats, edition, options, chance, language."""
    charter = find_game(game).charter
    games = [
        el(
            "a",
            game_name(g, lang),
            href=f"{root}?game={g}&lang={lang}",
            class_="offer pick",
            aria_current="true" if g == game else None,
        )
        for g in GAMES
    ]
    editions = [el("option", edition_name(game, e, lang), value=e) for e in charter.editions]
    chances = [el("option", say(f"web.chance_{c}", lang), value=c) for c in chances_of(game)]
    tongues = [
        el("option", LANGUAGE_NAMES[each], value=each, lang=each, selected=each == lang) for each in LANGUAGES
    ]
    most = charter.players[-1]
    names = [
        el(
            "p",
            el("label", say("web.seat_n", lang, n=i + 1), for_=f"name{i}"),
            el("input", id=f"name{i}", name="name", maxlength=40, autocomplete="off"),
        )
        for i in range(most)
    ]
    options = [option(switch, lang) for switch in charter.switches.values()]
    return el(
        "section",
        el("h2", say("web.open", lang)),
        el("div", games, class_="offers"),
        el(
            "form",
            el("input", type="hidden", name="game", value=game),
            el(
                "fieldset",
                el("legend", say("web.who_plays", lang, least=charter.players[0], most=most)),
                names,
            ),
            select("edition", say("web.edition", lang), editions),
            select("chance", say("web.chance", lang), chances),
            select("lang", say("web.language", lang), tongues),
            el("details", el("summary", say("web.options", lang)), options),
            el("button", say("web.open", lang), class_="main"),
            method="post",
            action=f"{root}open",
        ),
        class_="opening",
    )


def chances_of(game: str) -> tuple[str, ...]:
    """Give the ways of chance, the more comfortable first: who can deal to the phones, does."""
    has_dealer = find_spec(f"referee.games.{game}.dealer") is not None
    return ("referee", "table") if has_dealer else ("table", "referee")


def edition_name(game: str, edition: str, lang: str) -> str:
    """Name an edition."""
    own = f"web.edition_{game}_{edition}"
    return say(own, lang) if has(own, lang) else edition


def select(name: str, label: str, options: list[Html]) -> Html:
    """Let one of several be chosen."""
    return el("p", el("label", label, for_=name), el("select", options, id=name, name=name))


def option(switch: Any, lang: str) -> Html:
    """Let one switch differ from the edition."""
    as_edition = el("option", say("web.as_edition", lang), value="")
    values = [el("option", str(value), value=value) for value in switch.values]
    field = f"option.{switch.name}"
    return el(
        "p",
        el("label", switch.name, for_=field, lang="en"),
        el("select", as_edition, values, id=field, name=field),
    )


def resuming(hub: Hub, lang: str, root: str) -> Html:
    """List the tables there are."""
    rows = [
        el(
            "button",
            el("b", row.table),
            el(
                "span",
                say("web.row", lang, game=game_name(row.game or "?", lang), n=row.revision, seats=row.seats),
            ),
            name="table",
            value=row.table,
            class_="offer",
        )
        for row in hub.tables()[:30]
    ]
    form = el("form", el("div", rows, class_="offers"), method="post", action=f"{root}resume")
    return el(
        "section", el("h2", say("web.resume", lang)), form if rows else el("p", say("web.no_tables", lang))
    )
