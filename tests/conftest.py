"""How properties are tested: without a clock, and the same way twice where nobody watches."""

import os
import signal
from random import Random

import pytest
from hypothesis import settings

from referee.testing.phones import Service

settings.register_profile("house", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "house")

Service.usual = "niagara"


@pytest.fixture(autouse=True)
def deals_alike(request, monkeypatch):
    """Deal the same cards twice where nobody watches: what a test meets by luck, it meets again."""
    if os.environ.get("CI"):
        luck = Random(request.node.nodeid)
        drawn = "referee.service.tables.fresh_seed.fresh_seed"
        monkeypatch.setattr(drawn, lambda: f"{luck.getrandbits(128):032x}")


# Whatever a shell runs in its background ignores ctrl-C, and so would the programs that are interrupted here.
signal.signal(signal.SIGINT, signal.default_int_handler)
