"""The style of the pages is whole: a rule that is not closed would take all after it along."""

import re
from pathlib import Path

from referee import web

STYLE = Path(web.__file__).parent / "static" / "app.css"


def test_every_rule_of_the_style_is_closed():
    """Outside comments and texts, braces are paired, and a comment between rules stands in none."""
    depth, opened = 0, []
    for n, line in enumerate(STYLE.read_text("utf-8").splitlines(), 1):
        opened += [n] if depth and re.match(r"/\*|@media", line) else []
        bare = re.sub(r'/\*.*?\*/|"[^"]*"', "", line)
        depth += bare.count("{") - bare.count("}")
    assert (0, []) == (depth, opened)
