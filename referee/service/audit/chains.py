"""Whether the logs of a store are what was recorded, one table at a time."""

from collections.abc import Iterator

from events.stores.protocol import ServedStore, StoreError
from referee.service.logs.chain import DamagedLogError, verified


def check_chains(store: ServedStore) -> Iterator[str]:
    """Yield for each table its name where its log is not what was recorded, else an empty text."""
    for row in store.tables():
        try:
            for _ in verified(store.read(row.table), store.head(row.table), table=row.table):
                pass
            yield ""
        except (DamagedLogError, StoreError):
            yield row.table
