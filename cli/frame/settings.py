"""What a person set for good: language, place of the tables, who usually plays."""

import os
import sys
from pathlib import Path

KNOWN = ("lang", "db", "seats")
"""What the file may say."""

OTHER_NAMES = {"language": "lang", "database": "db"}
"""What a setting is called as well."""


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


def read_settings() -> tuple[dict[str, str], dict[str, str] | None]:
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
    given = {key: as_text(value) for key, value in told.items()}
    found = {OTHER_NAMES.get(key, key): value for key, value in given.items() if value is not None}
    wrong = [key for key in told if given[key] is None or OTHER_NAMES.get(key, key) not in KNOWN]
    found = {key: value for key, value in found.items() if key in KNOWN}
    return found, {"file": str(settings_file()), "why": ", ".join(wrong)} if wrong else None


def as_text(value: object) -> str | None:
    """Read a setting: a text, or a list of them, such as who usually plays; None where it is neither."""
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return ",".join(value)
    return value if isinstance(value, str) else None
