"""Which cores of the machine a server works on."""

from __future__ import annotations

import os
from contextlib import suppress


def stay_on_one_core(number: int) -> None:
    """Keep this process, and the threads it starts from now on, to one of the cores it may use.

    Processes of neighbouring numbers get different ones. Python's threads work one at a time: on
    several cores they spend longer waking one another than working (DECISIONS 359).
    """
    if hasattr(os, "sched_setaffinity"):  # not on a Mac
        cores = sorted(os.sched_getaffinity(0))
        with suppress(OSError):
            os.sched_setaffinity(0, {cores[number % len(cores)]})
