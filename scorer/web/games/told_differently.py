"""What a correction tells differently of a deal, besides the numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from scorer.rules.sheet import DealRead
from scorer.rules.variant import Variant
from scorer.rules.words import WORDS, say
from scorer.web.names import in_a_sentence

NOBODY = "nobody"


def told_differently(
    then: DealRead, now: DealRead, variant: Variant, names: Sequence[str]
) -> list[str]:
    """Who went out, whether on a red nine, and who swept, as far as it is told differently.

    `now` is not void; of a deal that was, everything is told.
    """
    before, after = then.facts.answers, now.facts.answers
    told = ["not void"] if then.facts.void else []
    told += _out(before, after, names)
    for ask in variant.asks:
        if ask.in_play and before.get(ask.key) != after.get(ask.key):
            seat, says = after.get(ask.key), WORDS["in_play"][ask.key]["says"]
            if isinstance(seat, int):
                told.append(say(says, {"name": in_a_sentence(names[seat])}))
            else:
                nobody = say(says, {"name": NOBODY})
                told.append(f"{nobody[:1].lower()}{nobody[1:]}")
    return told


def _out(before: Any, after: Any, names: Sequence[str]) -> Iterator[str]:
    out, was = after.get("out"), before.get("out")
    on_nine, was_on_nine = bool(after.get("on_red_nine")), bool(before.get("on_red_nine"))
    if not isinstance(out, int) or (out, on_nine) == (was, was_on_nine):
        return
    name = in_a_sentence(names[out])
    if isinstance(was, int) and out != was:
        how = "out on a red nine" if on_nine else "out"
        yield f"{name} {how}, not {in_a_sentence(names[was])}"
    elif on_nine or was is None:
        yield f"{name} out{' on a red nine' if on_nine else ''}"
    else:
        yield f"{name} out, though not on a red nine"
