"""The limits that keep one server for many: all numbers."""

from datetime import timedelta

# So many wrong codes in so long close a network, and so many in all those that had any.
MAX_GUESSES, GUESSES_WAIT = 10, timedelta(minutes=10)
MAX_GUESSES_IN_ALL, GUESSES_KEPT_FOR = 5_000, timedelta(days=1)
