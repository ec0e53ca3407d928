"""What the keeper does with a table as a whole: another name, or away with it, asked twice."""

from collections.abc import Callable
from typing import Any

from litestar import Response, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from events.stores.protocol import Conflict, OwnerOnlyError
from referee.kernel.verdict import Refused
from referee.l10n import say
from referee.service.commands.archive import Archived, delete, phones_of, rename
from referee.service.logs.replay import EmptyLogError
from referee.web.access.entrance import AtEntrance, Entrance, WebRequest
from referee.web.access.form_data import Form
from referee.web.access.sign_in import language_of
from referee.web.forms.submit import html, text_of
from referee.web.pages.before_a_table.archive import asked_again, outcome
from referee.web.parts.frame import plain
from referee.web.streams.disk_threads import threaded


@post("/h/{key:str}/rename", include_in_schema=False)
@threaded
def rename_table(request: WebRequest, key: FromPath[str], form: Form, entrance: AtEntrance) -> Response[Any]:
    """Call a table otherwise; say why it cannot be called so."""
    entrance.keeper(key, request)
    table, name = text_of(form, "table"), text_of(form, "name")
    return told(request, key, form, table, entrance, lambda: rename(entrance.live.store, table, name))


@post("/h/{key:str}/delete", include_in_schema=False)
@threaded
def delete_table(request: WebRequest, key: FromPath[str], form: Form, entrance: AtEntrance) -> Response[Any]:
    """Remove a table once its name was typed again; before that say what goes with it."""
    entrance.keeper(key, request)
    table, named, store = text_of(form, "table"), text_of(form, "named"), entrance.live.store
    lang = language_of(request, text_of(form, "lang"))
    entries = store.head(table).revision
    if not entries:
        raise NotFoundException
    if named != table:
        body = asked_again(
            lang, f"/h/{key}/", table, entries, phones_of(store, table), is_again="named" in form
        )
        return html(plain(lang, say("web.will_delete", lang, table=table), *body))
    return told(request, key, form, table, entrance, lambda: delete(store, table))


def told(
    request: WebRequest,
    key: str,
    data: dict[str, Any],
    table: str,
    entrance: Entrance,
    act: Callable[[], Archived | Refused | Conflict],
) -> Response[Any]:
    """Do it, have who listens look again, and say what became of it."""
    lang, root = language_of(request, text_of(data, "lang")), f"/h/{key}/"
    try:
        done = act()
    except EmptyLogError:
        raise NotFoundException from None
    except OwnerOnlyError as error:
        done = Refused(error.reason, (), error.args_)
    if isinstance(done, Archived):
        entrance.live.forget_removed(table)
        entrance.live.wake(table)
    title, status = outcome(lang, done)
    return html(plain(lang, title, *titled(lang, root, title)), status)


def titled(lang: str, root: str, text: str) -> list[Any]:
    """Say one thing, and lead back to the start page."""
    from referee.web.parts.markup import el

    return [
        el("p", text, role="status"),
        el("p", el("a", say("web.start", lang), href=f"{root}?lang={lang}", class_="button")),
    ]


PUTTING_AWAY = [rename_table, delete_table]
