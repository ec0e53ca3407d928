"""Notices of the service on stderr, in the language of whoever started the program."""

from collections.abc import Iterator
from contextlib import contextmanager
from logging import Handler, LogRecord, getLogger

from cli.frame.session import Session
from referee.service.notices import Notice


class Notices(Handler):
    """Tells notices, and whatever else is logged, as a session does."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session

    def emit(self, record: LogRecord) -> None:
        """Tell one."""
        match record.msg:
            case Notice(reason=reason, args=args):
                self.session.tell(self.session.say(reason, **args))
            case _:
                self.session.tell(record.getMessage())


@contextmanager
def notices_told(session: Session) -> Iterator[None]:
    """Tell the notices of the service, each once, however many stores are opened in a call."""
    logger = getLogger("referee")
    if any(isinstance(each, Notices) for each in logger.handlers):
        yield
        return
    notices = Notices(session)
    logger.addHandler(notices)
    try:
        yield
    finally:
        logger.removeHandler(notices)
