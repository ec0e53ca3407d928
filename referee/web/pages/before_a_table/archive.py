"""Another name for a table, or away with it: the fields on the start page, and the second question."""

from typing import Any

from events.stores.protocol import Conflict, TableRow
from referee.kernel.verdict import Refused
from referee.l10n import say
from referee.service.commands.archive import Archived
from referee.web.parts.markup import Html, el


def archive_section(lang: str, root: str, rows: tuple[TableRow, ...]) -> Html | None:
    """Fold away what a keeper seldom does: choose a table, give it a name, or ask to delete it."""
    if not rows:
        return None
    named = [el("option", row.table, value=row.table) for row in rows]
    return el(
        "details",
        el("summary", say("web.put_away", lang)),
        el(
            "form",
            el("input", type="hidden", name="lang", value=lang),
            labelled(
                "put-table", say("web.which_table", lang), el("select", named, id="put-table", name="table")
            ),
            labelled("put-name", say("web.new_name", lang), field("put-name", "name")),
            el(
                "div",
                el("button", say("web.rename", lang), formaction=f"{root}rename"),
                el("button", say("web.delete", lang), formaction=f"{root}delete"),
                class_="row",
            ),
            method="post",
            action=f"{root}rename",
        ),
        class_="more",
    )


def labelled(id: str, text: str, control: Html) -> Html:
    """Put a label before a control."""
    return el("p", el("label", text, for_=id), control)


def field(id: str, name: str) -> Html:
    """Take a name."""
    return el("input", id=id, name=name, maxlength=64, autocomplete="off", autocapitalize="off")


def asked_again(lang: str, root: str, table: str, entries: int, phones: int, *, is_again: bool) -> list[Any]:
    """Say what goes with a table, and ask for its name before it is removed."""
    return [
        el("h1", say("web.will_delete", lang, table=table), class_="title"),
        el("p", say("web.not_named", lang), role="alert", class_="alert") if is_again else None,
        el("p", say("web.will_delete_how", lang, entries=entries, phones=phones)),
        el(
            "form",
            el("input", type="hidden", name="lang", value=lang),
            el("input", type="hidden", name="table", value=table),
            labelled("named", say("web.type_to_delete", lang), field("named", "named")),
            el(
                "div",
                el("button", say("web.delete", lang).rstrip(" …")),
                el("a", say("web.keep_it", lang), href=f"{root}?lang={lang}", class_="button main"),
                class_="row",
            ),
            method="post",
            action=f"{root}delete",
        ),
    ]


def outcome(lang: str, done: Archived | Refused | Conflict) -> tuple[str, int]:
    """Say what became of a table, or why not; give the status of the answer."""
    if isinstance(done, Refused):
        return say(done.reason, lang, **done.args), 422
    if isinstance(done, Conflict):
        return say("cli.conflict", lang, seen=done.expected, revision=done.revision), 409
    words = "web.renamed" if done.name else "web.deleted"
    return say(words, lang, table=done.table, name=done.name, file=done.file), 200
