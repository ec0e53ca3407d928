"""Any network: how phones reach this machine, which names are answered, what is said where nothing is."""

import re
import socket
from contextlib import closing
from threading import Event
from typing import NamedTuple

import ifaddr
import pytest
from litestar.testing import TestClient

from cli.commands.serve import base_address, listen
from cli.problems import Problem
from referee.testing.phones import KEEPER, Service, make_client
from referee.web.access.address import (
    FoundAddress,
    LocalAddress,
    hosts_of,
    local_addresses,
    read_host,
)
from referee.web.access.local_name import LocalName
from referee.web.app import make_app
from referee.web.streams.live_tables import LiveTables


class Address(NamedTuple):
    ip: str | tuple[str, int, int]


class Adapter(NamedTuple):
    nice_name: str
    ips: list[Address]


def machine(monkeypatch, *adapters, out=None):
    """Have this machine's interfaces be these, as (name, addresses)."""
    found = [
        Adapter(name, [Address((each, 0, 0) if ":" in each else each) for each in addresses])
        for name, *addresses in (("lo", "127.0.0.1", "::1"), *adapters)
    ]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: found)
    monkeypatch.setattr("referee.web.access.address._way_out", lambda: out)
    return [each.text for each in local_addresses()]


@pytest.mark.parametrize(
    ("adapters", "out", "found"),
    [
        ([("wlan0", "192.168.137.1")], None, ["192.168.137.1"]),  # a hotspot, without a way out
        ([("tun0", "10.8.0.2"), ("wlan0", "192.168.1.20")], "10.8.0.2", ["192.168.1.20", "10.8.0.2"]),
        ([("Wintun Userspace Tunnel", "10.8.0.2"), ("WLAN", "10.0.0.3")], None, ["10.0.0.3", "10.8.0.2"]),
        ([("docker0", "172.17.0.1"), ("eth0", "192.0.2.9")], "192.0.2.9", ["192.0.2.9"]),
        ([("docker0", "172.17.0.1"), ("vboxnet0", "192.168.56.1")], None, []),
        ([("vEthernet (Hyper-V)", "172.30.0.1"), ("VMware Network Adapter", "192.168.9.1")], None, []),
        ([("eth0", "169.254.7.7", "10.0.0.4")], None, ["10.0.0.4", "169.254.7.7"]),
        ([("eth0", "203.0.113.5"), ("wlan0", "10.1.1.1")], "203.0.113.5", ["10.1.1.1", "203.0.113.5"]),
        ([("eth0", "10.1.1.1"), ("wlan0", "192.168.1.2")], "192.168.1.2", ["192.168.1.2", "10.1.1.1"]),
        ([("wlan0", "fe80::1", "2001:db8::5", "fd00::5")], None, ["fd00::5", "2001:db8::5"]),
        ([("wlan0", "fe80::1", "fd00::5", "10.0.0.2")], None, ["10.0.0.2"]),
        ([("wlan0", "fe80::1")], None, []),
        ([("bridge100", "192.168.2.1")], None, ["192.168.2.1"]),  # macOS shares its network so
        ([("Microsoft Wi-Fi Direct Virtual Adapter", "192.168.137.1")], None, ["192.168.137.1"]),
    ],
)
def test_the_addresses_phones_most_probably_reach_come_first(monkeypatch, adapters, out, found):
    assert found == machine(monkeypatch, *adapters, out=out)


def test_an_address_stays_until_the_machine_has_it_no_more():
    now, here = [0.0], ["192.168.1.20"]
    found = FoundAddress(8000, lambda: [LocalAddress(each, is_tunnel=False) for each in here], lambda: now[0])
    assert "http://192.168.1.20:8000" == found.base
    here[:] = ["10.0.0.2", "192.168.1.20"]
    now[0] += 60
    assert ("http://192.168.1.20:8000", ("http://10.0.0.2:8000",)) == (found.base, found.others)
    here.remove("192.168.1.20")
    now[0] += 60
    assert ("http://10.0.0.2:8000", True) == (found.base, found.is_reachable)
    here.clear()
    now[0] += 60
    assert ("http://127.0.0.1:8000", False) == (found.base, found.is_reachable)
    here.append("fd00::5")
    now[0] += 60
    assert "http://[fd00::5]:8000" == found.base


def codes_at(app, address):
    """Open a table at an address; return where the codes on its screen lead."""
    with TestClient(app, base_url=address) as browser:
        form = {"game": "niagara", "key": address, "name": ["Ada", "Ben", "Chie"], "lang": "en"}
        screen = browser.post(f"/h/{KEEPER}/open", data=form)
        return set(re.findall(r'data-address="(http://[^/]+)/', screen.text))


