"""A prepared database, a club and a table for every test here."""

from tests.tables import club, database, prepared_file, prepared_postgres, table, wall

__all__ = ["club", "database", "prepared_file", "prepared_postgres", "table", "wall"]
