"""Where a program keeps its data on this machine."""

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """Find where this platform keeps a program's data."""
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local")) / "referee"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "referee"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "referee"
