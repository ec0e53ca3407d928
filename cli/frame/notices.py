"""Notices of the service on stderr, in the language of whoever started the program."""

from collections.abc import Iterator
from contextlib import contextmanager

from cli.frame.session import Session
from referee.service.notices import LISTENERS, Notice


@contextmanager
def notices_told(session: Session) -> Iterator[None]:
    """Tell the notices of the service, each once, however many stores are opened in a call."""
    if LISTENERS:
        yield
        return
    LISTENERS.append(lambda notice: tell(session, notice))
    try:
        yield
    finally:
        LISTENERS.clear()


def tell(session: Session, notice: Notice) -> None:
    """Tell one."""
    session.tell(session.say(notice.reason, **notice.args))
