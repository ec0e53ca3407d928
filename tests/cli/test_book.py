"""`book`: the rulebook as pages in a folder."""

import msgspec
import pytest

from referee.languages import LANGUAGES
from referee.rulebooks import TABLE
from referee.service.answers.files import BookWritten
from referee.web.book import folder
from referee.web.book.site import File
from tests.stages import slow


@slow
def test_a_game_is_written_in_every_language(run, tmp_path):
    out = tmp_path / "book"
    done = run("book", "niagara", "--out", str(out), "--json")
    assert 0 == done.code
    told = done.object
    assert told == msgspec.json.decode(msgspec.json.encode(msgspec.convert(told, BookWritten)))
    assert ["niagara", TABLE] == told["books"]
    assert [*LANGUAGES] == told["languages"]
    files = [path for path in out.rglob("*") if path.is_file()]
    assert told["files"] == len(files)
    assert told["bytes"] == sum(path.stat().st_size for path in files)
    for lang in LANGUAGES:
        assert (out / lang / "niagara" / "NIA-STEAL-01.html").exists()
    assert 0 == run("book", "niagara", "--out", str(out)).code  # an earlier book may be written anew


@pytest.mark.parametrize("words", [("chess",), ("table",), ("niagara", "--service", "play.example")])
def test_what_cannot_be_meant_writes_nothing(run, tmp_path, words):
    assert 2 == run("book", *words, "--out", str(tmp_path / "book")).code
    assert [] == [*tmp_path.glob("book*")]


def test_no_folder_with_other_things_is_written_into_unasked(run, tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    done = run("book", "niagara", "--service", "https://play.example", "--out", str(tmp_path))
    assert 1 == done.code
    assert f"referee book niagara --service https://play.example --out {tmp_path} --force" in done.err
    assert ["notes.txt"] == [
        path.name for path in tmp_path.iterdir() if path.suffix == ".txt" or path.is_dir()
    ]


def written(out, *files, force=False):
    return [
        *folder.write_folder(
            out, [File(path, lambda content=content: content) for path, content in files], force=force
        )
    ]


def test_a_file_that_there_is_not_is_left_out(tmp_path):
    assert [3, 0] == written(tmp_path / "book", ("en/a.html", b"abc"), ("en/b.svg", None))
    assert ["a.html"] == [path.name for path in (tmp_path / "book" / "en").iterdir()]


def test_other_things_stay_where_they_are_forced_together(tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(folder.OtherThingsError):
        written(tmp_path, ("index.html", b"abc"))
    written(tmp_path, ("index.html", b"abc"), force=True)
    assert {"notes.txt", "index.html"} == {path.name for path in tmp_path.iterdir()}


@pytest.mark.parametrize("is_there", [False, True])
def test_nothing_half_written_is_left(tmp_path, is_there):
    out = tmp_path / "book"
    if is_there:
        out.mkdir()

    def fail():
        raise RuntimeError

    with pytest.raises(RuntimeError):
        [*folder.write_folder(out, [File("a.html", lambda: b"abc"), File("b.html", fail)])]
    assert is_there == out.exists()
    assert [] == [*out.rglob("*")]


def test_an_address_of_ask_is_answered_in_the_terminal(run):
    address = run("ask", "lifeboat", "A mugs B for hand", "--json").object["url"]
    told = run("ask", "lifeboat", f"https://play.example{address}?lang=ja", "--json").object
    assert address == told["url"]
    assert 2 == run("ask", "lifeboat", "/ask/lifeboat/zzz").code
