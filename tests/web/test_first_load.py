"""A first load is light: the page with all it links, as a phone without anything yet fetches them."""

import re
from urllib.parse import urljoin
from urllib.request import Request

import pytest

from tests.stages import slow
from tests.web.browser.evening import Service
from tests.web.browser.moments import RECORDED, brought, finished, kinds_of_moment, patiently

FIRST_LOAD = 120_000
"""Bytes a first load may have on the wire."""
LINKED = re.compile(r'<(?:link rel="stylesheet" href|script src)="([^"]+)"')


@pytest.fixture
def service(tmp_path):
    service = Service(tmp_path / "tables.db")
    yield service
    service.close()


def fetched(address):
    return patiently(Request(address, headers={"accept-encoding": "gzip"})).read()  # noqa: S310 - our own service


def first_load(address, known):
    """Count the bytes of a page and of all it links; what it links is the same on every page."""
    page = fetched(address)
    linked = [urljoin(address, each) for each in LINKED.findall(page.decode())]
    for each in linked:
        if each not in known:
            known[each] = len(fetched(each))
    assert linked
    return len(page) + sum(known[each] for each in linked)


@slow
@pytest.mark.parametrize("game", RECORDED)
def test_every_kind_of_moment_is_light(service, game):
    known, loads = {}, {}
    for name, (links, acting) in brought(service, game, kinds_of_moment(game)).items():
        seat, *_ = (who for who in (*acting, *links) if who in links and who != "screen")
        for who in (seat, "screen"):
            loads[name, who] = first_load(f"{links[who]}/", known)
    assert {} == {what: load for what, load in loads.items() if load > FIRST_LOAD}


def test_the_start_page_is_light(service):
    for game in RECORDED:
        finished(service, game, f"{game}-one", f"{game}-two")
    assert first_load(service.start, {}) <= FIRST_LOAD
