"""`referee serve` without the wait: forks of a process that has imported and drawn everything once."""

import multiprocessing
import os
import sys

from cli.main import main
from referee.testing.phones import BUILT
from referee.web import app

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["tests.web.browser.warm"])


def serve(db, port, said):
    """Be the program that serves a store; what it says goes to a pipe."""
    app.without_store = BUILT.pop  # its routes were built before the fork
    os.environ |= {"REFEREE_DB": db, "LANG": "C.UTF-8"}
    sys.stdout, sys.stderr = open(said.fileno(), "w"), open(os.devnull, "w")  # noqa: PTH123, SIM115 - till it ends
    sys.argv = ["referee", "serve", "--port", str(port), "--address", "127.0.0.1"]
    main()
