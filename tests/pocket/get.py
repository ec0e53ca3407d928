"""Get what a browser runs Python with: `python -m tests.pocket.get FOLDER`.

Pyodide comes by npm into FOLDER/package, wheels for it by pip into FOLDER/wheels, those of tests below
that. Where it cannot be had, the last line says why, and the exit code is 1.
"""

import json
import subprocess
import sys
import tarfile
from importlib.metadata import requires
from pathlib import Path

from packaging.requirements import Requirement

PYODIDE = "pyodide@^314"

COMPILED = {".": ("msgspec", "python-sat"), "tests": ("hypothesis",)}
"""What is of no use without its compiled part, by the folder of its wheels: the program's, and its tests'."""


class UnavailableError(Exception):
    """What could not be had; the message says why."""


def get(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    _run("npm", "pack", PYODIDE, "--loglevel", "error", "--logs-max", "0", "--pack-destination", str(folder))
    for packed in folder.glob("pyodide-*.tgz"):
        with tarfile.open(packed) as archive:
            archive.extractall(folder, filter="data")
    info = json.loads((folder / "package" / "pyodide-lock.json").read_bytes())["info"]
    minor = info["python"].rpartition(".")[0]
    fit = ("--platform", f"pyemscripten_{info['abi_version']}_{info['arch']}", "--python-version", minor)
    fit += ("--implementation", "cp", "--abi", "cp" + minor.replace(".", ""))
    pip = (sys.executable, "-m", "pip", "download", "-q", "--only-binary", ":all:", "--no-deps", *fit)
    ours = {each.name: f"{each.name}{each.specifier}" for each in map(Requirement, requires("referee") or ())}
    for below, names in COMPILED.items():
        _run(*pip, "-d", str(folder / "wheels" / below), *(ours[name] for name in names))


def _run(*command: str) -> None:
    """Run a command. Raises UnavailableError where it is not here or fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    except FileNotFoundError:
        raise UnavailableError(f"there is no {command[0]} here") from None
    except subprocess.TimeoutExpired:
        raise UnavailableError(f"{command[0]} had no answer in ten minutes") from None
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if line.startswith(("npm error", "ERROR"))]
        raise UnavailableError(said[0] if said else f"{' '.join(command)}: exit code {done.returncode}")


if __name__ == "__main__":
    try:
        get(Path(sys.argv[1]).resolve())
    except UnavailableError as error:
        sys.exit(str(error))
