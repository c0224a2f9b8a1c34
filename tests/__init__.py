"""The tests; a package, so that test modules can share helpers as `tests.postgres` and the like."""
