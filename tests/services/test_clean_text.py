"""Texts made fit to show stay as they are, and what is too long is refused without the work."""

import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as some

from scorer.rules.errors import BadRecord
from scorer.services.clean_text import clean_line, clean_lines, read_line, read_note

# Letters that go together in ways which undo each other: joiners, accents, spaces, signs.
ANY = some.integers(0, 0x10FFFF).map(chr)
TRICKY = some.text(some.sampled_from("ae1\u0301\u0308\u200b\u200c\u200d\u202e\u3164 \n\u2000"))


@given(TRICKY | some.text(ANY, max_size=60))
@example("e\u200b\u0301")
@example("Ann \u200d")
def test_a_text_that_was_made_fit_stays_as_it_is(raw):
    for fit in (clean_line, clean_lines):
        assert fit(fit(raw)) == fit(raw)
    assert clean_line(raw) == clean_line(raw).strip()


@pytest.mark.parametrize(("read", "most"), [(read_line, 80), (read_note, 2000)])
def test_what_is_too_long_is_refused_before_much_is_done(read, most):
    assert callable(read)
    assert read("x" * most, "place") == "x" * most
    begun = time.monotonic()
    # Accents in the wrong order are what takes longest to sort.
    for raw in ("x" * (most + 1), "e" + "\u0301\u0323" * 1_000_000):
        with pytest.raises(BadRecord, match=f"{most} letters at most") as fault:
            read(raw, "place")
        assert fault.value.params["field"] == "place"
    assert time.monotonic() - begun < 5


@pytest.mark.parametrize("raw", [None, 7, [], "", "\u202e\n"])
def test_where_nothing_can_be_read_nothing_is_kept(raw):
    assert read_line(raw, "name") == read_note(raw, "note") == ""
