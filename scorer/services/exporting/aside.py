"""Records made one after the other and kept aside until it is known which ones there are.

A book that cannot be read is left out; the lists that stand before the records in a zip must
not name its game, and no book is read twice.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator
from typing import IO

from scorer.rules.words import WORDS, say
from scorer.services.exporting.packing import IN_MEMORY
from scorer.storage.columns import AnyRow
from scorer.storage.whole import WholeGame

# As a zip and a table are called in which not all games are.
INCOMPLETE = "-incomplete"


class Records:
    """The records of games, as bytes; `left_out` are the rows of those that cannot be read."""

    def __init__(self, games: Iterable[WholeGame], made: Callable[[WholeGame], bytes]) -> None:
        self._sizes: dict[str, int] = {}
        self.left_out: list[AnyRow] = []
        self._file: IO[bytes] = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115
        try:
            for whole in games:
                try:
                    data = made(whole)
                except ValueError:  # `check` names it
                    self.left_out.append(whole.row)
                else:
                    self._sizes[whole.row.id] = self._file.write(data)
        except BaseException:
            self._file.close()
            raise

    def of_those(self, games: Iterable[str]) -> list[str]:
        """Those of these games that have a record, in the same order."""
        return [one for one in games if one in self._sizes]

    def handed_out(self) -> Iterator[tuple[str, bytes]]:
        """Each game with its record, in the order they were made; they are gone after that."""
        with self._file:
            self._file.seek(0)
            for game, size in self._sizes.items():
                yield game, self._file.read(size)


def said_of(row: AnyRow, day: str) -> str:
    """The line that says of a game that it was left out; `day` is that of its night."""
    title = WORDS["variants"][row.variant]["title"]
    return say(WORDS["left_out"]["line"], {"day": day, "title": title, "game": row.id})
