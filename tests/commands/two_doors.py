"""One table at two doors: a terminal, and phones with a screen in the middle; each has a copy of the log."""

import html
import json
import re
from functools import cache
from itertools import dropwhile
from pathlib import Path
from typing import NamedTuple

import msgspec
from typer.testing import CliRunner

from cli.main import app
from events.stores import open_store
from referee.l10n.wording import notate
from referee.service.files.importing import import_lines, open_file
from referee.service.logs.log_index import LogIndex
from referee.service.logs.sources import StoredLog
from referee.testing.phones import Joined, Service
from referee.web.acts.new_tables import all_links

TABLE = "t"
ALL = None
"""Nobody in particular asks: all of us round one screen."""


class Done(NamedTuple):
    """What came of an act: what was written, and where it was refused the sentence and the rules."""

    written: tuple
    refused: str | None = None
    rules: tuple = ()


@cache
def recorded(path: Path) -> tuple[bytes, ...]:
    """Referee a record, what is refused of it left out; give the lines of its log."""
    return tuple(open_file(path, keep_going=True).lines())


def cut(lines: tuple[bytes, ...], share: float) -> tuple[bytes, ...]:
    """Give the first part of a log, up to the end of what followed from an action."""
    n = max(2, int(len(lines) * share))
    rest = dropwhile(lambda line: b'"kind":"consequence"' in line, lines[n:])
    return lines[: len(lines) - sum(1 for _ in rest)]


def put(path: Path, lines: tuple[bytes, ...]) -> None:
    with open_store(path, create=True) as store:
        import_lines(store, lambda: enumerate(lines, 1), TABLE)


class Door:
    """A door to a table of a store."""

    def __init__(self, path: Path, lines: tuple[bytes, ...]) -> None:
        put(path, lines)
        self.path, self.known = path, len(lines)

    def news(self) -> tuple:
        """Read what was written since it was asked last: who, of which kind, what."""
        with open_store(self.path) as store:
            lines = [json.loads(line) for line in store.read(TABLE, self.known + 1)]
        self.known += len(lines)
        return tuple((each["by"], each["kind"], json.dumps(each["event"], sort_keys=True)) for each in lines)

    def unsalted(self, refused, rules) -> Done:
        """Say what came of sealing or opening; what is drawn for it is another at each door."""
        drawn = re.compile('("(?:seal|salt)": )"[0-9a-f]+"')
        written = tuple((by, kind, drawn.sub(r"\1…", event)) for by, kind, event in self.news())
        return Done(written, refused, tuple(rules))

    def log_index(self) -> LogIndex:
        with open_store(self.path) as store:
            return LogIndex(StoredLog(store, TABLE))


class Terminal(Door):
    """Somebody who types."""

    salt = ""
    """What the last seal was made by."""

    def run(self, *args):
        env = {"REFEREE_DB": str(self.path), "REFEREE_LANG": "en"}
        result = CliRunner().invoke(app, [*map(str, args), "--json"], env=env)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    def objects(self, *args):
        """Run a command; give all objects it answers."""
        return [json.loads(line) for line in self.run(*args).stdout.splitlines()]

    def call(self, *args, by=ALL):
        """Run a command; give the object it answers."""
        result = self.run(*args, *(() if by is ALL else ("--by", by)))
        lines = result.stdout.splitlines()
        return result.exit_code, json.loads(lines[-1]) if lines else {"message": result.stderr}

    def act(self, *args, by=ALL):
        """Do something; say what came of it."""
        code, answer = self.call(*args, by=by)
        written = self.news()
        if code == 0 or written:
            return Done(written)
        if answer.get("stuck"):
            return Done(written, "", tuple(answer["stuck"]["rules"]))
        return Done(written, answer["message"], tuple(answer.get("rules", ())))

    def take_back(self, by, to=None):
        return self.act("back", TABLE, *(() if to is None else ("--to", to)), by=by)

    def house_rule(self, by, option, value):
        return self.act("house", TABLE, f"{option}={value}", by=by)

    def correct(self, by, path, value):
        return self.act("correct", TABLE, f"{path}={json.dumps(value)}", by=by)

    def again(self, *, skip=False, by=ALL):
        return self.act("again", TABLE, *(["--skip"] if skip else []), by=by)

    def answer(self, by, proposal, reply):
        return self.act("agree", TABLE, proposal, *(["--object"] if reply == "object" else []), by=by)

    def tell(self, event):
        return self.act("do", TABLE, "--event", json.dumps(event))

    def case(self, seat, at=None, topic=None):
        asked = {"--at": at, "--topic": topic, "--as": seat}
        given = [
            word for option, value in asked.items() if value is not None for word in (option, str(value))
        ]
        code, case = self.call("dispute", TABLE, *given)
        if code:
            return None
        ways = [(way["decision"], way["in_force"], way["matters"]) for way in case["possibilities"]]
        return case["at"], case["topic"], tuple(case["rules"]), ways

    def dispute(self, by, at, topic):
        return self.act("dispute", TABLE, "--at", at, "--topic", topic, "--question", "is it so?", by=by)

    def seal(self, event):
        said = notate(self.log_index().state, event, "en")
        code, answer = self.call("seal", TABLE, event.seat, said)
        self.salt = answer.get("salt", self.salt)
        return self.unsalted(*self.why(code, answer))

    def open(self, event, *, knows=True):
        said = notate(self.log_index().state, event, "en")
        code, answer = self.call("seal", TABLE, event.seat, said, "--open", self.salt if knows else "0" * 32)
        return self.unsalted(*self.why(code, answer))

    def why(self, code, answer):
        return (answer["message"], answer.get("rules", ())) if code else (None, ())

    def vote(self, dispute, seats, decision):  # noqa: ARG002 - all of us round one screen decide
        return self.act("dispute", TABLE, "--of", dispute, "--decide", decision)

    def vote_alone(self, by, dispute, decision):
        return self.act("dispute", TABLE, "--of", dispute, "--vote", f"{by}:{decision}")

    def withdraw(self, by, proposal):
        return self.answer(by, proposal, "object")

    def leave(self, by, seat):
        return self.act("leave", TABLE, seat, by=by)

    def come_back(self, by, seat):
        return self.act("leave", TABLE, seat, "--back", by=by)

    def call_seat(self, by, seat, name):
        return self.act("correct", TABLE, f"names.{seat}={name}", by=by)

    def get_up(self, by):
        return self.act("close", TABLE, "--reason", "the last train", by=by)

    def play_anyway(self, event):
        return self.act("do", TABLE, "--event", msgspec.json.encode(event).decode(), "--anyway")


