"""Long work on a cluster: the option that names it, and what to tell where it cannot be used."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from cli.frame.problems import Problem

On = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="A Dask cluster to work on; else all cores here.")
]


@contextmanager
def cluster_problems() -> Iterator[None]:
    """Tell what is wrong with a cluster as a person should read it."""
    from referee.service.crew import ClusterError

    try:
        yield
    except ClusterError as error:
        raise Problem(error.reason, **error.args_) from None
