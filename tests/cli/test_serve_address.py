"""`referee serve --address`: what links and codes begin with."""

import pytest

from cli.commands.serve import base_address
from cli.problems import Problem

HERE = "http://127.0.0.1:8001"


@pytest.mark.parametrize(
    ("address", "base"),
    [
        (None, HERE),
        ("192.168.1.20", "http://192.168.1.20:8001"),
        ("https://play.example", "https://play.example"),
        ("https://play.example:8443/", "https://play.example:8443"),
    ],
)
def test_links_lead_to_the_service_or_to_the_door_before_it(address, base):
    """A door has a scheme, and its own port."""
    assert base == base_address(address, HERE)


@pytest.mark.parametrize("address", ["ftp://play.example", "https://", "https://play.example/referee"])
def test_what_is_no_door_is_told_before_anything_is_served(address):
    with pytest.raises(Problem) as told:
        base_address(address, HERE)
    assert ("web.no_address", address) == (told.value.message_id, told.value.args_["address"])
