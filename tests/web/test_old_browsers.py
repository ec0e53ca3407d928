"""What browsers of 2020 do not know stands in no script, and in no rule that lets the board be tapped."""

import re

import pytest

from referee.web.static_files import static_content

NEWER = {
    "=": ("||=", "&&=", "??="),  # Chrome 85, Safari 14
    "method": (".replaceChildren(", ".replaceAll(", ".at(", ".findLast(", ".toSorted(", ".requestSubmit("),
    "name": ("structuredClone", "AbortSignal.timeout", "Object.groupBy", "startViewTransition", "showModal"),
    "FormData": ("new FormData(form, ",),  # Safari 16.4
}
"""Newer than Chrome 80 and Safari 13.4, which read all the rest."""

NEWER_THAN_2011 = (
    "=>",
    "const ",
    "let ",
    "`",
    "?.",
    "...",
    "async ",
    "fetch(",
    "class ",
    "dataset",
    ".closest(",
)


@pytest.mark.parametrize("kind", NEWER)
def test_the_script_asks_old_phones_for_nothing_they_lack(kind):
    script = static_content("app.js").decode()
    assert [] == [each for each in NEWER[kind] if each in script]


def test_what_follows_where_no_script_is_understood_is_understood():
    code = re.sub(r"//.*", "", static_content("refresh.js").decode())
    assert [] == [each for each in NEWER_THAN_2011 if each in code]


def test_what_takes_taps_is_no_rule_an_old_phone_drops():
    """One selector it does not know makes a whole rule void."""
    css = static_content("app.css").decode()
    rules = re.findall(r"([^{}]*)\{[^{}]*pointer-events: all", css)
    assert rules
    assert [] == [each for each in rules if re.search(r":(is|has|where|focus-visible)\b", each)]
