"""Has imported what a service needs, and drawn a table of each game: its forks need not.

Only for a process that does nothing else.
"""

import threading
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

from referee.kernel.registry import all_games
from referee.testing.phones import Service

for module in ("cli.commands.serve", "referee.web.run"):
    import_module(module)

with TemporaryDirectory() as folder, Service(Path(folder) / "tables.db") as service:
    for game in all_games():
        table = service.open("Ada", "Ben", "Chie", "Dan", game=game)
        for who in ("screen", "A"):
            for path in ("", "log", "rules?q=a"):
                table.page(who, path)

assert [threading.main_thread()] == threading.enumerate(), "a fork has no other threads"
