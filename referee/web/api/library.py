"""What a program may read without a link: games, events, rules."""

from typing import Annotated, Any

import msgspec
from litestar import get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery, QueryParameter

from referee.kernel.registry import all_games, find_game, is_game
from referee.rulebooks import books, find_rule
from referee.rulebooks.search import search_rules
from referee.service.answers.tables import GameListed, make_game_listed
from referee.service.answers.verdicts import RuleTold, make_rule
from referee.web.api.showing import ERRORS
from referee.web.api.types import Lang
from referee.web.streams.disk_threads import threaded


@get("/api/games", summary="The games, their editions and options", responses=ERRORS)
@threaded
def games(lang: FromQuery[Lang] = "en") -> list[GameListed]:
    """List the games the referee knows."""
    return [make_game_listed(find_game(name), lang) for name in all_games()]


@get("/api/events/{game:str}", summary="The events of a game, as JSON Schema", responses=ERRORS)
@threaded
def events(game: FromPath[str]) -> dict[str, Any]:
    """Describe every event of a game."""
    if not is_game(game):
        raise NotFoundException
    return msgspec.json.schema(find_game(game).vocabulary)


@get("/api/rules", summary="Search the rules", responses=ERRORS)
@threaded
def rules(
    q: Annotated[str, QueryParameter(max_length=200)] = "",
    game: Annotated[str, QueryParameter(max_length=40)] = "",
    lang: FromQuery[Lang] = "en",
) -> list[RuleTold]:
    """Find the rules that hold every word."""
    if game and game not in books():
        raise NotFoundException
    return [make_rule(found, lang) for found in search_rules(q, lang, game or None)]


@get("/api/rules/{rule:str}", summary="One rule, with rulings that show it", responses=ERRORS)
@threaded
def one_rule(rule: FromPath[str], lang: FromQuery[Lang] = "en") -> RuleTold:
    """Tell a rule with its sources."""
    found = find_rule(rule)
    if found is None:
        raise NotFoundException
    return make_rule(found, lang)


HANDLERS = [games, events, rules, one_rule]
