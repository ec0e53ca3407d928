"""One request at one table: who asks, in which language, and what the table is like now."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from litestar.exceptions import NotAuthorizedException

from events.base import TABLE, Event
from referee.kernel.game import Game
from referee.kernel.table import Proposal
from referee.l10n import say
from referee.service.commands import consent
from referee.service.logs.log_index import LogIndex, VisibleLog
from referee.service.logs.secrecy import Secrets
from referee.service.logs.sources import Log
from referee.web.access.seat_links import DEVICE, SEAT, WATCH, Link
from referee.web.acts.phone_secrets import PhoneKey
from referee.web.streams.live_tables import LiveTables, Seated, TableNow

T = TypeVar("T")


class kept(Generic[T]):  # noqa: N801 - used like `property`
    """A property found once for each object, without a lock.

    Python's own, before 3.12, has all objects wait for one that is being asked: a page that waits for its
    table would stop the write that holds the table and looks at a page of its own.
    """

    def __init__(self, find: Callable[[Any], T]) -> None:
        self.find, self.__doc__ = find, find.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, found_for: Any, owner: type) -> T:
        found_for.__dict__[self.name] = found = self.find(found_for)
        return found


class RequestContext:
    """Who asks for what; everything on one page is of the same moment."""

    def __init__(
        self,
        live: LiveTables,
        link: Link,
        token: str,
        lang: str,
        base: str,
        *,
        seat: str | None = None,
        phone_key: PhoneKey | None = None,
        is_secure: bool = False,
    ) -> None:
        """Take a link as it was found; `seat` is whom a device that is handed round is with.

        `phone_key` is what the phone keeps that opens what its seat seals; `is_secure`: it came by https.
        """
        self.live, self.link, self.token, self.lang, self.base = live, link, token, lang, base
        self.phone_key, self.is_secure = phone_key, is_secure
        self.seat = link.seat if link.role == SEAT else seat
        self.picked: dict[str, str] = {}

    @property
    def seated(self) -> Seated:
        """Sit at the table of the link; see `LiveTables.seated_with`."""
        return self.live.seated_with(self.link)

    @kept
    def moment(self) -> TableNow:
        """Give the table as it is, read once."""
        return self.seated.now()

    @property
    def proposed_now(self) -> tuple[Proposal, ...]:
        """List the proposals that can still be agreed to."""
        return consent.open_proposals(self.log_index, self.state) if self.state.proposals else ()

    @kept
    def proposals(self) -> tuple[tuple[Proposal, tuple[Event, ...]], ...]:
        """Give what the table is asked, the changes of each as the viewer may read them."""
        asked = ((each, consent.proposed_changes(self.game.id, each)) for each in self.proposed_now)
        return tuple(
            (each, tuple(self.secrets.redact(None, change, self.seat) for change in changes))
            for each, changes in asked
            if changes
        )

    @kept
    def secrets(self) -> Secrets:
        """Find what the log hides; read after the moment it is asked about."""
        return self.log_index.secrets

    def reread(self) -> "RequestContext":
        """Look again: the same link, the table as it is now."""
        link = self.live.links.find(self.token) or self.link
        lang = link.lang or self.lang
        how: dict[str, Any] = {"seat": self.seat, "phone_key": self.phone_key, "is_secure": self.is_secure}
        return RequestContext(self.live, link, self.token, lang, self.base, **how)

    def found_again(self) -> "RequestContext":
        """Look up the link anew. Raises NotAuthorizedException where it opens nothing any more."""
        if self.live.links.find(self.token) is None:
            raise NotAuthorizedException
        return self.reread()

    @property
    def log(self) -> Log:
        """Give the log of the table."""
        return self.seated.table.log

    @kept
    def log_index(self) -> LogIndex:
        """Give the log as it was read, up to now; it is kept in step."""
        return self.seated.table.log_index

    @kept
    def entries(self) -> VisibleLog:
        """Give the log up to the moment, as the viewer may read it."""
        upto = self.moment.revision
        return self.log_index.view(self.seat, upto)

    @property
    def state(self) -> Any:
        """Give the state of the moment."""
        return self.moment.state

    @property
    def game(self) -> Game:
        """Give the game."""
        return self.moment.game

    @kept
    def view(self) -> Any:
        """Give what the viewer may see."""
        return self.game.view(self.state, self.seat)

    @property
    def root(self) -> str:
        """Give the address every page of this link begins with."""
        return f"/s/{self.token}/"

    @property
    def is_sealing(self) -> bool:
        """Return whether what the viewer chooses from here on is sealed."""
        return self.phone_key is not None and self.phone_key.is_on

    @property
    def watches(self) -> bool:
        """Whether the link is only for watching: it has no act, and sees what everybody may see."""
        return self.link.role == WATCH

    @property
    def home(self) -> str:
        """Give the address of the page the viewer plays on."""
        return f"{self.root}as/{self.seat}" if self.is_lent else self.root

    @property
    def has_own_link(self) -> bool:
        """Whether the link is that of one seat."""
        return self.link.role == SEAT

    @property
    def is_lent(self) -> bool:
        """Whether the page is that of another seat than the link's own: a device's, or of who went home."""
        return self.seat is not None and self.seat != self.link.seat

    @property
    def is_away(self) -> bool:
        """Whether the viewer went home, and looks at the own page."""
        return self.link.role == SEAT and not self.is_lent and self.seat in self.state.absent

    def may_be_with(self) -> tuple[str, ...]:
        """List the seats whose page the link may show beside its own: a phone's those that went home."""
        if self.link.role == DEVICE:
            return self.open_to_device()
        is_here = self.link.role == SEAT and self.link.seat not in self.state.absent
        return self.state.absent if is_here else ()

    def seat_name(self, seat: str | None) -> str:
        """Give the name of a seat, or of the table."""
        if seat in {None, TABLE}:
            return self.say("web.the_table")
        return str(self.state.names.get(seat) or seat)

    def say(self, message_id: str, /, **args: object) -> str:
        """Say a message with the names of this table."""
        names = {TABLE: say("web.the_table", self.lang), **self.state.names}
        return say(message_id, self.lang, **{"names": names, **args})

    def open_to_device(self, state: Any = None) -> tuple[str, ...]:
        """List the seats a device handed round serves: those nobody has on a phone, or left for good.

        They are those of the moment of the visit, where no other `state` of the table is given.
        """
        state = self.state if state is None else state
        phones = {
            each.seat for each in self.live.links.at(self.link.table) if each.role == SEAT and each.opened
        }
        return tuple(seat for seat in state.seats if seat not in phones or seat in state.absent)
