"""Names and questions that mean something in Markdown or HTML: reports show them as they were written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from events.stores.memory import MemoryStore
from events.table import DisputeOpened, Remarked, TableOpened
from referee.draw.documents.markdown import as_markdown, escape, fence
from referee.kernel.registry import find_game
from referee.l10n import LANGUAGES
from referee.service.logs.log_index import secrets_of
from referee.service.tables.table import open_table
from referee.service.timeline import make_timeline

READ = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
NASTY = (
    "<script>alert(1)</script>",
    "[here](javascript:alert(1))",
    "![x](http://example.com/x.png)",
    "# Ada | **won** `all`",
    "```",
    "1. ~~Ben~~ &lt;b&gt;",
    "- _x_ \\",
    "+ <!-- Ada",
    "=== https",
)


MEANING = {"html_block", "html_inline", "link_open", "image", "strong_open", "s_open", "code_inline"}
"""What no name and no question may become."""


def kinds_of(text):
    tokens = READ.parse(text)
    return {each.type for token in tokens for each in (token, *(token.children or ()))}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", NASTY)
def test_a_name_and_a_question_do_nothing_in_a_report(name, lang):
    """They are read as they were written, and nothing of them is a link, a picture or HTML."""
    names = {"A": name, "B": f"{name} 2", "C": "Chie"}
    opened = TableOpened(game="niagara", seats=("A", "B", "C"), names=names)
    table = open_table(MemoryStore(), "evening", opened, find_game("niagara"))
    table.submit(DisputeOpened("D1", 1, "A", "", f"{name}\n\n# {name}"))
    table.submit(Remarked(text=f"{name}\n{name}"))
    text = as_markdown(make_timeline(table.log, secrets_of(table.log)), lang)
    assert not kinds_of(text) & MEANING
    lines = [token.children or () for token in READ.parse(text) if token.type == "inline"]
    shown = "".join(each.content for line in lines for each in line)
    assert " ".join(name.split()) in shown


@given(text=st.text(alphabet="<>[]()*_~`|&#+-=.1 a\\!\n:/", max_size=30))
def test_an_escaped_text_is_read_as_it_was_written(text):
    (inline,) = [token for token in READ.parse(f"- x {escape(text)}") if token.type == "inline"]
    assert f"x {' '.join(text.split())}".rstrip() == "".join(each.content for each in inline.children)


@given(text=st.text(alphabet="<>[]*_~`|&#+-=.1 a\\", max_size=30))
def test_an_escaped_text_begins_nothing(text):
    blocks = [token.type for token in READ.parse(escape(text)) if token.nesting >= 0]
    assert blocks in (["paragraph_open", "inline"], [])


@given(text=st.text(alphabet="`a\n", max_size=20))
def test_nothing_ends_a_fence_but_its_end(text):
    blocks = [token.type for token in READ.parse("\n".join(fence(text)))]
    assert ["fence"] == blocks
