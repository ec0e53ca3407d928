"""What names a store: paths and addresses, and what of them may be printed."""

import pytest

from events.stores.places import from_anywhere, without_secrets


@pytest.mark.parametrize(
    ("where", "printed"),
    [
        ("tables.db", "tables.db"),
        ("postgresql://h/x", "postgresql://h/x"),
        ("postgresql://me:hu@s/h@h:5/x", "postgresql://me@h:5/x"),
        ("postgres://me@h/x?password=hush&sslmode=require", "postgres://me@h/x?sslmode=require"),
        ("postgresql://h/x?sslpassword=hush", "postgresql://h/x"),
    ],
)
def test_an_address_is_printed_without_its_passwords(where, printed):
    """To be typed again; who asks for the password asks then."""
    assert printed == without_secrets(where)


def test_a_place_is_found_from_another_folder(tmp_path, monkeypatch):
    """A path is written whole; an address is one everywhere."""
    monkeypatch.chdir(tmp_path)
    assert str(tmp_path / "tables.db") == from_anywhere("tables.db")
    assert "postgresql://db.example/tables" == from_anywhere("postgresql://db.example/tables")
