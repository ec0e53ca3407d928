"""The store that keeps nothing."""

from events.stores.memory import MemoryStore
from tests.stores.store_tests import StoreTests


class TestMemory(StoreTests):
    """Lists and dicts."""

    opened: dict = {}

    def open(self, folder):
        """Give the same store for the same folder: memory has nowhere else to be."""
        return self.opened.setdefault(folder, MemoryStore())

    def rewrite(self, store, table, lines):
        store._logs[table][:] = lines
