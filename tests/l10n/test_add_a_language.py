"""The recipe for a language, followed word by word in a copy of the house."""

import os
import re
import shutil
import subprocess
import sys

import pytest

from referee.languages import LANGUAGES, read_languages
from referee.testing.languages import missing
from tests.architecture.sources import PACKAGES, ROOT
from tests.architecture.test_readme import commands_of, pattern_of
from tests.stages import slow

GUIDE = (ROOT / "referee" / "l10n" / "README.md").read_text("utf-8")
RECIPE = re.search(r"## Add a language\n.*?^```console\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
MARK = "§"
"""What every text of the made-up language begins with."""

TABLE = """
[fr]
name = "Français"
sign = "FR"
tag = "fr"
called = "french 法语 フランス語"
fonts = "Garamond,serif"
comma = " & "
[fr.colours]
red = "rouge"
[fr.commands]
back = "annuler"
"""
SENTENCE = re.compile(r'^(?!.*(?:notation|parting|between|also)"? *=)([^\s\[#][^=]*= *")', re.MULTILINE)
TEXT = r'"""(?:.|\n)*?"""|"(?:\\.|[^"\\\n])*"|\[[^\]]*\]'
ENGLISH = re.compile(rf"\ben = ({TEXT})(, )?")
PAGE = """
import re, sys
from referee.testing.phones import KEEPER, Service
with Service(sys.argv[1]) as service:
    def shown(address):
        return service.client.get(address, headers={"accept-language": "fr-CA, en;q=0.5"}).text
    print(shown(f"/h/{KEEPER}/"))
    table = service.open("Ada", "rouge", "Chie", game="niagara", lang="fr")
    print(shown(table.link("A")))
    print(shown("/static/app.css"))
    print(service.client.get("/api/rules/TAB-OPEN-01?lang=fr").text)
"""


def marked(text):
    """Mark each sentence of a catalog; patterns of what people type stay."""
    parts = re.split(r"(^\[.*\]$)", text, flags=re.MULTILINE)
    return "".join(
        body if "notation" in head else SENTENCE.sub(rf"\1{MARK}", body)
        for head, body in zip(["", *parts], parts, strict=False)
    )


def in_french(found):
    words = re.sub(r'^(\[?\s*"(?:"")?)|(, *")', lambda quote: quote[0] + MARK, found[1])
    return f"en = {found[1]}, fr = {words}, " if found[2] else f"en = {found[1]}\nfr = {words}"


def ruled_in_french(text):
    text = re.sub(
        r"^# .*?: (.*)$", lambda title: f"{title[0]}\nfr: {MARK}{title[1]}", text, count=1, flags=re.MULTILINE
    )
    return re.sub(r"^en: (.*)$", lambda line: f"{line[0]}\nfr: {MARK}{line[1]}", text, flags=re.MULTILINE)


class Copy:
    """A copy of the house, and what is typed in it."""

    def __init__(self, path):
        self.path = path
        for package in PACKAGES:
            shutil.copytree(ROOT / package, path / package, ignore=shutil.ignore_patterns("__pycache__"))
        self.code = self.of_code()

    def of_code(self):
        return {p: p.read_bytes() for p in self.path.rglob("*") if p.suffix in {".py", ".js", ".css"}}

    def change(self, where, how):
        for path in self.path.glob(where):
            path.write_text(how(path.read_text("utf-8")), "utf-8")

    def type(self, line, **env):
        """Type a line; give what is printed, both streams as a person sees them."""
        line = re.sub(r"^python\b", sys.executable, re.sub(r"^referee\b", "python -m cli.main", line))
        clean = {key: value for key, value in os.environ.items() if not key.startswith(("REFEREE", "LC_"))}
        home = {"PYTHONPATH": str(self.path), "HOME": str(self.path), "LANG": "C.UTF-8", "COLUMNS": "100"}
        done = subprocess.run(
            ["bash", "-c", line],
            cwd=self.path,
            env={**clean, **home, "REFEREE_DB": str(self.path / "tables.db"), **env},
            capture_output=True,
            timeout=120,
            check=False,
        )
        return (done.stdout + done.stderr).decode()


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """Follow the recipe in a copy, as somebody who marks each text that would be translated."""
    house = Copy(tmp_path_factory.mktemp("house"))
    house.change("referee/languages/languages.toml", lambda text: text + TABLE)
    for line, output in commands_of(RECIPE[1]):
        said = house.type(line)
        assert pattern_of(output).match(said), (line, said[:2000])
    house.change("referee/l10n/fr/*.toml", marked)
    house.change("referee/games/*/words/fr.toml", marked)
    for where in (
        "rulebooks/*.toml",
        "rulebooks/table/*.toml",
        "games/*/book/*.toml",
        "games/*/words/gl*.toml",
    ):
        house.change(f"referee/{where}", lambda text: ENGLISH.sub(in_french, text))
    for where in ("referee/rulebooks/**/rulings/*.md", "referee/games/*/rulings/*.md"):
        house.change(where, ruled_in_french)
    return house


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_is_whole(lang):
    assert [] == list(missing(lang))


def test_what_a_table_leaves_out_is_as_in_the_first():
    read = read_languages('[en]\ncomma = ", "\n[en.colours]\nred = "red"\n[fr]\nname = "Français"\n')
    assert {"name": "Français", "comma": ", "} == read["fr"]


@slow
def test_the_kit_says_what_is_still_missing(house):
    """A line for each text, with the file it belongs to; nothing once all is there."""
    kit = "python -m referee.testing.languages fr"
    assert "fr: whole\n" == house.type(kit)
    words = house.path / "referee/games/niagara/words/fr.toml"
    kept = words.read_text("utf-8")
    words.write_text(kept.replace("\nname = ", "\nsurname = ", 1), "utf-8")
    assert f'add "niagara.name" to {words}' in house.type(kit)
    words.write_text(kept, "utf-8")
    assert "add [eo] to " in house.type("python -m referee.testing.languages eo")


@slow
def test_the_terminal_speaks_it(house):
    """Help, an evening, refusals, rules and a ruling; asked for by option, setting or locale."""
    assert " & ".join((*LANGUAGES, "fr")) in house.type("referee help --lang fr")
    new = "referee new niagara --seats A,B,C --table evening --lang fr"
    assert MARK in house.type(new)
    for line in ("show", "legal evening", "log evening", "do evening A plays 9", "games", "rule TAB-OPEN-01"):
        assert MARK in house.type(f"referee {line}", REFEREE_LANG="fr"), line
        assert MARK in house.type(f"referee {line}", LANG="fr_CA.UTF-8"), line
        assert MARK not in house.type(f"referee {line}"), line
    assert f"{MARK}Entering and stealing" in house.type("referee rule NIA-STEAL-01 --lang fr")
    assert "did you mean back" in house.type("referee annuler")


@slow
def test_pages_speak_it(house):
    """By the browser's wish and by the button; in its letters, with its colours; the API too."""
    page = house.path / "page.py"
    page.write_text(PAGE, "utf-8")
    said = house.type("python page.py pages.db")
    assert said.count('<html lang="fr"') == 2, said[-3000:]
    for each in ("Français", ":lang(fr){font-family:Garamond,serif", f'"title":"{MARK}', 'value="fr"'):
        assert each in said, each


@slow
def test_no_code_was_touched(house):
    assert house.code == {p: text for p, text in house.of_code().items() if p.name != "page.py"}
