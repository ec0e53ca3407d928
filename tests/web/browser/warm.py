"""Has imported what a service needs, and drawn a table of each game: its forks need not.

Only for a process that does nothing else.
"""

import threading
from pathlib import Path
from tempfile import TemporaryDirectory

import cli.commands.start.serve
import cli.frame.notices  # noqa: F401 - imported to be there
import referee.web.run
from referee.kernel.registry import all_games
from referee.testing.phones import Service

with TemporaryDirectory() as folder, Service(Path(folder) / "tables.db") as service:
    for game in all_games():
        table = service.open("Ada", "Ben", "Chie", "Dan", game=game)
        for who in ("screen", "A"):
            for path in ("", "log", "rules?q=a"):
                table.page(who, path)

assert [threading.main_thread()] == threading.enumerate(), "a fork has no other threads"
