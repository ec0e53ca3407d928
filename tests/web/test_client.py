"""The walkthrough's Python client, as it stands there, against a service that is served."""

import os
import re
import signal
import subprocess
import sys

import pytest

from tests.web.serving import PATIENCE_SECONDS, ROOT

CLIENT = re.search(
    r"^```py\n(.*?)^```$", (ROOT / "cli" / "WALKTHROUGH.md").read_text("utf-8"), re.MULTILINE | re.DOTALL
)[1]


@pytest.fixture
def served(tmp_path):
    """Serve an empty store as a process; give its address and the keeper's token."""
    command = [sys.executable, "-m", "cli.main", "serve", "--port", "0", "--host", "127.0.0.1"]
    env = {**os.environ, "REFEREE_DB": str(tmp_path / "tables.db"), "LANG": "C.UTF-8"}
    process = subprocess.Popen(
        command, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    with process.stdout as printed:
        yield printed.readline().strip().rstrip("/").split("/h/")
    process.send_signal(signal.SIGINT)
    assert 130 == process.wait(timeout=PATIENCE_SECONDS)


def test_the_client_of_a_dozen_lines_works(served):
    import httpx

    address, keeper = served
    body = {"game": "niagara", "seats": ["A", "B", "C"], "key": "one"}
    headers = {"Authorization": f"Bearer {keeper}"}
    links = httpx.post(f"{address}/api/tables", json=body, headers=headers, timeout=PATIENCE_SECONDS).json()[
        "links"
    ]
    env = {**os.environ, "REFEREE": address, "LINK": links["A"]}
    told = [
        subprocess.run(
            [sys.executable, "-c", CLIENT],
            env=env,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE_SECONDS,
        )
        for _ in range(2)
    ]
    assert ["A plays 1 ['A lays a 1 face down.'] 2\n", "waiting for B C\n"] == [each.stdout for each in told]
    assert ["", ""] == [each.stderr for each in told]


def test_a_stream_is_resumed_by_revision(served):
    import httpx

    address, keeper = served
    body = {"game": "niagara", "seats": ["A", "B", "C"], "key": "one"}
    links = httpx.post(
        f"{address}/api/tables", json=body, headers=bearer(keeper), timeout=PATIENCE_SECONDS
    ).json()["links"]
    for seat in ("A", "B"):
        act = {"notation": f"{seat} plays 3", "seen": 1, "key": seat}
        how = {"headers": bearer(links[seat]), "timeout": PATIENCE_SECONDS}
        assert 200 == httpx.post(f"{address}/api/table/acts", json=act, **how).status_code
    assert ["1", "2", "3"] == ids(f"{address}/api/table/stream", bearer(links["C"]), 3)
    assert ["3"] == ids(f"{address}/api/table/stream", {**bearer(links["C"]), "Last-Event-ID": "2"}, 1)
    assert ["2", "3"] == ids(f"{address}/api/table/stream?since=1", bearer(links["C"]), 2)


def bearer(token):
    return {"Authorization": f"Bearer {token}"}


def ids(address, headers, most):
    import httpx

    found = []
    with httpx.stream("GET", address, headers=headers, timeout=PATIENCE_SECONDS) as stream:
        for line in stream.iter_lines():
            if line.startswith("id: "):
                found.append(line[4:])
            if len(found) == most:
                return found
    return found
