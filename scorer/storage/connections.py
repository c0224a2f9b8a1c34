"""Connections that lie ready, taken and given back without one thread waiting for another."""

from __future__ import annotations

from collections import deque
from typing import Any

from sqlalchemy.pool import ConnectionPoolEntry, Pool


class ReadyConnections(Pool):
    """As many as are asked for at once; of those given back, `pool_size` are kept.

    SQLAlchemy's own pool has a lock, behind which all threads stand in line as soon as there is a
    crowd. A file needs no limit to its connections: each thread of the server has one or two. The
    one that was used last is lent first.
    """

    def __init__(self, creator: Any, pool_size: int = 5, **options: Any) -> None:
        super().__init__(creator, **options)
        self._pool_size = pool_size
        # Its append and pop are done whole, whatever other threads do.
        self._ready: deque[ConnectionPoolEntry] = deque()

    def _do_get(self) -> ConnectionPoolEntry:
        try:
            return self._ready.pop()
        except IndexError:
            return self._create_connection()

    def _do_return_conn(self, record: ConnectionPoolEntry) -> None:
        if len(self._ready) < self._pool_size:
            self._ready.append(record)
        else:
            record.close()

    def recreate(self) -> ReadyConnections:
        """One just like it, with none ready."""
        return type(self)(
            self._creator,
            self._pool_size,
            recycle=self._recycle,
            echo=self.echo,
            logging_name=self._orig_logging_name,
            reset_on_return=self._reset_on_return,
            pre_ping=self._pre_ping,
            _dispatch=self.dispatch,
            dialect=self._dialect,
        )

    def dispose(self) -> None:
        """Close those that lie ready."""
        while True:
            try:
                record = self._ready.pop()
            except IndexError:
                return
            record.close()

    def checkedin(self) -> int:
        """How many lie ready; SQLAlchemy's own pools call it so."""
        return len(self._ready)

    def status(self) -> str:
        """The same, where SQLAlchemy writes it down."""
        return str(self.checkedin())
