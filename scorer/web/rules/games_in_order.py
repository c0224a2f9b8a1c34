"""The games as lists name them."""

from __future__ import annotations

from scorer.rules.variants import newest_variants
from scorer.rules.words import WORDS


def titles_in_order() -> dict[str, str]:
    """The title of each game by its key: in the order their words give, then by their titles."""
    words = {key: WORDS["variants"][key] for key in newest_variants()}
    last = len(words)
    order = sorted(words, key=lambda key: (words[key].get("order", last), words[key]["title"]))
    return {key: words[key]["title"] for key in order}
