"""Two games that differ only in what somebody cannot know send it the same bytes, at the same moments.

Over the network, with everything there is: pages, API, refusals, and streams with the number and
the order of what they bring.
"""

import pytest

from events.stores.memory import MemoryStore
from events.stores.protocol import NO_HEAD
from events.stores.sqlite import SqliteStore
from events.table import TableOpened
from referee.games.lifeboat.events import ProvisionDealt, SecretsDealt
from referee.kernel.registry import find_game
from referee.kernel.seed import commitment
from referee.kernel.verdict import JudgedEvent
from referee.service.tables.table import encode_entries, open_table
from referee.testing.phones import KEEPER, Joined, same_time
from tests.stages import one_in, slow
from tests.web.watching import Broadcast, Watcher

PAGES = ("", "log", "dispute", "correct", "catchup", "end", "rules")
API = ("", "/log", "/board", "/board?size=phone", "/score", "/case")
SEATS = ("A", "B", "C", "D")
SEED = "of both"


class Diary:
    """What one viewer is sent: by its streams, and by whatever it looks at."""

    def __init__(self, table, who):
        self.table, self.who, self.seen = table, who, []
        token = table.token(who)
        pages = [f"/live/{token}?page={page}" for page in ("", "log", "end")]
        self.watchers = [Watcher(table.service, page) for page in pages]
        self.watchers.append(Watcher(table.service, "/api/table/stream", token))
        self.note()
        table.client.event_hooks["response"].append(self.acted)

    def acted(self, answer):
        """Note what an act brings before the next: how many go together would be chance."""
        if answer.request.method == "POST":
            self.note()

    def note(self):
        for watcher in self.watchers:
            watcher.cut()

    def look(self):
        last = self.table.now(self.who)["revision"]
        walked = [f"{page}{n}" for n in range(1, last + 1) for page in ("log/", "dispute?at=")]
        moments = [f"{path}{n}" for n in range(1, last + 1) for path in ("/moments/", "/case?at=")]
        answers = [self.table.page(self.who, path) for path in (*PAGES, *walked)]
        answers += [self.table.api(self.who, path=path) for path in (*API, *moments)]
        self.seen += [(each.url.raw_path, each.status_code, headers(each), each.content) for each in answers]

    def ask(self, *lines):
        for line in lines:
            revision = self.table.now(self.who)["revision"]
            body = {"notation": line, "seen": revision, "key": f"{revision} {line}"}
            said = self.table.say(self.who, line, seen=str(revision))
            told = self.table.api(self.who, "POST", "/acts", json=body)
            self.seen += [(line, said.status_code, said.content), (line, told.status_code, told.content)]

    def told(self):
        return self.seen, [watcher.steps for watcher in self.watchers]


def headers(answer):
    return sorted(answer.headers.items())


def diaries(tmp_path, sit_down, play, who):
    """Play two games that differ in what `play` and `sit_down` do with 0 or 1; give what was sent."""
    for which in (0, 1):
        path = tmp_path / str(which)
        path.mkdir()
        with Broadcast(path / "tables.db") as service:
            table = sit_down(service, which)
            for seat in table.seats:
                table.page(seat)
            diary = Diary(table, who(table))
            play(table, which, diary)
            diary.look()
            diary.note()
            yield diary.told()


def same(tmp_path, *how):
    """Compare what was sent, piece by piece so that a difference is found."""
    (seen, steps), (other_seen, other_steps) = diaries(tmp_path, *how)
    assert len(seen) == len(other_seen)
    for one, other in zip(seen, other_seen, strict=True):
        assert one == other
    assert steps == other_steps
    assert any(any(came) for came in steps)


def niagara(service, _):
    return service.open("Ada", "Ben", "Chie")


def cards(table, which, diary):
    """Ada lays one card or another; it is taken back, laid again, asked to be corrected, disputed."""
    for line in (("A plays 6", "A plays 2")[which], "B plays 4"):
        table.say(line[0], line)
    diary.look()
    table.for_all("back", to="1")
    table.lay(A=(1, 5)[which])
    hand = {"hands": {"A": [[1, 2, 3], [4, 5, 6]][which]}}
    event = {"type": "corrected", "position": hand}
    now = table.now("A")
    asked = table.api("A", "POST", "/acts", json={"event": event, "seen": now["revision"], "key": "hand"})
    assert asked.status_code in {202, 422}
    table.post("A", "dispute", at=str(table.now()["revision"]), topic="cards")
    diary.ask("B plays 6", "A plays 6", "A shows 6", "A shows 1", "B1 launch to S3", "nonsense", "C plays 3")


@slow
@pytest.mark.parametrize("who", one_in(3, ["B", "C", "screen"]))
def test_cards_of_niagara_that_lie_face_down(tmp_path, who):
    """Laid, taken back, corrected, disputed: nobody else sees a bit of them."""
    same(tmp_path, niagara, cards, lambda _: who)


def dealt(service, which):
    """Sit down to a game of Lifeboat that was dealt; two others hold their cards, or each other's."""
    opened = TableOpened(
        game="lifeboat", seats=SEATS, chance="referee", seed=SEED, seed_hash=commitment(SEED)
    )
    table = open_table(MemoryStore(), "boat", opened, find_game("lifeboat"), clock=same_time)
    facts = [JudgedEvent(entry.event, entry.kind) for entry in map(table.codec.entry, table.log.lines())]
    if which:
        others = [seat for seat in SEATS if seat != observer(table.state)][:2]
        facts = [JudgedEvent(swapped(facts, judged.event, others), judged.kind) for judged in facts]
    written, head = [], NO_HEAD
    for judged in facts:
        lines, head = encode_entries("boat", same_time(), (judged,), head)
        written += lines
    service.app.state.access.live.store.create("boat", written)
    return resumed(service)


