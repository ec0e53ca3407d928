"""The context of a request at one table: who asks, in which language, and the table as it is now."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from litestar.exceptions import NotAuthorizedException

from events.base import TABLE, Event
from referee.kernel.game import Game
from referee.kernel.table import Proposal, still_asked
from referee.l10n import say
from referee.service.commands import consent
from referee.service.logs.log_index import LogIndex, VisibleLog
from referee.service.logs.secrecy import LogSecrets
from referee.service.logs.sources import Log
from referee.service.tables.open_acts import open_windows
from referee.web.access.links import DEVICE, SEAT, WATCH, Link
from referee.web.acts.phone_secrets import PhoneKey
from referee.web.streams.live_tables import LiveTables, Seated, TableNow

T = TypeVar("T")


class cached(Generic[T]):  # noqa: N801 - used like `property`
    """A property computed once for each object, without a lock.

    `functools.cached_property` before 3.12 has one lock for all objects: a page that waits for its table
    would stop the write that holds the table and looks at a page of its own.
    """

    def __init__(self, find: Callable[[Any], T]) -> None:
        self.find, self.__doc__ = find, find.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, found_for: Any, owner: type) -> T:
        found_for.__dict__[self.name] = found = self.find(found_for)
        return found


class RequestContext:
    """Who asks, and the table at one moment: everything on one page is of the same revision.

    `base` is the address of the service, `by_name` the one with its name in the local network, as it is read
    aloud (empty: it has none); `is_reachable` is False where no other device comes there; then
    `start` is the path of the start page for who asks from this machine itself, else empty. `seat` is the
    viewer: the link's own seat, the one a device is with, or None. `phone_key` is None where the phone has
    none; `is_secure`: the request came by https. `picked` is the query of the page.
    """

    def __init__(
        self,
        live: LiveTables,
        link: Link,
        token: str,
        lang: str,
        base: str,
        *,
        by_name: str = "",
        is_reachable: bool = True,
        start: str = "",
        seat: str | None = None,
        phone_key: PhoneKey | None = None,
        is_secure: bool = False,
    ) -> None:
        self.live, self.link, self.token, self.lang, self.base = live, link, token, lang, base
        self.by_name, self.is_reachable, self.start = by_name, is_reachable, start
        self.phone_key, self.is_secure = phone_key, is_secure
        self.seat = link.seat if link.role == SEAT else seat
        self.picked: dict[str, str] = {}

    @property
    def seated(self) -> Seated:
        """The table of the link; see `LiveTables.seated_with`."""
        return self.live.seated_with(self.link)

    @cached
    def moment(self) -> TableNow:
        """The table as it is when it is first asked for."""
        return self.seated.now()

    @property
    def proposed_now(self) -> tuple[Proposal, ...]:
        """The proposals that can still be agreed to."""
        return consent.open_proposals(self.log_index, self.state) if self.state.proposals else ()

    @cached
    def proposals(self) -> tuple[tuple[Proposal, tuple[Event, ...]], ...]:
        """The open proposals, each with its changes as the viewer may read them."""
        asked = ((each, consent.proposed_changes(self.game.id, each)) for each in self.proposed_now)
        return tuple(
            (each, tuple(self.secrets.redact(None, change, self.seat) for change in changes))
            for each, changes in asked
            if changes
        )

    @cached
    def windows(self) -> dict[str, tuple[str, ...]]:
        """What each seat may still do in an open window, by what everybody can see; empty without one."""
        return open_windows(self.game, self.state)

    @cached
    def seats_in_window(self) -> tuple[str, ...]:
        """The seats that may still act in an open window and have not said that they do nothing more."""
        ends = [each for each in self.proposed_now if each.lapses]
        return tuple(
            seat for seat in self.windows if all(seat in still_asked(self.state, each) for each in ends)
        )

    @cached
    def secrets(self) -> LogSecrets:
        """What the log hides; may be of a later moment than the state."""
        return self.log_index.secrets

    def reread(self) -> "RequestContext":
        """Return a context of the same link, with its language and the table as they are now."""
        link = self.live.links.find(self.token) or self.link
        lang = link.lang or self.lang
        same: dict[str, Any] = {
            "by_name": self.by_name,
            "is_reachable": self.is_reachable,
            "start": self.start,
            "seat": self.seat,
            "phone_key": self.phone_key,
            "is_secure": self.is_secure,
        }
        return RequestContext(self.live, link, self.token, lang, self.base, **same)

    def found_again(self) -> "RequestContext":
        """Return a new context; raise NotAuthorizedException where the link opens nothing any more."""
        if self.live.links.find(self.token) is None:
            raise NotAuthorizedException
        return self.reread()

    @property
    def log(self) -> Log:
        return self.seated.table.log

    @cached
    def log_index(self) -> LogIndex:
        """The index of the log, kept in step: it may be ahead of the moment."""
        return self.seated.table.log_index

    @cached
    def entries(self) -> VisibleLog:
        """The log up to the moment, as the viewer may read it."""
        upto = self.moment.revision
        return self.log_index.view(self.seat, upto)

    @property
    def state(self) -> Any:
        return self.moment.state

    @property
    def game(self) -> Game:
        return self.moment.game

    @cached
    def view(self) -> Any:
        """What the viewer may see of the state."""
        return self.game.view(self.state, self.seat)

    @property
    def root(self) -> str:
        """The path that every page of this link begins with."""
        return f"/s/{self.token}/"

    @property
    def is_sealing(self) -> bool:
        """Whether what the viewer chooses from here on is sealed."""
        return self.phone_key is not None and self.phone_key.is_on

    @property
    def watches(self) -> bool:
        """Whether the link is only for watching: it may do nothing, and sees what everybody may see."""
        return self.link.role == WATCH

    @property
    def home(self) -> str:
        """The path of the page the viewer plays on."""
        return f"{self.root}as/{self.seat}" if self.is_lent else self.root

    @property
    def has_own_link(self) -> bool:
        """Whether the link is that of one seat."""
        return self.link.role == SEAT

    @property
    def is_lent(self) -> bool:
        """Whether the viewer is not the link's own seat: a device is with it, or it went home."""
        return self.seat is not None and self.seat != self.link.seat

    @property
    def is_away(self) -> bool:
        """Whether the viewer's seat went home, and it looks at its own page."""
        return self.link.role == SEAT and not self.is_lent and self.seat in self.state.absent

    def may_be_with(self) -> tuple[str, ...]:
        """Return other seats whose page the link may show: a phone shows those that went home."""
        if self.link.role == DEVICE:
            return self.open_to_device()
        is_here = self.link.role == SEAT and self.link.seat not in self.state.absent
        return self.state.absent if is_here else ()

    def lend_to(self, seat: str | None) -> None:
        """Make `seat` the viewer, where its page may be shown; else the link's own seat, or nobody."""
        self.seat = seat if seat in self.may_be_with() else self.link.seat

    def seat_name(self, seat: str | None) -> str:
        """Return the name of a seat; of the table for None or TABLE."""
        if seat in {None, TABLE}:
            return self.say("web.the_table")
        return str(self.state.names.get(seat) or seat)

    def say(self, message_id: str, /, **args: object) -> str:
        """Return a message in the language of the context, with the names of this table."""
        names = {TABLE: say("web.the_table", self.lang), **self.state.names}
        return say(message_id, self.lang, **{"names": names, **args})

    def open_to_device(self, state: Any = None) -> tuple[str, ...]:
        """Return the seats a device handed round serves: those without a phone, and those that went home.

        All, where no phone comes here. `state` is the state of the table; None is that of the context.
        """
        state = self.state if state is None else state
        if not self.is_reachable:
            return tuple(state.seats)
        phones = {
            each.seat for each in self.live.links.at(self.link.table) if each.role == SEAT and each.opened
        }
        return tuple(seat for seat in state.seats if seat not in phones or seat in state.absent)
