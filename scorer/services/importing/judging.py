"""Judging all that is in a file before anybody has to wait for it."""

from __future__ import annotations

import pickle
import tempfile
from collections.abc import Container, Iterator
from contextlib import contextmanager
from dataclasses import replace

from scorer.services.exporting.packing import IN_MEMORY
from scorer.services.importing.arriving import Arriving
from scorer.services.importing.bundle import Bundle
from scorer.services.importing.faults import BadFile, Faults


@contextmanager
def judged(bundle: Bundle) -> Iterator[Bundle]:
    """The same bundle, whose games were all read and judged, and are only fetched from now on.

    They are kept in a file of ours: all at once they may be more than the memory holds.
    Raises BadFile with what is wrong in any of them.
    """
    with tempfile.SpooledTemporaryFile(IN_MEMORY) as kept:
        faults, number = Faults(), 0
        for one in bundle.games(None):
            if isinstance(one, BadFile):
                faults.add(*one.faults)
            else:
                pickle.dump(one, kept)
                number += 1
        faults.stop()

        def fetched(only: Container[str] | None) -> Iterator[Arriving | BadFile]:
            kept.seek(0)
            for _ in range(number):
                game: Arriving = pickle.load(kept)  # noqa: S301 (nobody else can write there)
                if only is None or game.id in only:
                    yield game

        yield replace(bundle, games=fetched)