def swapped(facts, event, others):
    if not isinstance(event, SecretsDealt | ProvisionDealt) or event.seat not in others:
        return event
    other = next(
        judged.event
        for judged in facts
        if type(judged.event) is type(event)
        and judged.event.seat in others
        and judged.event.seat != event.seat
    )
    values = [getattr(other, name) for name in event.__struct_fields__ if name != "seat"]
    return type(event)(event.seat, *values)


def observer(state):
    """Name the seat that keeps its provision first, and so sees no packet that others chose from."""
    return find_game("lifeboat").turn(state)


def resumed(service):
    bearer = {"authorization": f"Bearer {KEEPER}"}
    links = service.client.get("/api/tables/boat/links", headers=bearer).json()["links"]
    seats = {seat: f"/s/{token}" for seat, token in links.items()}
    return Joined(service, seats.pop("screen"), seats)


def first(table):
    return table.now()["acting"][0]


def a_day(table, which, diary):
    """Everybody keeps a provision and rows; who the viewer is not, chooses one card or another in secret."""
    me = diary.who if diary.who != "screen" else first(table)
    order = []
    for _ in range(4):
        order.append(acting(table))
        act(table, which if order[-1] != me else 0, "provision_kept", lambda event: event["card"] is not None)
    diary.ask(*probes(me, order))
    for seat in order:
        if seat == me:
            act(table, 0, "passed")
        else:
            act(table, 0, "rowed", lambda event: not event["drawn"])
            is_last = seat == order[-1]
            act(table, 0 if is_last else which, "rowed", lambda event: len(event["stacked"]) == 1)
        diary.ask(*probes(me, order))


def probes(me, order):
    """List what somebody might try in order to learn something, none of which is possible."""
    others = [seat for seat in order if seat != me]
    own = (f"{me} keeps medkit", f"{me} mugs {me} for hand", f"{me} takes water from {others[0]}")
    return (*own, *(f"{seat} {what}" for seat in others for what in ("plays water", "keeps cash", "rows")))


def acting(table):
    return table.now()["acting"][0]


def act(table, which, kind, wanted=lambda _: True):
    """Let the seat that is to act do one thing of a kind, the first or the second possible."""
    seat, now = acting(table), table.now()
    possible = [each["event"] for each in table.now(seat)["possible"]]
    events = [event for event in possible if event["type"] == kind and wanted(event)]
    event = events[which % len(events)]
    body = {"event": event, "seen": now["revision"], "key": f"{now['revision']} {encode_plain(event)}"[:100]}
    answer = table.api(seat, "POST", "/acts", json=body)
    assert 200 == answer.status_code, answer.text


def encode_plain(event):
    return " ".join(map(str, event.values()))


VIEWERS = [pytest.param(first, id="a seat"), pytest.param(lambda _: "screen", id="the screen")]


@slow
@pytest.mark.parametrize("who", one_in(2, VIEWERS))
def test_hands_of_lifeboat_that_the_referee_dealt(tmp_path, who):
    """Loves, hates and provisions of two others are exchanged, and they choose otherwise in secret."""
    same(tmp_path, dealt, a_day, who)


def physical(service, _):
    return service.open("Ada", "Ben", "Chie", "Dan", game="lifeboat", chance="table")


def noted(table, which, diary):
    """Ada notes on her own phone which cards she has; nobody else is told, nor judged by it."""
    say(table, "screen", "characters A=lauren B=mate C=captain D=stephen")
    love, hate = (("mate", "captain"), ("captain", "mate"))[which]
    tell(table, "A", {"type": "secrets_dealt", "seat": "A", "love": love, "hate": hate})
    tell(table, "A", {"type": "provision_dealt", "seat": "A", "card": ("flare", "medkit")[which]})
    for seat in "BCD":
        tell(table, "screen", {"type": "provision_dealt", "seat": seat, "card": None})
    diary.ask("C plays flare", "C plays medkit", "A plays flare", "A plays medkit", "nonsense")
    tell(table, "B", {"type": "secrets_dealt", "seat": "B", "love": "mate", "hate": "lauren"}, fine=False)
    say(table, "screen", "A draws ?,?,?,?")
    tell(table, "A", {"type": "provision_kept", "seat": "A", "card": ("water", "oar")[which]}, fine=False)


def say(table, who, line):
    assert 303 == table.say(who, line).status_code


def tell(table, who, event, *, fine=True):
    now = table.now()["revision"]
    body = {"event": event, "seen": now, "key": f"{now} {encode_plain(event)}"}
    answer = table.api(who, "POST", "/acts", json=body)
    assert not fine or 200 == answer.status_code, answer.text


@slow
@pytest.mark.parametrize("who", one_in(3, ["B", "D", "screen"]))
def test_cards_of_a_physical_table_that_a_seat_noted_for_itself(tmp_path, who):
    same(tmp_path, physical, noted, lambda _: who)


@slow
def test_the_comparison_sees_what_there_is_to_see(tmp_path):
    """Else the tests above would prove nothing: to herself, Ada's cards are not the same."""
    (seen, steps), (other_seen, other_steps) = diaries(tmp_path, niagara, cards, lambda _: "A")
    assert seen != other_seen
    assert [one != other for one, other in zip(steps, other_steps, strict=True)] == [True, True, False, True]


def test_the_two_dealt_games_are_not_the_same(tmp_path):
    logs = []
    for which in (0, 1):
        with Broadcast(tmp_path / f"{which}.db") as service:
            dealt(service, which)
            with SqliteStore(service.path) as store:
                logs.append(list(store.read("boat")))
    differing = [i for i, (one, other) in enumerate(zip(*logs, strict=True)) if one[:200] != other[:200]]
    assert 4 <= len(differing)