@pytest.mark.parametrize(
    ("opened_at", "codes"),
    [
        ("http://192.168.1.20:8000", {"http://192.168.1.20:8000"}),
        ("http://10.8.0.2:8000", {"http://10.8.0.2:8000"}),
        ("http://127.0.0.1:8000", {"http://192.168.1.20:8000"}),
    ],
)
def test_codes_lead_to_the_address_their_page_was_opened_at(tmp_path, opened_at, codes):
    """Whoever opened it there reached it; this machine's own names reach no phone."""
    found = FoundAddress(8000, lambda: [LocalAddress("192.168.1.20", is_tunnel=False)])
    live = LiveTables(tmp_path / "tables.db")
    app = make_app(tmp_path / "tables.db", base=found, host_token=KEEPER, live=live)
    assert codes == codes_at(app, opened_at)


def test_a_table_of_a_machine_in_no_network_is_on_the_one_device_until_phones_reach_it(tmp_path):
    """It goes round by itself; once the machine is in a network, or somebody wants it so, there are codes."""
    here, now = [], [0.0]
    found = FoundAddress(8000, lambda: here, lambda: now[0])
    live = LiveTables(tmp_path / "tables.db")
    app = make_app(tmp_path / "tables.db", base=found, host_token=KEEPER, live=live)
    said = "Only this device reaches these pages."
    with make_client(app, "127.0.0.1", base_url="http://127.0.0.1:8000") as browser:
        form = {"game": "niagara", "key": "k", "name": ["Ada", "Ben", "Chie"], "lang": "en"}
        alone = browser.post(f"/h/{KEEPER}/open", data=form).text
        here.append(LocalAddress("192.168.137.1", is_tunnel=False))
        now[0] += 60
        again = browser.post(f"/h/{KEEPER}/resume", data={"table": "niagara-1"}).text
        app.state.access.announced = "http://127.0.0.1:8000"
        wanted = browser.post(f"/h/{KEEPER}/resume", data={"table": "niagara-1"}).text
    assert [True, False, False] == [said in text for text in (alone, again, wanted)]
    assert [True, False, False] == ["I am Ada" in text for text in (alone, again, wanted)]
    assert 'data-address="http://192.168.137.1:8000/s/' in again


@pytest.mark.parametrize("address", ["192.168.1.44", "::ffff:192.168.1.44", "fe80::7"])
@pytest.mark.parametrize("base", [None, "http://127.0.0.1:8000"])
def test_whoever_asks_from_another_machine_never_gets_the_keepers_link(tmp_path, address, base):
    """Whatever host the request names, and even where this machine takes itself to be alone."""
    live = LiveTables(tmp_path / "tables.db")
    where = base or FoundAddress(8000, lambda: ())
    app = make_app(tmp_path / "tables.db", base=where, host_token=KEEPER, live=live, is_reachable=not base)
    with make_client(app, "127.0.0.1", base_url="http://127.0.0.1:8000") as here:
        form = {"game": "niagara", "key": "k", "name": ["Ada", "Ben", "Chie"], "lang": "en"}
        device = here.post(f"/h/{KEEPER}/open", data=form, follow_redirects=False).headers["location"]
        for lent in ("", "as/A", "end"):
            elsewhere = make_client(app, address, base_url="http://127.0.0.1:8000").get(device + lent)
            assert (200, False) == (elsewhere.status_code, KEEPER in elsewhere.text)
        assert KEEPER in here.get(f"{device}as/A").text


def test_codes_lead_to_the_address_that_was_given(tmp_path):
    live = LiveTables(tmp_path / "tables.db")
    app = make_app(tmp_path / "tables.db", base="https://play.example", host_token=KEEPER, live=live)
    with TestClient(app, base_url="http://127.0.0.1:8000") as browser:
        form = {"game": "niagara", "key": "k", "name": ["Ada", "Ben", "Chie"], "lang": "en"}
        assert 'data-address="https://play.example/s/' in browser.post(f"/h/{KEEPER}/open", data=form).text


@pytest.mark.parametrize(
    ("host", "command"),
    [
        ("192.168.1.20:8000", "referee serve --address 192.168.1.20"),
        ("[2001:DB8::7]:8000", "referee serve --address 2001:db8::7"),
        ("Laptop.fritz.box:8000", "referee serve --allow-host laptop.fritz.box"),
    ],
)
def test_the_page_of_a_wrong_name_says_what_mends_it(tmp_path, host, command):
    with Service(tmp_path / "tables.db") as service:
        answer = service.client.get("/", headers={"host": host})
    assert (421, True) == (answer.status_code, f"`{command}`" in answer.text)


