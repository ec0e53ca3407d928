"""Every sentence of the rule texts went into a rule, and every rule says from which."""

from tomllib import loads

from referee.rulebooks import BOOKS, rules_of

ZH_NUMBERED = {
    "Prep": 6, "Round": 4, "Turn": 5, "Move": 6, "Load": 12, "Steal": 6, "Gain": 5, "Weather": 3,
    "River": 7, "Fall": 4, "REnd": 3,
}  # fmt: skip
ZH_WHOLE = ("Goal", "End")
JA_NUMBERED = {
    "Comp": 2, "Goal": 2, "Flow": 3, "Mv": 11, "Ld": 8, "Wx": 1, "Rv": 5, "RE": 2, "St": 5, "Fl": 7,
}  # fmt: skip
JA_DIAGRAMS = ("2", "3", "4a", "4b", "5", "6ab", "7", "8", "9b", "10")


def numbered(sections: dict[str, int]) -> set[str]:
    """Name every item of the sections of a document."""
    return {f"{section}-{n}" for section, last in sections.items() for n in range(1, last + 1)}


def coverage() -> dict[str, dict[str, list[str]]]:
    """Read which rules each sentence went into."""
    read: dict[str, dict[str, list[str]]] = loads((BOOKS / "niagara" / "coverage.toml").read_text("utf-8"))
    return read


def test_every_sentence_of_the_chinese_rules_is_in_a_rule() -> None:
    """All numbers of all sections, and the two sections without numbers."""
    assert numbered(ZH_NUMBERED) | set(ZH_WHOLE) == {key for key, ids in coverage()["ZH"].items() if ids}


def test_every_point_of_the_japanese_account_is_in_a_rule() -> None:
    """All points, all diagrams, and the summary."""
    diagrams = {f"Dia-{name}" for name in JA_DIAGRAMS}

    assert numbered(JA_NUMBERED) | diagrams | {"Sum"} == {key for key, ids in coverage()["JA"].items() if ids}


def test_the_rules_and_the_table_of_sentences_say_the_same() -> None:
    """A rule that cites a sentence stands beside it in the table, and the other way round."""
    cited = {
        (source, rule.id)
        for rule in rules_of("niagara").values()
        for source in rule.all_sources
        if source.partition(" ")[0] in ("ZH", "JA")
    }
    covered = {
        (f"{document} {key}", id)
        for document, keys in coverage().items()
        for key, ids in keys.items()
        for id in ids
    }

    assert covered == cited
