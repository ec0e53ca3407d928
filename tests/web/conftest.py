"""What tests of the service share: a table of Niagara at it, and a service as a process of its own."""

import pytest

from tests.web.serving import Served


@pytest.fixture
def table(service):
    return service.open("Ada", "Ben", "Chie")


@pytest.fixture
def served(tmp_path):
    served = Served(tmp_path / "tables.db")
    yield served
    served.close()
