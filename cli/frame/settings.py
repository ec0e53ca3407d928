"""What a person set for good: language, place of the tables, who usually plays."""

import os
import sys
from pathlib import Path
from typing import Any

KNOWN = ("lang", "db", "seats")
"""What the file may say."""


def settings_file() -> Path:
    """Find where this platform keeps a program's settings; REFEREE_CONFIG names another file."""
    if named := os.environ.get("REFEREE_CONFIG"):
        return Path(named)
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA", home / "AppData" / "Roaming")) / "referee" / "config.toml"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "referee" / "config.toml"
    return Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config") / "referee" / "config.toml"


def read_settings() -> tuple[dict[str, str], dict[str, Any] | None]:
    """Read the settings; beside them what is wrong with the file, if anything."""
    try:
        text = settings_file().read_text(encoding="utf-8")
    except (OSError, ValueError, RuntimeError):
        return {}, None
    import tomllib

    try:
        told = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return {}, {"file": str(settings_file()), "why": str(error)}
    found = {key: value for key, value in told.items() if key in KNOWN and isinstance(value, str)}
    wrong = [key for key in told if key not in found]
    return found, {"file": str(settings_file()), "why": ", ".join(wrong)} if wrong else None
