"""A prepared database, a club and a table for every test here."""

from tests.tables import club, database, fake_clock, prepared_file, prepared_postgres, table

__all__ = ["club", "database", "fake_clock", "prepared_file", "prepared_postgres", "table"]
