"""A score in words."""

from collections.abc import Mapping

from referee.kernel.tally import Line, Reading, Step
from referee.l10n.catalogs import edition_words
from referee.l10n.messages import noun, say
from referee.languages import listed

Names = Mapping[str, str]


def line_words(game: str, line: Line, lang: str, names: Names) -> str:
    """Return what a line of the score counts, with how its amount comes about where that is known."""
    what = say(f"{game}.{line.item}", lang, names=names, **line.args)
    if line.note is None:
        return what
    note = say(f"{game}.{line.note.item}", lang, names=names, **line.note.args)
    return say("case.noted", lang, what=what, note=note)


def reading_words(game: str, one: Reading, lang: str, names: Names) -> str:
    """Return who wins by one reading (an edition, or this table where it names none) and by which rule."""
    reason = noun("reason", one.reason, lang, game)
    rules = " ".join(one.rules)
    args = {"winners": one.winners, "reason": reason, "seats": one.depends_on, "rules": rules, "names": names}
    suffix = "_open" if one.depends_on else "" if one.winners else "_nobody"
    if one.edition is None:
        return say("case.by_this_table" + suffix, lang, **args)
    edition = edition_words(game, one.edition, lang)
    return say("case.by_edition" + suffix, lang, edition=edition, **args)


def amount_words(amount: int | None) -> str:
    """Return an amount, or `?` for None: it depends on cards that nobody has shown."""
    return "?" if amount is None else str(amount)


def step_words(game: str, step: Step, lang: str, names: Names) -> str:
    """Return what was compared with the amount of each seat; – where a seat has none."""
    amounts = (f"{names.get(seat) or seat} {'–' if n is None else n}" for seat, n in step.amounts.items())
    return say(f"{game}.{step.item}", lang, amounts=listed(amounts, lang))
