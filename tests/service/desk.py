"""What people do at a table of a test: each seat for itself, or all of them together."""

from referee.service.commands import consent
from referee.service.commands.actor import of_all, of_seat
from referee.service.commands.changes import tell_again as again
from referee.service.commands.changes.house_rule import house_rule
from referee.service.commands.changes.tell_again import amended, offered
from referee.service.tables.submit_several import submit_together


def propose(table, by, *changes, **how):
    return consent.propose(table, by, *changes, **how)


def answer(table, proposal, by, *, agrees, **how):
    return consent.answer(table, of_seat(table.state, by), proposal, "agree" if agrees else "object", **how)


def amend(table, seq, event):
    """Put another action in the place of an entry, as all agree; say how far the rest came."""
    return amended(table, again.amend(table, of_all(table.state), seq, event))


def tell_again(table, **how):
    """Tell again what was undone, as all agree; say how far it came."""
    actions = offered(table)
    return amended(table, again.tell_again(table, of_all(table.state), **how), actions)


def go_on(table, actions):
    return amended(table, submit_together(table, (), actions, seen=table.revision))


def rule_from(table, seq, option, value):
    return house_rule(table, of_all(table.state), option, value, start=seq)
