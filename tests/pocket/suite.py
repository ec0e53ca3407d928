"""Tests as they run inside Pyodide: `python -m tests.pocket.suite FOLDER...`, there."""

import sys

import pytest

from tests.pocket import one_thread

LEFT_OUT = {
    "tests/games/lifeboat/test_possible.py::test_a_whole_game_of_six_is_checked_in_fifty_milliseconds": (
        "its milliseconds are those of a processor's own instructions"
    ),
    "tests/rulebooks/test_search.py::test_a_question_is_answered_within_20_milliseconds": "the same",
    "tests/games/liarsdice/test_installed.py": "makes an environment",
}
"""What needs more than a browser has, and why."""

PLUGINS = ("_hypothesis_pytestplugin", "syrupy", "no:cacheprovider")


def arguments(paths: list[str]) -> list[str]:
    plugins = [word for name in PLUGINS for word in ("-p", name)]
    left_out = [f"--{'deselect' if '::' in path else 'ignore'}={path}" for path in LEFT_OUT]
    watchdog = ["-o", "faulthandler_timeout=0"]  # it would be a thread
    unclosed = ["-W", "ignore:unclosed database:ResourceWarning"]  # told where Pythons of this machine run
    return ["-q", "--durations=5", *plugins, *watchdog, *unclosed, *left_out, *paths]


if __name__ == "__main__":
    import referee.pocket.shims  # noqa: F401 - inside only: it changes the standard library

    one_thread.install()
    sys.exit(int(pytest.main(arguments(sys.argv[1:]))))
