"""Where it is kept: the only place that knows SQLite from PostgreSQL."""
