"""A club with a past that nobody lived through."""
