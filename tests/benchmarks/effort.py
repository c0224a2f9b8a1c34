"""What a database does for a request, counted and not timed."""

from contextlib import ExitStack, contextmanager

from sqlalchemy import event, text

# SQLite's machine tells of every so many steps.
STEPS = 10
ROWS_READ = text(
    "SELECT (SELECT sum(seq_tup_read) FROM pg_stat_user_tables)"
    " + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes)"
)


class Effort:
    """Counts the steps of SQLite's machine, or the rows that PostgreSQL reads."""

    def __init__(self, database):
        self.database = database
        self.count = self.statements = 0

    @contextmanager
    def counting(self):
        """Count what is done within this block."""
        self.count, self.statements = -self._rows_read(), 0
        for engine in self.database.engines:
            event.listen(engine, "before_cursor_execute", self._before)
        try:
            yield self
        finally:
            for engine in self.database.engines:
                event.remove(engine, "before_cursor_execute", self._before)
        self.count += self._rows_read()

    def _before(self, connection, *rest):
        self.statements += 1
        if self.database.is_sqlite:
            connection.connection.dbapi_connection.set_progress_handler(self._step, STEPS)

    def _step(self):
        self.count += STEPS
        return 0

    def _rows_read(self):
        if self.database.is_sqlite:
            return 0
        with ExitStack() as taken:
            for engine in self.database.engines:
                # Each connection tells what it has read when it is asked to, or seconds later.
                for _ in range(max(1, engine.pool.checkedin())):
                    connection = taken.enter_context(engine.begin())
                    connection.execute(text("SELECT pg_stat_force_next_flush()"))
        with self.database.engine.begin() as connection:
            return int(connection.scalar(ROWS_READ))
