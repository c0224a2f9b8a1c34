"""How far a command has come: a line that changes on a terminal, few lines in a log."""

import io

import pytest

from scorer.commands.progress import Progress
from scorer.storage.progress import counting, watched


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "shown"),
    [
        (Terminal(), "\r\x1b[KGames: 1 of 3 games\r\x1b[KGames: 2 of 3 games"),
        (io.StringIO(), ""),
    ],
)
def test_a_line_changes_on_a_terminal_and_logs_stay_short(stream: io.StringIO, shown: str) -> None:
    moments = iter(range(100))
    progress = Progress(stream, lambda: next(moments))
    with progress.shown():
        assert list(watched("Games", "abc", "games")) == ["a", "b", "c"]
    assert stream.getvalue().startswith(shown)
    assert stream.getvalue().endswith("\r\x1b[K" if shown else "")


def test_a_log_gets_a_line_every_ten_seconds_and_large_numbers_are_grouped() -> None:
    log, moments = io.StringIO(), iter(range(0, 1000, 4))
    with Progress(log, lambda: next(moments)).shown():
        add = counting("Results", 4_000, "games")
        for _ in range(10):
            add(400)
    assert log.getvalue().splitlines() == [
        "Results: 1,200 of 4,000 games",
        "Results: 2,400 of 4,000 games",
        "Results: 3,600 of 4,000 games",
    ]


def test_where_nobody_watches_nothing_is_shown() -> None:
    add = counting("Results", 2, "games")
    add(1)
    assert list(watched("Results", [1, 2], "games")) == [1, 2]