class Phones(Door):
    """A phone for each seat, and a screen in the middle."""

    def __init__(self, path, lines):
        super().__init__(path, lines)
        self.service = Service(path)
        self.service.__enter__()
        live = self.service.app.state.access.live
        seats = live.now(TABLE).state.seats
        tokens = all_links(live, TABLE, seats, "en")
        self.joined = Joined(self.service, f"/s/{tokens['screen']}", {s: f"/s/{tokens[s]}" for s in seats})

    def close(self):
        self.service.__exit__(None, None, None)

    def act(self, by, what, **data):
        """Send a form; say what came of it."""
        if by is ALL:
            self.put_down()
        page = self.joined.post("screen" if by is ALL else by, what, **data)
        return Done(self.news(), *self.said(page))

    def put_down(self):
        """Put all phones away, which come back by new links: the screen asks none of them."""
        links = self.service.app.state.access.live.links
        opened = [link.seat for link in links.at(TABLE) if link.role == "seat" and link.opened]
        for seat in opened:
            token = links.keyring.token(links.issue(TABLE, "seat", seat, "en").nonce)
            self.joined.seats[seat] = f"/s/{token}"

    def said(self, page):
        if page.status_code == 303:
            return None, ()
        said = html.unescape(" ".join(re.findall(r'class="why">(.*?)</p>', page.text)))
        cited = re.findall(r"<blockquote><h2><a[^>]*>([^<]+)</a>", page.text)
        return said, tuple(cited)

    def take_back(self, by, to=None):
        return self.act(by, "back", **({} if to is None else {"to": str(to)}))

    def house_rule(self, by, option, value):
        return self.act(by, "house", rule=f"{option}={value}")

    def correct(self, by, path, value):
        text = "" if value is None else value if isinstance(value, str) else json.dumps(value)
        return self.act(by, "correct", **{f"fact.{path}": text})

    def again(self, *, skip=False, by=ALL):
        return self.act(by, "again", way="skip" if skip else "record")

    def answer(self, by, proposal, reply):
        return self.act(by, "answer", proposal=proposal, reply=reply)

    def tell(self, event):
        return self.act(ALL, "do", event=json.dumps(event))

    def case(self, seat, at=None, topic=None):
        asked = {name: value for name, value in {"at": at, "topic": topic}.items() if value is not None}
        answer = self.joined.api(seat or "screen", path="/case", params=asked)
        if answer.status_code != 200:
            return None
        case = answer.json()
        rules = tuple(case["rules"])
        ways = [(way["decision"], way["in_force"], bool(way["changes"])) for way in case["ways"]]
        return case["at"], case["topic"], rules, ways

    def dispute(self, by, at, topic):
        return self.act(by, "dispute", at=str(at), topic=topic, question="is it so?")

    def sent(self, by, what, **data):
        shown = self.joined.page(by).text
        carried = dict(re.findall(r'<input type="hidden" name="(seen|key|sealing)" value="(\w+)">', shown))
        return self.said(self.joined.post(by, what, **(carried | data)))

    def seal(self, event):
        self.joined.post(event.seat, "sealing", turn="on")
        return self.unsalted(*self.sent(event.seat, "do", event=msgspec.json.encode(event).decode()))

    def open(self, event, *, knows=True):
        about = self.log_index().state.seals[-1].about if self.log_index().state.seals else ""
        written_down = {} if knows else {"salt": "0" * 32, "value": "0"}
        return self.unsalted(*self.sent(event.seat, "open", about=about, **written_down))

    def vote(self, dispute, seats, decision):  # noqa: ARG002 - the screen in the middle speaks for all
        return self.act(ALL, "vote", dispute=dispute, decision=decision)

    def vote_alone(self, by, dispute, decision):
        return self.act(by, "vote", dispute=dispute, decision=decision)

    def withdraw(self, by, proposal):
        return self.answer(by, proposal, "withdraw")

    def leave(self, by, seat):
        return self.act(by, "leave", seat=seat)

    def come_back(self, by, seat):
        return self.act(by, "leave", back=seat)

    def call_seat(self, by, seat, name):
        return self.act(by, "name", seat=seat, name=name)

    def get_up(self, by):
        return self.act(by, "close", reason="the last train")

    def play_anyway(self, event):
        return self.act(ALL, "anyway", event=msgspec.json.encode(event).decode())
