"""Every byte of a small log is changed, one after the other: an audit finds it."""

import tempfile
from pathlib import Path

from referee.kernel.registry import own_games
from referee.service.files.audit_many import audit_file
from tests.faults.tried import Tried
from tests.service.test_tampering import exported


def every_byte(step: int = 1) -> Tried:
    """Change every `step`-th byte of a log of each game."""
    times, lost = 0, list[str]()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "log.jsonl"
        for game in own_games():
            written = exported(game)
            for k in range(0, len(written), step):
                path.write_bytes(written[:k] + bytes([written[k] ^ 1 << k % 8]) + written[k + 1 :])
                times += 1
                if not audit_file(path).findings:
                    lost.append(f"{game}: byte {k}")
    return Tried("a byte of an exported log changed", times, tuple(lost))
