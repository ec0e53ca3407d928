"""What is written into a file that somebody named: through no link, over no database."""

import shutil
from pathlib import Path

import pytest

from events.stores import open_store
from referee.service.files.written_files import DatabaseThereError, write_bytes, write_file
from tests.stores.logs import sealed


def laid_out(path: Path) -> bytes:
    """Lay out a file of tables; give what it holds."""
    with open_store(path, create=True) as store:
        store.create("t", sealed(3))
    return path.read_bytes()


WRITE = {
    "a text": lambda path: write_file(path, ["new"]),
    "a picture": lambda path: write_bytes(path, b"new\n"),
}


@pytest.mark.parametrize("write", WRITE.values(), ids=WRITE)
class TestWriting:
    """Texts and pictures alike."""

    def test_a_database_is_never_written_over(self, tmp_path, write):
        db = tmp_path / "tables.db"
        before = laid_out(db)
        (tmp_path / "tables.db-wal").write_bytes(b"the evening")
        (tmp_path / "link.html").symlink_to(db)
        for name in ("tables.db", "tables.db-wal", "link.html"):
            with pytest.raises(DatabaseThereError):
                write(tmp_path / name)
        assert (before, b"the evening") == (db.read_bytes(), (tmp_path / "tables.db-wal").read_bytes())
        assert {"tables.db", "tables.db-wal", "link.html"} == {each.name for each in tmp_path.iterdir()}

    def test_a_link_is_replaced_and_not_followed(self, tmp_path, write):
        mine, out = tmp_path / "mine", tmp_path / "out"
        mine.write_text("mine")
        for target in (mine, tmp_path / "nowhere"):
            out.symlink_to(target)
            write(out)
            assert (False, "new\n", "mine") == (out.is_symlink(), out.read_text(), mine.read_text())
            out.unlink()
        assert not (tmp_path / "nowhere").exists()

    @pytest.mark.parametrize("mode", [0o600, 0o640, 0o444])
    def test_a_file_keeps_its_mode(self, tmp_path, write, mode):
        out = tmp_path / "out"
        out.write_text("old")
        out.chmod(mode)
        write(out)
        assert (mode, "new\n") == (out.stat().st_mode & 0o777, out.read_text())


def test_a_copy_of_a_database_under_any_name_is_one(tmp_path):
    laid_out(tmp_path / "tables.db")
    shutil.copy(tmp_path / "tables.db", tmp_path / "evening.html")
    with pytest.raises(DatabaseThereError):
        write_file(tmp_path / "evening.html", ["new"])
