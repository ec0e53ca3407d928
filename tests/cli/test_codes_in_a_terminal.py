"""A table as codes in a terminal, which a phone scans on the page where games are brought in."""

from referee.service.files.codes import join_codes, unpack_log
from tests.web.scanning import in_terminal


def test_a_table_goes_to_a_phone_by_codes(run, first_turn):
    shown = run("export", first_turn, "--to", "codes").out
    numbered = [line for line in shown.splitlines() if " of " in line]
    assert [f"{n} of {len(numbered)}" for n in range(1, len(numbered) + 1)] == numbered
    lines = run("export", first_turn).out.encode().splitlines()
    assert lines == unpack_log(join_codes(in_terminal(shown)))
