"""Names of a package that live in its modules, each imported when it is first asked for."""

from collections.abc import Callable
from importlib import import_module
from typing import Any


def lazily(package: str, **homes: tuple[str, ...]) -> Callable[[str], Any]:
    """Give the `__getattr__` of a package: by module, the names that are to be found there."""
    home_of = {name: module for module, names in homes.items() for name in names}

    def found(name: str) -> Any:
        if name not in home_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{home_of[name]}"), name)

    return found
