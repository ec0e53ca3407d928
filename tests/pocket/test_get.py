"""Whoever cannot get what a browser runs is told why."""

import os
import subprocess
import sys

import pytest

from tests.architecture.sources import ROOT

UNAVAILABLE = "#!/bin/sh\necho 'npm error code ENOTFOUND' >&2\nexit 1\n"


@pytest.mark.parametrize(
    ("npm", "why"), [(None, "there is no npm here"), (UNAVAILABLE, "npm error code ENOTFOUND")]
)
def test_the_last_line_says_what_is_missing(npm, why, tmp_path):
    if npm is not None:
        (tmp_path / "npm").write_text(npm)
        (tmp_path / "npm").chmod(0o755)
    command = [sys.executable, "-m", "tests.pocket.get", str(tmp_path / "got")]
    where = {**os.environ, "PATH": str(tmp_path)}

    done = subprocess.run(command, cwd=ROOT, env=where, capture_output=True, text=True, check=False)

    assert (1, why) == (done.returncode, done.stderr.strip().rpartition("\n")[2])
