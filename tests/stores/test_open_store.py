"""What names a store: paths and addresses, and what of them may be printed."""

import pytest

from events.stores import without_secrets


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
