"""The code speaks the words of CONTRIBUTING's glossary: what they replaced is in no name and no docstring."""

import ast
import io
import re
import tokenize

import pytest

from tests.architecture.sources import found_in, modules

RETIRED = {
    "applier", "asker", "bared", "charter", "chronicle", "conceivable", "crew", "eyes", "grave", "knower",
    "retell", "retelling", "retold", "sieve", "signet", "story", "temper", "veiled", "voice",
}  # fmt: skip
"""Words that no name is made of; their plurals neither."""

AMBIGUOUS = {"eyes", "grave", "story", "temper", "voice"}
"""Retired names that are words of plain English, too: they may stand in a sentence."""

PARTICIPLES = {
    "asked", "brought", "given", "held", "kept", "laid", "named", "put", "said", "seen", "shown", "taken",
    "told", "worded", "written",
}  # fmt: skip
"""Past participles that no function is called by: it is a verb, or the noun it returns."""

WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def words_of(name):
    """Return the lower-case words of an identifier, each also without a plural s."""
    found = {word.lower() for word in WORD.findall(name)}
    return found | {word.removesuffix("s") for word in found}


def names_in(source):
    """Return the identifiers of a module."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return {token.string for token in tokens if token.type == tokenize.NAME}


def docstrings_in(source):
    """Return the docstrings of a module, its classes and functions, and the strings below constants."""
    statements = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Expr))
    values = (node.value for node in statements if isinstance(node.value, ast.Constant))
    return [value.value for value in values if isinstance(value.value, str)]


def retired_in(source):
    """Return the names and the words of docstrings in a source that are retired."""
    told = re.compile(rf"\b({'|'.join(sorted(RETIRED - AMBIGUOUS))})s?\b")
    names = [name for name in names_in(source) if words_of(name) & RETIRED]
    return sorted({*names, *(word for text in docstrings_in(source) for word in told.findall(text))})


def participles_in(source):
    """Return the functions of a source that are called by a past participle."""
    functions = (
        n for n in ast.walk(ast.parse(source)) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    return sorted({function.name for function in functions if function.name.lstrip("_") in PARTICIPLES})


def test_no_module_uses_a_retired_word():
    assert {} == {name: name for name in modules() if words_of(name) & RETIRED}
    assert {} == found_in(modules().values(), lambda path: retired_in(path.read_text("utf-8")))


def test_a_function_is_a_verb_or_the_noun_it_returns():
    assert {} == found_in(modules().values(), lambda path: participles_in(path.read_text("utf-8")))


@pytest.mark.parametrize(
    "source", ["def charter_of(x): ...", "voices = ()", 'def f():\n    """The charter."""']
)
def test_a_retired_word_is_found(source):
    assert retired_in(source)
