"""What was answered is kept: through a reload, a kill, a full disk; where nothing can be kept, it is said."""

import random
import sqlite3
from contextlib import closing

from tests.pocket.browser.host import alter
from tests.pocket.browser.killable import Killable
from tests.pocket.browser.phone import Phone, read_files, read_logs, said, write_file
from tests.pocket.browser.test_two_tabs import tell
from tests.web.browser.evening import press, waits_for
from tests.web.browser.tables import revision


def test_a_page_loaded_again_is_the_same_page(offline):
    """In the middle of a turn: the same table and state, and nobody's hand in the address."""
    offline.open("niagara", "Ada", "Ben", "Chie")
    for line in ("A plays 6", "B plays 4", "C plays 3"):
        tell(offline, line)
    app = offline.sit("A")
    before, at, log = revision(app), offline.at.removesuffix("as/A"), offline.log()
    offline.reload()
    assert (before, at, log) == (revision(offline.app), offline.at, offline.log())
    tell(offline, "A1 launch to L6")
    assert [] == offline.complaints


WITHOUT_STORAGE = (
    'navigator.storage.getDirectory = () => Promise.reject(new DOMException("", "SecurityError"));\n'
)


def test_where_nothing_can_be_kept_it_is_said_and_questions_are_answered(take, site, tmp_path):
    phone = take()
    phone.host.folder = alter(site, tmp_path / "refuses", "storage.js", WITHOUT_STORAGE)
    phone.start()
    assert said("not_kept") == phone.note()
    app = phone.app
    app.goto(f"{phone.host.start}ask/niagara")
    waits_for(app, "What is it about?")
    phone.app.goto(phone.host.start)
    app.fill("#name0", "Ada")
    app.click("form[action$=open] button.main:not([data-fresh])")
    waits_for(app, "nothing of this is recorded, all can be looked at")


def test_a_full_disk_refuses_an_act_and_leaves_what_was_there(take):
    """It says so; what was there is whole, and the game goes on as soon as there is room."""
    phone = take().start().open("niagara", "Ada", "Ben", "Chie")
    tell(phone, "A plays 6")
    log = phone.log()
    inside = phone.context.new_cdp_session(phone.page)
    inside.send("Storage.overrideQuotaForOrigin", {"origin": phone.host.origin, "quotaSize": 1})
    status, text = phone.post(f"{phone.home}do?as=B", notation="B plays 4")
    assert 503 == status
    assert "nothing of this is recorded, all can be looked at" in text
    app = phone.sit("B")
    press(app, "B plays 4")
    app.wait_for_timeout(2000)
    assert log == phone.log()
    inside.send("Storage.overrideQuotaForOrigin", {"origin": phone.host.origin})
    tell(phone, "C plays 3")
    kinds = [row["event"]["type"] for row in phone.log()]
    assert kinds.count("paddle_chosen") in {2, 3}  # the page may have sent it again, or was left before
    assert log == phone.log()[: len(log)]


def test_a_damaged_log_is_named_at_the_start(take, tmp_path):
    """What was changed in an entry, or taken off the end."""
    phone = take().start().open("niagara", "Ada", "Ben", "Chie")
    tell(phone, "A plays 6")
    phone.page.close()
    files = read_files(phone.context, phone.host)
    logs = read_logs(files, tmp_path / "whole")
    assert 2 == len(logs["niagara-1"])
    with closing(sqlite3.connect(tmp_path / "whole" / "referee.db", isolation_level=None)) as db:
        db.execute(
            "UPDATE log SET line = CAST(replace(CAST(line AS TEXT), 'Ben', 'Bob') AS BLOB) WHERE seq = 1"
        )
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    write_file(phone.context, phone.host, "referee.db", (tmp_path / "whole" / "referee.db").read_bytes())
    write_file(phone.context, phone.host, "referee.db-wal", b"")
    again = Phone(phone.context, phone.host).start()
    assert said("damaged", table="niagara-1") == again.note()


TELL_BIRDS = """async (path) => {
  for (let birds = 1; ; birds = (birds + 1) % 4) {
    const event = JSON.stringify({ type: "corrected", position: { birds } });
    const how = { method: "POST", body: new URLSearchParams({ event }), redirect: "manual" };
    const { type } = await fetch(path, how);
    console.log(type === "opaqueredirect" ? "kept" : `refused: ${type}`);
  }
}"""
"""Tells one act after the other, and says of each that it was answered."""


def test_a_browser_that_is_killed_has_lost_no_act_that_was_answered(playwright, host, tmp_path):
    """Several times, in the middle of acts; each log is whole, and goes on from where it was."""
    told, dice = 0, random.Random(40)
    browser = Killable(playwright, tmp_path / "profile")
    phone = Phone(browser.context, host).start().open("lifeboat", *"ABCD")
    home = phone.home
    for _ in range(3):
        answers = []
        phone.page.on("console", lambda each, answers=answers: answers.append(each.text))
        phone.app.goto(home)
        before = [each["event"]["position"]["birds"] for each in phone.log() if "position" in each["event"]]
        assert len(before) >= told
        phone.app.evaluate(f"(path) => {{ ({TELL_BIRDS})(path); }}", f"{home}do")
        phone.page.wait_for_function("() => true")
        while "kept" not in answers:
            phone.page.wait_for_timeout(20)
        phone.page.wait_for_timeout(dice.randrange(50, 1500))
        browser.kill()
        assert {"kept"} == set(answers)
        told = len(before) + len(answers)
        browser = Killable(playwright, tmp_path / "profile")
        logs = read_logs(read_files(browser.context, host), tmp_path / f"after {told}")
        kept = [
            each["event"]["position"]["birds"] for each in logs["lifeboat-1"] if "position" in each["event"]
        ]
        assert before == kept[: len(before)]
        new = kept[len(before) :]
        assert len(new) in {len(answers), len(answers) + 1}
        assert [(i + 1) % 4 for i in range(len(new))] == new
        phone = Phone(browser.context, host).start()
        assert not phone.page.locator("#note").is_visible()
    browser.kill()
