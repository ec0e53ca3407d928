"""The referee's word in a dispute, and what a table does so that ruling otherwise has effect."""

from typing import Any

from cli.frame.session import Session


def word(session: Session, case: Any, state: Any) -> list[str]:
    """Say what the referee ruled itself, by which rules; nothing where the asker may not know."""
    from cli.telling.refusals import message

    if not case.word:
        return []
    said = session.say(f"ruling.{'accepted' if case.refusal is None else 'refused'}", rules=case.word)
    why = f" {message(session, case.refusal, state)}" if case.refusal is not None else ""
    return ["  " + said + why]


def steps(session: Session, seated: Any, found: Any) -> list[str]:
    """Write what is typed so that a ruling against the referee's word has effect."""
    return played_anyway(session, seated, found) if found.case.act is not None else undone(session, found)


def played_anyway(session: Session, seated: Any, found: Any) -> list[str]:
    """Write how a refused act is played; nothing where it would be accepted by now."""
    from cli.telling.refusals import offers
    from referee.kernel.verdict import Refused

    act, name = found.case.act, seated.name
    refused = seated.judge(act)
    if not isinstance(refused, Refused):
        return []
    ways = (f"referee house {name}", f"referee correct {name}")
    lines = offers(session, seated.game, seated.state, refused, act, *ways)
    return [session.say("ruling.not_yet_played"), *lines]


def undone(session: Session, found: Any) -> list[str]:
    """Write how an accepted act is taken back or amended; nothing of the opening."""
    story = found.story
    i = story.index(found.case.at)
    if i == 0:
        return []
    how = {"table": found.table, "to": story.told[i - 1].end, "n": story.told[i].seq}
    return [session.say("ruling.not_yet_done", **how), session.say("ruling.instead", **how)]
