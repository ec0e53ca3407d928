"""Documents are true: console blocks are run as they stand, in order, in one empty folder each."""

import re
import shlex
import subprocess
import sys
import tomllib

import pytest

from referee.kernel import parts
from tests.architecture.sources import PACKAGES, ROOT
from tests.faults.__main__ import CAMPAIGNS
from tests.faults.crowding import ATTACKS
from tests.stages import slow

DOCUMENTS = ("README.md", "cli/WALKTHROUGH.md")
"""Documents whose console blocks are run."""


def text_of(document):
    return (ROOT / document).read_text("utf-8")


README = text_of("README.md")
DOCUMENTED = [*ROOT.glob("*.md"), *(path for top in PACKAGES for path in (ROOT / top).glob("*.md"))]
DOCUMENTED += [ROOT / "referee" / "games" / "README.md", ROOT / "referee" / "l10n" / "README.md"]
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SETS_UP = ("python3 -m venv", "pip install", "git clone", ".ci/run")
"""Commands that install; `.ci/run` runs the one that passes the tests."""

LEFT_OUT = "..."
"""A line of this stands for any lines; at the end of a line, for its rest."""


def commands_of(block):
    pieces = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
    return [tuple(piece.split("\n", 1)) for piece in pieces]


def all_commands(*documents):
    """List the commands of documents (none: of all) that can be run here, each with its output."""
    texts = [text_of(each) for each in documents or DOCUMENTS]
    found = [command for text in texts for block in BLOCK.findall(text) for command in commands_of(block)]
    return [(command, output) for command, output in found if not any(s in command for s in SETS_UP)]


def pattern_of(output):
    lines = output.rstrip("\n").split("\n") if output.strip() else []
    parts = [
        r"(?:.*\n)*?" if line == LEFT_OUT else re.escape(line).replace(re.escape(LEFT_OUT), ".*") + "\n"
        for line in lines
    ]
    return re.compile("".join(parts) + r"\Z")


@pytest.fixture
def sandbox(tmp_path_factory):
    """Give an empty folder with the program on the path and a database of its own."""
    folder = tmp_path_factory.mktemp("readme")
    program = folder / "bin" / "referee"
    program.parent.mkdir()
    program.write_text(
        f'#!/bin/sh\nPYTHONPATH={shlex.quote(str(ROOT))} exec {sys.executable} -m cli.main "$@"\n'
    )
    program.chmod(0o755)
    for place in ("fixtures", "referee"):
        (folder / place).symlink_to(ROOT / place)
    return folder


def run(sandbox, command):
    env = {
        "PATH": f"{sandbox / 'bin'}:/usr/local/bin:/usr/bin:/bin",
        "HOME": str(sandbox),
        "LANG": "C.UTF-8",
        "COLUMNS": "100",
        "REFEREE_DB": str(sandbox / "tables.db"),
    }
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=sandbox, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        timeout=120, check=False,
    )  # fmt: skip
    return done.stdout.decode()


@slow
@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_block_does_what_it_says(sandbox, document):
    for command, promised in all_commands(document):
        printed = run(sandbox, command)
        assert pattern_of(promised).match(printed), f"$ {command}\n{printed}\npromised:\n{promised}"


