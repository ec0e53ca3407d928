"""Long work, maybe on a cluster: the option that names it, and what to tell where it stops."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from cli.frame.problems import Problem
from cli.frame.session import Session

On = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="A Dask cluster to work on; else all cores here.")
]


@contextmanager
def long_work(session: Session, goes_on: str) -> Iterator[None]:
    """Turn trouble with a cluster, or with the kept part of the work, into a message for people.

    `goes_on` is the id of the message that tells whoever interrupts the work how to go on.
    """
    from referee.service.simulation.executor import ClusterError, OtherWorkError

    try:
        yield
    except KeyboardInterrupt:
        session.tell(session.say(goes_on))
        raise
    except OtherWorkError as error:
        raise Problem("crew.other_work", folder=error.args[0]) from None
    except ClusterError as error:
        raise Problem(error.reason, **error.args_) from None
