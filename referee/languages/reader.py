"""A reader for the part of TOML that tables and catalogs are written in: tables, and one-line basic strings.

`tomllib` takes longer to import than a command may take to speak; a test holds the two together.
"""

import re

from msgspec.json import decode

LINE = re.compile(
    r'^(?:\[([\w.-]+)\]|(?:([\w-]+)|"([^"\n]+)") *= *("(?:[^"\\\n]|\\.)*")) *(?:#.*)?$', re.MULTILINE
)


def read_catalog(text: str) -> dict[str, str]:
    """Read a catalog as flat dotted ids and their sentences."""
    catalog: dict[str, str] = {}
    prefix = ""
    for table, bare, quoted, value in LINE.findall(text):
        if table:
            prefix = table + "."
        else:
            catalog[prefix + (bare or quoted)] = decode(value) if "\\" in value else value[1:-1]
    return catalog
