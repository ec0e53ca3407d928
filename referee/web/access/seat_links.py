"""Seat links: unguessable capabilities, of which only the hash is kept, beside the logs."""

from events.stores.protocol import DEVICE, SCREEN, SEAT, WATCH, Link, ServedStore
from referee.web.access.tokens import Keyring, hash_of

__all__ = ["DEVICE", "SCREEN", "SEAT", "WATCH", "Link", "Links"]


class Links:
    """The links of every table of a store, by their tokens."""

    def __init__(self, store: ServedStore, keyring: Keyring) -> None:
        """Take the store they are kept in, and what their tokens are made with."""
        self.store, self.keyring = store, keyring

    def issue(
        self,
        table: str,
        role: str,
        seat: str | None = None,
        lang: str | None = None,
        *,
        after: int | None = None,
    ) -> Link:
        """Make a link; the one there was for the same place is dead, and its language is kept.

        `after` as in `ServedStore.issue_link`.
        """
        nonce = self.keyring.draw()
        token = self.keyring.token(nonce)
        return self.store.issue_link(table, role, seat, lang, hash_of(token), nonce, after=after)

    def ensure(self, table: str, role: str, seat: str | None = None, lang: str | None = None) -> Link:
        """Give the link of a place; make one where there is none, or none whose code could be shown."""
        link = self.place(table, role, seat)
        if link is None or (self.token(link) is None and not (role == SEAT and link.opened)):
            return self.issue(table, role, seat, lang, after=link.issued if link else 0)
        return link

    def place(self, table: str, role: str, seat: str | None = None) -> Link | None:
        """Find the link of a place at a table."""
        there = (link for link in self.store.links(table) if (link.role, link.seat) == (role, seat or None))
        return next(there, None)

    def token(self, link: Link) -> str | None:
        """Give the token of a link again; None where the secret it was made with is gone."""
        token = self.keyring.token(link.nonce)
        found = self.find(token)
        return token if found is not None and found.id == link.id else None

    def find(self, token: str) -> Link | None:
        """Find what a token opens; None where it opens nothing."""
        return self.store.find_link(hash_of(token))

    def at(self, table: str) -> tuple[Link, ...]:
        """List the links of a table."""
        return self.store.links(table)

    def note_opened(self, link: Link) -> None:
        """Remember that somebody holds the link."""
        self.store.change_link(link, opened=True)

    def speak(self, link: Link, lang: str) -> None:
        """Remember the language of a link."""
        self.store.change_link(link, lang=lang)

    def count_write(self, link: Link) -> None:
        """Remember that something was noted through a link, so that its next page has another key."""
        self.store.change_link(link, wrote=True)

    def note(self, table: str, topic: str, body: str | None) -> None:
        """Keep something the table talks about (`topic`), or forget it."""
        self.store.note(table, topic, body)

    def exchange_note(self, table: str, topic: str, was: str | None, body: str | None) -> bool:
        """Keep something in place of what was read, if that is still kept; say whether."""
        return self.store.exchange_note(table, topic, was, body)

    def noted(self, table: str, topic: str) -> str | None:
        """Read what the table talks about."""
        return self.store.noted(table, topic)
