"""What the figures were measured on."""

import os
import platform
import sqlite3
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

OWN = ("msgspec", "typer", "sqlite-utils")
"""Packages of ours whose versions matter to the figures."""


def described() -> list[tuple[str, str]]:
    cores = f"{os.cpu_count()} cores"
    return [
        ("machine", f"{processor()}, {cores}, {platform.system()}"),
        ("python", f"{platform.python_implementation()} {platform.python_version()}"),
        ("sqlite", sqlite3.sqlite_version),
        *((name, version_of(name)) for name in OWN),
    ]


def processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    model = next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), "")
    return model or platform.machine()


def version_of(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def is_installed(module: str) -> bool:
    return find_spec(module) is not None
