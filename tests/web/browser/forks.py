"""`referee serve` without the wait: forks of a process that has imported and drawn everything once."""

import multiprocessing
import os
import sys

from cli.main import main
from events.stores.protocol import Closing
from referee.testing.phones import BUILT
from referee.web import app
from referee.web.access import local_name

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["tests.web.browser.warm"])


class Named(Closing):
    """Has its name at once, and asks no network for it: when one answers is a matter of luck."""

    def __init__(self, _port, announced, _failed):
        announced("referee-2.local")

    def close(self):
        """Have nothing to take back."""


def serve(db, port, said, where):
    """Be the program that serves a store, `where` the options say; what it says goes to a pipe."""
    app.without_store = BUILT.pop  # its routes were built before the fork
    local_name.LocalName = Named
    os.environ |= {"REFEREE_DB": db, "LANG": "C.UTF-8"}
    sys.stdout, sys.stderr = open(said.fileno(), "w"), open(os.devnull, "w")  # noqa: PTH123, SIM115 - till it ends
    sys.argv = ["referee", "serve", "--port", str(port), *where]
    main()
