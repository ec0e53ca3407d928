"""Every ruling in the room of a game is decided by its engine as it says."""

import msgspec

from referee.languages import Texts
from referee.rulebooks.rulings import Ruling, folder_of_rulings, read_ruling
from referee.testing.evenings import Evenings, broken
from referee.testing.referee_a_ruling import claimed, play, told


def rulings_of(game: str) -> tuple[Ruling, ...]:
    """Read the rulings of a game."""
    return tuple(read_ruling(path, game) for path in sorted(folder_of_rulings(game).glob("*.md")))


def told_parts(ruling: Ruling) -> dict[str, Texts]:
    """Give what a ruling says in every language, by what it is."""
    parts = {"title": ruling.title, "question": ruling.question, "answer": ruling.answer}
    return parts | ({"sources that disagree": ruling.disagree} if ruling.disagree else {})


def untold(ruling: Ruling) -> tuple[str, ...]:
    """Name what of a ruling is not written in a language."""
    return tuple(
        f"{part} in {lang}" for part, texts in told_parts(ruling).items() for lang in texts.lacking()
    )


def every_ruling_is_decided_as_it_says(evenings: Evenings) -> None:
    """Verdict, rules and every further claim; each is whole, in every language."""
    found = rulings_of(evenings.game.id)
    if not found:
        broken(f"add a ruling to {folder_of_rulings(evenings.game.id)}")
    for ruling in found:
        if not ruling.acts:
            broken(f"add an act to {ruling.name}.md")
        if missing := untold(ruling):
            broken(f"add the {missing[0]} to {ruling.name}.md")
        for n, act in enumerate(ruling.acts, 1):
            outcome = play(ruling, act)
            if outcome.checked.verdict != act.verdict or not set(act.rules) <= set(outcome.checked.rules):
                broken(f"{ruling.name}, act {n}: {outcome.checked}")
            for what, claim in act.expected:
                if not claimed(what, msgspec.json.decode(claim), outcome):
                    broken(f"{ruling.name}, act {n}: not so: {what} {claim}; {told(outcome)}")
            if act.verdict == "refused" and act.rules and act.rules[0] not in ruling.rules:
                broken(f"add {act.rules[0]} to the rules of {ruling.name}.md")


LAWS = (every_ruling_is_decided_as_it_says,)
