"""Every command of the program: its section, its summary and the module it is in; those of games too."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

from referee.kernel.registry import all_games, find_game, folder_of, own_games, package_of


class ListedCommand(NamedTuple):
    """A command as `referee --help` lists it; its module is `cli/commands/<name>.py`."""

    section: str
    summary: str


COMMANDS = {
    "demo": ListedCommand("Start here", "Watch a recorded game being refereed."),
    "play": ListedCommand("Start here", "Referee a whole table round one keyboard."),
    "serve": ListedCommand("Start here", "Serve phones and screens in the home network, until Ctrl-C."),
    "games": ListedCommand("Start here", "List the games the referee knows."),
    "new": ListedCommand("At the table", "Open a table."),
    "tables": ListedCommand("At the table", "List the tables."),
    "show": ListedCommand("At the table", "Show the board of a table or a file."),
    "do": ListedCommand("At the table", "Tell the referee what a seat did or the table showed."),
    "legal": ListedCommand("At the table", "List what may be done now."),
    "back": ListedCommand("At the table", "Take back, as an event of its own."),
    "agree": ListedCommand("At the table", "Agree to what somebody proposed, or object."),
    "amend": ListedCommand("At the table", "Replace one entry and tell the rest again."),
    "again": ListedCommand("At the table", "Tell again what a take-back undid, as far as it is still legal."),
    "correct": ListedCommand("At the table", "Set facts by hand, because the board says otherwise."),
    "catchup": ListedCommand(
        "At the table", "Tell how the board stands now, and have worked out what was played."
    ),
    "house": ListedCommand("At the table", "Change an option by agreement; without one, list them."),
    "leave": ListedCommand("At the table", "Let somebody go home; the others play on for that seat."),
    "seal": ListedCommand("At the table", "Commit to a secret by its hash, or open one."),
    "close": ListedCommand("At the table", "Close a table: nothing more is recorded."),
    "ask": ListedCommand("Disputes", "Ask whether something may be done, without a table."),
    "dispute": ListedCommand("Disputes", "Open a dispute, and settle it as the table decides."),
    "rulings": ListedCommand("Disputes", "List the disputes of a table and how each was settled."),
    "whatif": ListedCommand("Disputes", "Show the game as it would have gone, as a difference."),
    "result": ListedCommand("Disputes", "Add up the score, and say who wins by which rule."),
    "log": ListedCommand("The log", "List the entries of a table or a file."),
    "check": ListedCommand("The log", "Re-referee a record or an exported log from nothing."),
    "audit": ListedCommand("The log", "Prove a log: chain, facts, hands and gems."),
    "head": ListedCommand(
        "The log", "Print the hash that stands for all that is kept of a table, or for a log."
    ),
    "witness": ListedCommand("The log", "Note the heads of all tables, signed; or prove those noted."),
    "replay": ListedCommand("The log", "Play a log again, board by board."),
    "report": ListedCommand("The log", "Write the story of a game into one file."),
    "export": ListedCommand("The log", "Write a table out: log, record, board, notes, a film or codes."),
    "import": ListedCommand("The log", "Bring a file in as a table, or go on with it."),
    "sync": ListedCommand("The log", "Bring a table and its file together, both ways."),
    "rename": ListedCommand("The log", "Give a table another name; its phones go on with it."),
    "delete": ListedCommand("The log", "Remove a table; its log is written into a file first."),
    "copy": ListedCommand("The log", "Copy all tables to another file or database."),
    "events": ListedCommand("The rulebook", "List the events a record is made of."),
    "schema": ListedCommand("The rulebook", "Describe what --json and the API answer."),
    "rule": ListedCommand("The rulebook", "Explain a rule, with its source and examples."),
    "book": ListedCommand(
        "The rulebook", "Write the whole rulebook as pages: rules, sources, code and rulings."
    ),
    "benchmark": ListedCommand(
        "The rulebook", "Write all rulings as questions for any program, or score its answers."
    ),
    "mcp": ListedCommand(
        "The rulebook", "Let a chatbot ask the referee instead of guessing: MCP, over stdin and stdout."
    ),
    "pocket": ListedCommand(
        "The workshop", "Write the service as files that a browser runs by itself, offline."
    ),
    "simulate": ListedCommand("The workshop", "Play whole games at random into files."),
    "study": ListedCommand("The workshop", "Find out how much a rule matters."),
    "scaffold": ListedCommand(
        "The workshop", "Write the room of a new game, which obeys every law from the first minute."
    ),
    "doctor": ListedCommand("The workshop", "Look after this installation."),
}
"""Every command, in the order and the sections of `referee --help`."""


OTHER_NAMES = {"undo": "back", "redo": "again"}
"""What people call a command as well."""


GAME_COMMANDS_SECTION = "The workshop"
"""The section in which the commands stand that games bring."""

SHARED_OPTIONS = ("--json", "--lang", "--db", "--help")
"""Options of every command."""

WITHOUT_TABLES = {
    "benchmark",
    "book",
    "demo",
    "games",
    "check",
    "copy",
    "events",
    "schema",
    "rule",
    "mcp",
    "pocket",
    "simulate",
    "study",
    "scaffold",
}
"""Commands that open no database."""


TABLE_ARGUMENTS = {"table", "source"}
"""Arguments that name a table."""

_SEATS = "ABCDEFGHIJ"


_NAMES = ("Ada", "Ben", "Chie", "Dora", "Emil", "Finn", "Gong", "Hana", "Ivo", "Jin")
"""Who sits down in examples."""

AT_THE_KEYBOARD = (
    "log", "result", "dispute", "rulings", "whatif", "house", "correct", "catchup", "amend", "again", "redo",
    "agree", "seal", "head", "audit", "report", "leave", "close",
)  # fmt: skip
"""Commands that go on at the table that is being played; `referee` and its name may be left out."""


@cache
def game_commands() -> dict[str, str]:
    """Return the commands that our own games bring, each with its game.

    Such a command is a module in `commands/` of the game's package, found without importing it.
    """
    return {command: game for game in own_games() for command in _commands_of_game(game)}


@cache
def game_of_command(command: str) -> str | None:
    """Return the game that brings a command, or None. Installed games are asked last: that is slow."""
    if command in game_commands():
        return game_commands()[command]
    installed = all_games()[len(own_games()) :]
    return next((game for game in installed if command in _commands_of_game(game)), None)


def module_of_command(name: str) -> str:
    """Return the dotted name of the module in which a command is, for `import_module`."""
    if name not in COMMANDS:
        return f"{package_of(str(game_of_command(name)))}.commands.{name}"
    return f"cli.commands.{'import_file' if name == 'import' else name}"


def fill_in_example(example: str) -> str:
    """Return an example with a real game in place of GAME, and as many SEATS and NAMES as it needs."""
    if "GAME" not in example:
        return example
    game = find_game(own_games()[0])
    people = [*zip(_SEATS, _NAMES, strict=False)][: game.ruleset.players[0]]
    seats, names = (",".join(column) for column in zip(*people, strict=True))
    return example.replace("GAME", game.id).replace("SEATS", seats).replace("NAMES", names)


def _commands_of_game(game: str) -> list[str]:
    """Return the commands that a game brings, found by the names of files."""
    found = (path.stem for path in Path(folder_of(game), "commands").glob("*.py"))
    return sorted(name for name in found if not name.startswith("_"))