def test_an_address_of_this_machine_is_answered_and_no_other(tmp_path):
    """No page elsewhere has the address for its own that a request came to."""
    app = make_app(tmp_path / "tables.db", live=LiveTables(tmp_path / "tables.db"))
    with TestClient(app, base_url="http://10.8.0.2:8000") as browser:
        said = [browser.get("/", headers={"host": host}).status_code for host in ("10.8.0.2", "10.8.0.3")]
    assert [200, 421] == said


def test_the_name_of_this_machine_is_answered(tmp_path, monkeypatch):
    monkeypatch.setattr(socket, "gethostname", lambda: "Kitchen-Laptop.local")
    assert {"kitchen-laptop", "kitchen-laptop.local", "localhost"} <= hosts_of("http://10.0.0.1:8000")


@pytest.mark.parametrize(
    ("typed", "host"),
    [
        ("http://Laptop.local:8000/", "laptop.local"),
        ("LAPTOP.LOCAL.", "laptop.local"),
        ("laptop.local/", "laptop.local"),
        ("https://play.example/s/abc?x#y", "play.example"),
        ("192.168.1.20:8000", "192.168.1.20"),
        ("FE80::1", "fe80::1"),
        ("[fe80::1%wlan0]:8000", "fe80::1"),
        ("http://[2001:DB8:0::1]:8000/h/x", "2001:db8::1"),
        ("*.Example.org", ".example.org"),
        (".example.org", ".example.org"),
        ("müller.local", "xn--mller-kva.local"),
        ("my_laptop", "my_laptop"),
        ("*", None),
        ("my boat", None),
        ("a..b", None),
        ("http://", None),
        ("", None),
    ],
)
def test_a_name_is_understood_as_people_type_it(typed, host):
    assert host == read_host(typed)


@pytest.mark.parametrize("host", ["xn--mller-kva.local:8000", "a.example.org", "A.B.Example.org."])
def test_names_are_answered_however_they_were_typed(tmp_path, host):
    typed = ["http://müller.local:8000/", "*.example.org"]
    app = make_app(tmp_path / "t.db", hosts=typed, live=LiveTables(tmp_path / "t.db"))
    with TestClient(app) as browser:
        said = [browser.get("/", headers={"host": each}).status_code for each in (host, "badexample.org")]
    assert [200, 421] == said


@pytest.mark.parametrize(
    ("address", "base"),
    [
        ("192.168.1.20:9000", "http://192.168.1.20:9000"),
        ("192.168.1.20/", "http://192.168.1.20:8000"),
        ("fd00::5", "http://[fd00::5]:8000"),
        ("[fd00::5]", "http://[fd00::5]:8000"),
        ("Laptop.local", "http://laptop.local:8000"),
    ],
)
def test_an_address_is_understood_as_people_type_it(address, base):
    assert base == base_address(address, "http://127.0.0.1:8000")


@pytest.mark.parametrize("address", ["my boat", "192.168.1.20:nine", "a/b"])
def test_what_is_no_address_is_refused(address):
    with pytest.raises(Problem):
        base_address(address, "http://127.0.0.1:8000")


def test_ipv6_is_listened_at_where_it_is_named():
    if not socket.has_ipv6:
        pytest.skip("no IPv6 here")
    try:
        listening = listen("::1", 0)
    except OSError:
        pytest.skip("no IPv6 here")
    with closing(listening):
        assert "::1" == listening.getsockname()[0]


def test_a_name_is_announced_and_answered(tmp_path):
    """As far as this machine may speak to others at all."""
    from zeroconf import AddressResolver, Zeroconf

    heard, failed, done = [], [], Event()

    def find():
        return [LocalAddress("127.0.0.1", is_tunnel=False)]

    def hear(how):
        return lambda said: (how.append(said), done.set())

    with LocalName(8000, hear(heard), hear(failed), find=find, after=0), Zeroconf(["127.0.0.1"]) as other:
        assert done.wait(60)
        if failed:
            pytest.skip(failed[0])
        found = AddressResolver(f"{heard[0]}.")
        assert found.request(other, 5000)
    assert re.fullmatch(r"referee(-\d+)?\.local", heard[0])
    assert "127.0.0.1" in found.parsed_addresses()  # another service of this machine may answer, too
