"""Games that somebody won."""

from tests.tables import begin


def finish(database, club, *names, games=1):
    """Games in which the first of these people always goes out."""
    return [begin(database, club, *names).play_out() for _ in range(games)]
