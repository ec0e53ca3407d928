"""What a person set for good: language, place of the tables, who usually plays."""

import os
import sys
from pathlib import Path
from typing import NamedTuple

KNOWN = ("lang", "db", "seats")
"""What the file may say."""

OTHER_NAMES = {"language": "lang", "database": "db"}
"""What a setting is called as well."""


class Wrong(NamedTuple):
    """What is wrong in the file, as a message of the terminal and what it is told with."""

    message_id: str
    args: dict[str, str | tuple[str, ...]]


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


def read_settings() -> tuple[dict[str, str], list[Wrong]]:
    """Read the settings; beside them what is wrong in the file, which is passed over."""
    file = settings_file()
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, ValueError, RuntimeError):
        return {}, []
    import tomllib

    try:
        told = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return {}, [Wrong("cli.bad_settings", {"file": str(file), "why": str(error), "known": KNOWN})]
    wrong = {key: wrong_in(str(file), key, value) for key, value in told.items()}
    right = (key for key in told if wrong[key] is None)
    found = {OTHER_NAMES.get(key, key): as_text(told[key]) or "" for key in right}
    return found, [each for each in wrong.values() if each is not None]


def wrong_in(file: str, key: str, value: object) -> Wrong | None:
    """Say what is wrong with one setting, and what is allowed there."""
    from referee.l10n import LANGUAGES
    from referee.languages import language_of

    setting, text = OTHER_NAMES.get(key, key), as_text(value)
    if setting not in KNOWN:
        return Wrong("cli.unknown_setting", {"file": file, "key": key, "known": KNOWN})
    if text is None:
        return Wrong("cli.setting_is_a_text", {"file": file, "key": key})
    if setting == "lang" and language_of(text) is None:
        return Wrong(
            "cli.setting_names_no_language", {"file": file, "key": key, "value": text, "known": LANGUAGES}
        )
    return None


def as_text(value: object) -> str | None:
    """Read a setting: a text, or a list of them, such as who usually plays; None where it is neither."""
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return ",".join(value)
    return value if isinstance(value, str) else None