def test_readme_has_python_that_runs():
    snippets = re.findall(r"^```python\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    assert snippets
    for snippet in snippets:
        done = subprocess.run([sys.executable, "-c", snippet], cwd=ROOT, capture_output=True, check=False)
        assert (0, b"") == (done.returncode, done.stderr)


def first_demo():
    """Return the demonstration that README's first command runs, as the shell gets it, at full speed."""
    (set_up,) = [
        line
        for block in BLOCK.findall(README)
        for line in block.split("\n")
        if "referee demo" in line and "venv" in line
    ]
    return set_up[set_up.rindex("referee demo") :] + " --fast"


def test_the_first_command_shows_what_readme_promises(sandbox):
    shown = run(sandbox, first_demo())
    assert [] == [each for each in ("Niagara", "The referee says no", "jam", "Won by") if each not in shown]
    assert "NIA-END-02" in shown


def speed():
    return text_of("tests/README.md").partition("\n## Speed\n")[2]


def measured():
    """Return the rows of the benchmark's results as lists of cells, and its list of what was missed."""
    results = (ROOT / "tests" / "bench" / "RESULTS.md").read_text("utf-8")
    rows = [
        [cell.strip() for cell in line.split("|")[1:-1]]
        for line in results.split("\n")
        if line.startswith("| ")
    ]
    missed = results.partition("\n## Missed\n\n")[2].partition("\n\n")[0]
    return rows, missed


RATIOS = {
    "replay from the file against `eventsourcing`": ("replay", "`repository.get`"),
    "the same with the hash chain proved": ("replay, chain verified", "`repository.get`"),
    "replay against python-chess reading PGN": ("replay", "validated PGN"),
    "random play by the rules against OpenSpiel's block_dominoes": (
        "random play",
        "OpenSpiel block_dominoes",
    ),
}
"""The row under Speed, and whose ratio it shows: the measure and the peer of a row of the results."""


def test_the_figures_under_speed_are_those_that_were_measured():
    rows, missed = measured()
    assert missed
    assert missed in speed()
    for line, (measure, peer) in RATIOS.items():
        ratios = [
            float(row[5].strip("*"))
            for game in ("niagara", "powerboats", "lifeboat")
            for row in rows
            if row[0] == f"{game}: {measure}" and row[2].startswith(peer)
        ]
        (shown,) = [row for row in speed().split("\n") if row.startswith(f"| {line} |")]
        said = [cell.strip(" ×") for cell in shown.split("|")[2:-1]]
        assert said == [
            f"{ratio:.{len(text.partition('.')[2])}f}" for ratio, text in zip(ratios, said, strict=True)
        ]


def test_readme_says_how_each_extra_is_installed():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = set(project["optional-dependencies"]) - {"test", "web-test", "dev", "bench"}
    assert [] == [extra for extra in sorted(extras) if f"'.[{extra}]'" not in README]


PLACE = re.compile(r"`((?:cli|events|fixtures|referee|tests)/[\w./-]*)`|\]\((?!https?:|#)([^)#]+)\)")


@pytest.mark.parametrize("document", sorted(str(path.relative_to(ROOT)) for path in DOCUMENTED))
def test_every_place_a_document_names_is_there(document):
    """Files and folders in backticks are named from the root, links from the document's folder."""
    named = PLACE.findall(text_of(document))
    places = [ROOT / code if code else (ROOT / document).parent / link for code, link in named]
    assert [] == [str(place.relative_to(ROOT)) for place in places if not place.exists()]


def test_no_test_replaces_what_it_tests():
    """Nothing of `unittest.mock` is imported anywhere."""
    mocks = re.compile(r"^\s*(?:from|import) (?:unittest\.mock|mock|pytest_mock)\b", re.MULTILINE)
    assert [] == [
        str(path) for path in (ROOT / "tests").rglob("*.py") if mocks.search(path.read_text("utf-8"))
    ]


def test_what_was_tried_is_what_runs_of_the_whole_wrote():
    rows = [
        [cell.strip() for cell in line.split("|")[1:-1]]
        for line in (ROOT / "tests" / "faults" / "RESULTS.md").read_text("utf-8").split("\n")
        if line.startswith("| ")
    ][2:]
    assert len(CAMPAIGNS) + len(ATTACKS) == len(rows)
    assert [*ATTACKS] == [row[0] for row in rows[len(CAMPAIGNS) :]]
    assert {"nothing"} == {row[2] for row in rows}
    assert "[tests/faults/RESULTS.md](faults/RESULTS.md)" in text_of("tests/README.md")


def test_every_part_of_a_game_is_explained():
    """In the recipe, or, what only some games need, where games are described."""
    recipe = text_of("CONTRIBUTING.md").partition("## A game in an hour")[2].partition("## How we write")[0]
    documents = recipe + text_of("referee/games/README.md")
    code = re.findall(r"`[^`]+`|^```.*?^```", documents, re.MULTILINE | re.DOTALL)
    assert [] == sorted(set(parts.__all__) - set(re.findall(r"\w+", " ".join(code))))


def test_the_game_in_the_recipe_is_one_that_is_played():
    recipe = text_of("CONTRIBUTING.md").partition("### A game made of these parts")[2].partition("###")[0]
    pieces = re.findall(r"^```python\n(.*?)^```", recipe, re.MULTILINE | re.DOTALL)
    played = (ROOT / "tests" / "kernel" / "caves" / "__init__.py").read_text("utf-8")
    assert [True] * 5 == [piece in played for piece in pieces]
