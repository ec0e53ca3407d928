"""A fresh environment with an installed game: a wheel is made of its folder, and pip installs it."""

import os
import subprocess
import sys
import tomllib
import venv
from pathlib import Path
from site import getsitepackages
from typing import NamedTuple
from zipfile import ZipFile

from tests.architecture.sources import ROOT


class Outcome(NamedTuple):
    """What a program printed and how it ended."""

    code: int
    out: str
    err: str


class Environment:
    """An environment of its own; the referee and what it stands on are found where they are."""

    def __init__(self, path: Path) -> None:
        venv.create(path, symlinks=True)
        self.path, self.python = path, path / "bin" / "python"
        site = next((path / "lib").glob("python*")) / "site-packages"
        (site / "referee_here.pth").write_text("\n".join((str(ROOT), *getsitepackages())) + "\n")

    def install(self, folder: Path) -> None:
        """Install a package from its folder, as `pip install` does with a wheel of it."""
        wheel = wheel_of(folder, self.path)
        how = ("--no-deps", "--no-index", "--no-compile", "--disable-pip-version-check")
        pip = [sys.executable, "-m", "pip", "--python", str(self.python), "install", "-q", *how, str(wheel)]
        subprocess.run(pip, check=True, timeout=120)

    def run(self, *args: str, **env: str) -> Outcome:
        clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        done = subprocess.run(
            [str(self.python), *args],
            env={**clean, "COLUMNS": "100", "REFEREE_LANG": "en", **env},
            cwd=self.path,
            capture_output=True,
            timeout=300,
            check=False,
        )
        return Outcome(done.returncode, done.stdout.decode(), done.stderr.decode())

    def referee(self, *args: str, **env: str) -> Outcome:
        return self.run("-m", "cli.main", *args, **{"REFEREE_DB": str(self.path / "tables.db"), **env})


def wheel_of(folder: Path, to: Path) -> Path:
    """Make a wheel of a package that is nothing but files, without asking a registry for a builder."""
    told = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))
    project, packages = told["project"], told["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    stem = f"{project['name'].replace('-', '_')}-{project['version']}"
    points = [
        line
        for group, named in project["entry-points"].items()
        for line in (f"[{group}]", *(f"{name} = {value}" for name, value in named.items()))
    ]
    meta = {
        "METADATA": f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n",
        "WHEEL": "Wheel-Version: 1.0\nGenerator: by hand\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        "entry_points.txt": "\n".join(points) + "\n",
    }
    wheel = to / f"{stem}-py3-none-any.whl"
    files = [path for each in packages for path in sorted((folder / each).rglob("*")) if path.is_file()]
    names = [str(path.relative_to(folder)) for path in files if "__pycache__" not in path.parts]
    with ZipFile(wheel, "w") as archive:
        for name in names:
            archive.write(folder / name, name)
        for name, text in meta.items():
            archive.writestr(f"{stem}.dist-info/{name}", text)
        listed = [*names, *(f"{stem}.dist-info/{name}" for name in (*meta, "RECORD"))]
        archive.writestr(f"{stem}.dist-info/RECORD", "".join(f"{name},,\n" for name in listed))
    return wheel
