"""Codes printed in a terminal are read as a phone's camera reads them."""

import os
import subprocess
import sys

from tests.web import scanning
from tests.web.serving import ROOT


def referee(db, *words):
    """Run the program; give what it printed."""
    env = {**os.environ, "REFEREE_DB": str(db), "LANG": "C.UTF-8", "PYTHONIOENCODING": "utf-8"}
    ran = subprocess.run(
        [sys.executable, "-m", "cli.main", *words],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        check=True,
    )
    return ran.stdout


def test_the_code_beside_the_start_leads_to_the_start_page(served):
    """Whoever scans what `serve` prints opens the same address."""
    served.open("niagara", ["A", "B", "C"])
    assert [f"{served.base}/h/{served.keeper}/"] == scanning.in_terminal(served.printed.read_text())


def test_the_code_of_a_head_says_table_revision_and_hash(served):
    served.open("niagara", ["A", "B", "C"])
    printed = referee(served.db, "head", "niagara-1", "--qr")
    head = printed.splitlines()[0]
    assert [f"referee:niagara-1:1:{head}"] == scanning.in_terminal(printed)
