"""Which program this is: what one version worked out and kept, another may work out otherwise."""

from functools import cache


@cache
def program_version() -> str:
    """Return the version of Referee; "?" where it is not installed."""
    from importlib.metadata import PackageNotFoundError, version  # reads every installed package: 15 ms

    try:
        return version("referee")
    except PackageNotFoundError:
        return "?"
