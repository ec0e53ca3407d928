"""A phone at the written site: the page that stays, and in its frame the pages of the service."""

import base64
import json
import re
import sqlite3
from contextlib import closing

from events.stores.sqlite import SqliteStore
from referee.l10n.catalogs import catalog
from referee.service.logs.chain import verified

START, PATIENCE = 180_000, 40_000
"""Milliseconds a start, or anything else, may take on a machine that does much else."""

IS_STARTED = "#app:not([hidden]), #mend:not([hidden])"

READ = """async () => {
  const root = await navigator.storage.getDirectory(), folder = await root.getDirectoryHandle("referee");
  const read = {};
  for await (const [name, handle] of folder.entries()) {
    const bytes = new Uint8Array(await (await handle.getFile()).arrayBuffer());
    read[name] = Array.from({ length: Math.ceil(bytes.length / 9000) },
      (_, i) => btoa(String.fromCharCode(...bytes.subarray(i * 9000, (i + 1) * 9000)))).join("");
  }
  return read;
}"""
"""Reads what the browser keeps: files by name, in base64."""

WRITE = """async ([name, text]) => {
  const root = await navigator.storage.getDirectory(), folder = await root.getDirectoryHandle("referee");
  const stream = await (await folder.getFileHandle(name)).createWritable();
  await stream.write(Uint8Array.from(atob(text), (each) => each.charCodeAt(0)));
  await stream.close();
}"""

LOG = """async (address) => {
  const [, root, token] = location.pathname.match(/^(.*)\\/s\\/([^/]+)/);
  const how = { headers: { authorization: `Bearer ${token}` } };
  return (await fetch(`${root}/api/table/log`, how)).json();
}"""

POST = """async ([path, fields]) => {
  const body = new URLSearchParams(fields);
  const answer = await fetch(path, { method: "POST", body, redirect: "manual" });
  return [answer.status, await answer.text()];
}"""


def said(id, lang="en", **args):
    """Return a text of the page that stays."""
    text = catalog(lang, "pocket")[f"pocket.page.{id}"]
    return re.sub(r"\{(\w+)\}", lambda found: str(args[found[1]]), text)


class Phone:
    """A page of a browser's context at a host; `complaints` are errors nobody caught."""

    def __init__(self, context, host, patience=PATIENCE):
        context.set_default_timeout(patience)
        self.context, self.host, self.complaints = context, host, []
        self.page = context.new_page()
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._listen)

    def _listen(self, message):
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.complaints.append(message.text)

    def start(self, below=""):
        """Open the site, and wait for the first page of the service."""
        self.page.goto(self.host.start + below, timeout=START)
        return self.wait()

    def reload(self):
        self.page.reload()
        return self.wait()

    def wait(self):
        self.page.locator(IS_STARTED).first.wait_for(timeout=START)
        assert "" == self.page.locator("#wrong").inner_text()
        self.app.wait_for_selector("main", timeout=START)
        return self

    @property
    def app(self):
        """The frame with the pages of the service."""
        return self.page.query_selector("#app").content_frame()

    @property
    def at(self):
        """The address of the service's page, below the site."""
        return self.app.url.removeprefix(self.host.start.rstrip("/"))

    @property
    def home(self):
        """The address of the table's page, with nothing after it."""
        return re.match(r".*/s/[^/]+/", self.app.url)[0]

    def open(self, game, *names, chance=""):
        """Open a table with everybody at this one device."""
        app = self.app
        app.goto(self.host.start)
        app.wait_for_selector(".start")
        app.goto(self.host.origin + app.get_attribute(f".covers a[href*='game={game}']", "href"))
        for i, name in enumerate(names):
            app.fill(f"#name{i}", name)
        if chance:
            app.select_option("#chance", chance)
        app.click("form[action$=open] button.main:not([data-fresh])")
        app.wait_for_selector(".curtain")
        return self

    def sit(self, seat):
        """Show the page of a seat."""
        self.app.goto(f"{self.home}as/{seat}")
        return self.app

    def log(self):
        """Return the log of the table whose page is shown, as the API tells it."""
        return self.app.evaluate(LOG)

    def post(self, path, **fields):
        """Send a form; return the status and the text of the answer."""
        return self.app.evaluate(POST, [path, fields])

    def note(self):
        note = self.page.locator("#note span")
        note.wait_for()
        return note.inner_text()


def read_files(context, host):
    """Return what a browser keeps of the site, by the names of the files, while nothing of it runs."""
    page = context.new_page()
    page.goto(f"{host.origin}/nothing")
    found = page.evaluate(READ)
    page.close()
    return {name: base64.b64decode(text) for name, text in found.items()}


def write_file(context, host, name, content):
    page = context.new_page()
    page.goto(f"{host.origin}/nothing")
    page.evaluate(WRITE, [name, base64.b64encode(content).decode()])
    page.close()


def read_logs(files, folder):
    """Return the events of each table in the files of a browser; raise where a chain does not hold."""
    folder.mkdir(exist_ok=True)
    for name, content in files.items():
        if content:
            (folder / name).write_bytes(content)
    with closing(sqlite3.connect(folder / "referee.db")) as db:
        assert [("ok",)] == db.execute("PRAGMA integrity_check").fetchall()
    with SqliteStore(folder / "referee.db") as store:
        return {
            row.table: [*map(json.loads, verified(store.read(row.table), store.head(row.table)))]
            for row in store.tables()
        }
