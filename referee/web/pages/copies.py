"""Copies of tables: kept as a file or shown as codes, and taken in again, here or at another referee."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any
from urllib.parse import quote

from litestar import HttpMethod, Response, post
from litestar.di import Provide
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from referee.l10n import LANGUAGES, say
from referee.service.files.bundle import BundleError, open_bundle, write_bundle
from referee.service.files.codes import CodesError, pack_log, write_codes
from referee.service.logs.sources import Log, StoredLog, proved
from referee.web.access.address import draw_code
from referee.web.access.form_data import Sent, Upload, read_upload, text_of
from referee.web.access.limits import UPLOAD
from referee.web.access_control import Access, AccessControl, WebRequest, asked_language, browser_language
from referee.web.acts.take_in import TakenIn, take_again, take_codes, take_file
from referee.web.pages.frame import html, plain, read_route
from referee.web.pages.parts import may_have_log
from referee.web.streams.disk_threads import threaded
from referee.web.streams.live_tables import LiveTables

_JSON_LINES = "application/jsonl"


def _to_keep(name: str, content: bytes, kind: str) -> Response[bytes]:
    """Answer with a file to download."""
    plainly = "".join(sign if sign.isascii() and (sign.isalnum() or sign in "-_.") else "_" for sign in name)
    saved = f"attachment; filename=\"{plainly}\"; filename*=UTF-8''{quote(name, safe='')}"
    return Response(content, media_type=kind, headers={"Content-Disposition": saved})


def _log_file(
    request: WebRequest, access: AccessControl, log: Log, table: str, upto: int | None = None
) -> Response[bytes]:
    """Answer with a log as `referee export` writes it, up to an entry (None: its last)."""
    lines = list(islice(proved(log), upto))
    _note_copied(request, access, {table: len(lines)})
    return _to_keep(f"{table}.jsonl", b"".join(line + b"\n" for line in lines), _JSON_LINES)


def _note_copied(request: WebRequest, access: AccessControl, revisions: Mapping[str, int]) -> None:
    """Note of each table up to which entry it is handed out; whoever sends HEAD gets nothing."""
    for table, revision in revisions.items() if request.method == HttpMethod.GET else ():
        access.live.note_copied(table, revision)


def _log_of(access: AccessControl, table: str) -> StoredLog:
    """Return the log of a table. Raises NotFoundException where there is none."""
    if not access.live.store.head(table).revision:
        raise NotFoundException
    return StoredLog(access.live.store, table)


@read_route("/h/{key:str}/copy")
@threaded
def copy_file(
    request: WebRequest, key: FromPath[str], access: Access, table: FromQuery[str] = ""
) -> Response[bytes]:
    """Answer with the whole log of a table, secrets and all."""
    access.require_keeper(key, request)
    return _log_file(request, access, _log_of(access, table), table)


@read_route("/h/{key:str}/copies")
@threaded
def copies_file(request: WebRequest, key: FromPath[str], access: Access) -> Response[bytes]:
    """Answer with a zip of the logs of all tables, damaged ones too, each as it is stored."""
    access.require_keeper(key, request)
    store = access.live.store
    logs = {row.table: list(store.read(row.table)) for row in access.live.tables()}
    _note_copied(request, access, {table: len(lines) for table, lines in logs.items()})
    return _to_keep("referee.zip", write_bundle(logs.items()), "application/zip")


@read_route("/copy/{token:str}")
@threaded
def copy_of_table(request: WebRequest, token: FromPath[str], access: Access) -> Response[bytes]:
    """Answer with the log of a table to whoever sits at it, once it holds no secret any more; 404 before."""
    context = access.make_context(request, token)
    looked_at = len(context.log_index.entries)  # what is laid from here on may lie face down
    if not may_have_log(context):
        raise NotFoundException
    return _log_file(request, access, context.seated.table.log, context.link.table, looked_at)


@read_route("/h/{key:str}/show")
@threaded
def show_codes(
    request: WebRequest, key: FromPath[str], access: Access, table: FromQuery[str] = ""
) -> Response[str]:
    """Answer with a table as codes, which another phone scans one after the other."""
    access.require_keeper(key, request)
    lang, log = asked_language(request), _log_of(access, table)
    texts, problem = list[tuple[str, str]](), ""
    try:
        lines = list(proved(log))
        texts = write_codes(pack_log(lines), f"{access.base_of(request)}/take")
        _note_copied(request, access, {table: len(lines)})
    except CodesError as error:
        problem = say(error.reason, lang, **error.args_)
    codes = [draw_code(text, say("copies.n_of", lang, n=n, of=len(texts))) for n, text in enumerate(texts, 1)]
    page = plain(
        lang,
        say("copies.table_as_codes", lang, table=table),
        "copy_codes.html",
        root=f"/h/{key}/",
        table=table,
        codes=codes,
        problem=problem,
    )
    return html(page, 422 if problem else 200)


@read_route("/h/{key:str}/take")
@threaded
def take_page(request: WebRequest, key: FromPath[str], access: Access) -> Response[str]:
    """Answer with the page on which files and codes are handed in."""
    access.require_keeper(key, request)
    return _take_page(request, key)


@read_route("/take")
@threaded
def collecting_page(request: WebRequest) -> Response[str]:
    """Answer with the page that codes lead to: a browser keeps them until they are handed in."""
    return _take_page(request, "")


def _take_page(
    request: WebRequest, key: str, taken: tuple[TakenIn, ...] = (), lang: str | None = None
) -> Response[str]:
    """Answer with the page that takes in, 422 where nothing of what was `taken` is in.

    `key` is empty where nothing can be handed in; `lang` None: as the query or the browser says.
    """
    lang = lang or asked_language(request)
    root = f"/h/{key}/" if key else ""
    text = plain(
        lang,
        say("copies.take_in", lang),
        "take.html",
        root=root,
        taken=taken,
        languages={each: f"{root or '/'}take?lang={each}" for each in LANGUAGES},
    )
    page = html(text, 422 if taken and not any(each.is_in for each in taken) else 200)
    page.headers["Permissions-Policy"] = "camera=(self), microphone=(), geolocation=()"
    return page


async def _read_sent(request: WebRequest, key: FromPath[str], access: Access) -> Upload:
    """Read what was handed in, of the keeper alone: it may be large."""
    access.require_keeper(key, request)
    return await read_upload(request)


@post(
    "/h/{key:str}/take",
    include_in_schema=False,
    request_max_body_size=UPLOAD,
    dependencies={"sent": Provide(_read_sent)},
)
@threaded
def take_in(request: WebRequest, key: FromPath[str], access: Access, sent: Sent) -> Response[Any]:
    """Take in what was handed in, and answer with what became of it."""
    wanted = text_of(sent.form, "lang")
    lang = wanted if wanted in LANGUAGES else browser_language(request)
    taken = tuple(_take_all(access.live, sent, lang))
    for each in taken:
        if each.is_in:
            access.live.wake(each.table)
            access.live.note_copied(each.table, each.revision)
    if not taken:
        return Redirect(f"/h/{key}/take?lang={lang}", status_code=303)
    return _take_page(request, key, taken, lang)


def _take_all(live: LiveTables, sent: Upload, lang: str) -> Iterator[TakenIn]:
    """Take in every file and code that was sent; yield what became of each."""
    form = sent.form
    table = text_of(form, "table") or None
    if packed := str(form.get("packed", "")):
        yield take_again(live, packed, lang, table, agreed="agreed" in form)
    if codes := str(form.get("codes", "")).strip():
        yield take_codes(live, codes, lang, table)
    for name, content in sent.files:
        try:
            for own, found in open_bundle(name, content):
                yield take_file(live, own, found, lang, table)
        except BundleError as error:
            yield TakenIn(say(error.reason, lang, file=name[-60:]), is_in=False)


COPIES = [
    copy_file,
    copies_file,
    copy_of_table,
    show_codes,
    take_page,
    collecting_page,
    take_in,
]
