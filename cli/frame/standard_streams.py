"""Standard input and output as they may be: closed, full, of another encoding, read by somebody who left."""

import io
import os
import sys
from contextlib import suppress


def closed_streams() -> None:
    """Replace closed streams by empty ones, so that no file of ours takes their number; files get UTF-8."""
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            with suppress(OSError):
                os.dup2(os.open(os.devnull, os.O_RDWR), number)
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115 - no path, for good
    for stream in (sys.stdout, sys.stderr):
        if not isinstance(stream, io.TextIOWrapper):
            continue
        if stream.isatty():
            stream.reconfigure(errors="replace")
        else:
            stream.reconfigure(encoding="utf-8", errors="surrogateescape")


def flush() -> None:
    """Write out what is left; a reader that has gone is no error, a full disk is one."""
    try:
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return
        from cli.frame.problems import explain
        from cli.frame.session import Session

        session = Session()
        session.overhear(sys.argv[1:])
        sys.exit(explain(session, error))
