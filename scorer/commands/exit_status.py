"""Runs a command so that an error, Ctrl-C or SIGTERM ends it in one line that says what to do.

Its exit status: 0 done · 1 not done · 130 stopped by Ctrl-C · 143 stopped by SIGTERM.
"""

import errno
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress


class Terminated(KeyboardInterrupt):
    """SIGTERM came: whatever was begun is undone, as after Ctrl-C."""


def end_in_one_line(run: Callable[[], int]) -> int:
    """Run a command; its exit status, whatever happens to it."""
    before = signal.signal(signal.SIGTERM, _terminate)
    try:
        status = run()
        sys.stdout.flush()
        return status
    except KeyboardInterrupt as stop:
        # Behind what the terminal shows of Ctrl-C.
        _print_error("\n" * sys.stderr.isatty() + "Stopped before it was done.")
        return 128 + (signal.SIGTERM if isinstance(stop, Terminated) else signal.SIGINT)
    except BrokenPipeError:  # nobody reads on, as behind `| head`
        _drop_output()
        return 1
    except Exception as fault:
        # Imported late: after Ctrl-C it would take longer than somebody likes to wait.
        from scorer.commands.errors import sentence_of

        sentence = sentence_of(fault)
        if sentence is None:
            raise
        _print_error(sentence)
        return 1
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def unstoppable() -> Iterator[None]:
    """Let neither Ctrl-C nor SIGTERM come between steps that belong together."""
    signals = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(number, signal.SIG_IGN) for number in signals]
    try:
        yield
    finally:
        for number, handler in zip(signals, before, strict=True):
            signal.signal(number, handler)


def _terminate(number: int, frame: object) -> None:
    raise Terminated


def _drop_output() -> None:
    # Python would try once more to write what is left, and fail with a traceback.
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115


def _print_error(sentence: str) -> None:
    try:
        sys.stdout.flush()
    except OSError as fault:
        _drop_output()
        if fault.errno == errno.EPIPE:
            return
        sentence = f"This cannot be printed: {fault.strerror}."
    with suppress(OSError):
        print(sentence, file=sys.stderr, flush=True)
