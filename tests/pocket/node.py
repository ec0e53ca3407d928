"""Pyodide under Node, on the environment of this process."""

import os
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

from tests.architecture.sources import ROOT

PLACES = ("REFEREE_PYODIDE", "REFEREE_PYODIDE_WHEELS")
"""Variables that name the folder with pyodide.mjs and that of the wheels: `tests.pocket.get` makes both."""


def run_inside(module: str, *args: str, seconds: float) -> subprocess.CompletedProcess[str]:
    """Run a Python module inside Pyodide; skip the test where that is not here."""
    places = [os.environ.get(name, "") for name in PLACES]
    if not all(places):
        pytest.skip(f"{' and '.join(PLACES)} name no Pyodide")
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node here")
    script = Path(__file__).with_name("inside.mjs")
    folders = [str(Path(place).resolve()) for place in places]
    command = [node, str(script), *folders, str(ROOT), sysconfig.get_path("purelib"), module, *args]
    return subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=False)
