"""README's Python client, as it stands there, against a service that is served."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CLIENT = re.search(r"^```py\n(.*?)^```$", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE | re.DOTALL)[
    1
]


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
    assert 130 == process.wait(timeout=10)


def test_the_client_of_a_dozen_lines_works(served):
    """And ctrl-C ends the service as it ends every command."""
    import httpx

    address, keeper = served
    body = {"game": "niagara", "seats": ["A", "B", "C"], "key": "one"}
    headers = {"Authorization": f"Bearer {keeper}"}
    links = httpx.post(f"{address}/api/tables", json=body, headers=headers).json()["links"]
    env = {**os.environ, "REFEREE": address, "LINK": links["A"]}
    done = subprocess.run(
        [sys.executable, "-c", CLIENT], env=env, capture_output=True, text=True, check=False, timeout=30
    )
    assert ("A plays 1 ['A lays a 1 face down.'] 2\n", "") == (done.stdout, done.stderr)
