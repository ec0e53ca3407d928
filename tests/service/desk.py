"""What people do at a table of a test: each seat for itself, or all of them together."""

from referee.service.commands import consent
from referee.service.commands import undo as again
from referee.service.commands.correct import house_rule
from referee.service.commands.undo import make_report
from referee.service.tables.request import Request, of_all, of_seat
from referee.service.tables.table import submit_together


def propose(table, by, *changes, **how):
    """Let a seat ask for changes."""
    return consent.propose(table, Request(**how), by, *changes)


def answer(table, proposal, by, *, agrees, **how):
    """Let a seat answer a proposal."""
    return consent.answer_proposal(
        table, Request(of_seat(table.state, by), **how), proposal, "agree" if agrees else "object"
    )


def amend(table, seq, event):
    """Put another action in the place of an entry, as all agree; say how far the rest came."""
    return make_report(table, again.amend(table, Request(of_all(table.state)), seq, event))


def tell_again(table, **how):
    """Tell again what was undone, as all agree; say how far it came."""
    actions = table.log_index.waiting
    return make_report(table, again.reapply(table, Request(of_all(table.state)), **how), actions)


def go_on(table, actions):
    """Tell some actions again."""
    return make_report(table, submit_together(table, (), actions))


def rule_from(table, seq, option, value):
    """Change an option from an entry on, as all agree."""
    return house_rule(table, Request(of_all(table.state)), option, value, start=seq)
