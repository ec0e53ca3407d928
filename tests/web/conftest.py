"""A service on an empty store, and phones that join it."""

import pytest

from referee.testing.phones import Service


@pytest.fixture
def service(tmp_path):
    with Service(tmp_path / "tables.db") as service:
        yield service
