"""The words that come with a page, for its scripts to say."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from scorer.rules.answer_words import words_of
from scorer.rules.start import ResolvedStart
from scorer.rules.words import WORDS

# What the pad says of an ask; the rest is for the sheet and the plain form.
OF_ASK = (
    *("what", "prompt", "title", "chip", "note", "save", "who"),
    *("before", "change", "all_answered", "replaced", "then"),
)

# What own answers say of one besides.
OF_OWN = ("own", "taken_back")


def words_of_page(name: str) -> dict[str, Any]:
    """The words of the scripts of a page that is about no game."""
    return _filled_from([WORDS["for_the_phone"]["pages"][name]], {})


def words_of_own(start: ResolvedStart) -> dict[str, Any]:
    """The words of the scripts of own answers, besides those of every game."""
    own = {ask.key: _only(OF_OWN, words_of(start, ask)) for ask in start.asks}
    return words_of_page("own") | {"asks": {key: ask for key, ask in own.items() if ask}}


def words_of_game(start: ResolvedStart, *, with_pad: bool) -> dict[str, Any]:
    """Why a number is what it is; and what the pad says, where there is one."""
    own, lists = WORDS["variants"][start.variant.key], WORDS["for_the_phone"]
    in_counters = start.unit == "counters"
    needed = [lists["every_game"], lists["units"].get(start.unit, {})]
    if with_pad:
        kinds = sorted({ask.kind for ask in start.asks})
        needed += [lists["pad"], *(lists["kinds"].get(kind, {}) for kind in kinds)]
        # Where the cards are counted nobody types a sum.
        needed += [lists["sums_of_hands"]] if "hands" in kinds and not in_counters else []
    # What moves counters is shown as moves, and anything else as a sum.
    of_pad = ("on_pad", "move" if in_counters else "working")
    parts = ("says", "result", *of_pad) if with_pad else ("says",)
    words: dict[str, Any] = {}
    for section in ("reasons", "remarks", "errors") if with_pad else ("reasons",):
        keys = [key for part in needed for key in part.get(section, ())]
        words[section] = {key: WORDS[section][key] for key in keys} | own.get(section, {})
    words["reasons"] = {key: _only(parts, reason) for key, reason in words["reasons"].items()}
    if with_pad:
        words["asks"] = {ask.key: _only(OF_ASK, words_of(start, ask)) for ask in start.asks}
        words |= {
            key: own[key] for key in ("stand_ins", "so_far", "aside", "void_leaves") if key in own
        }
        words["trumps"] = WORDS["trumps"] if "shows" in own else {}
        words["what"] = {**WORDS["what"], **own["what"]}
    return _filled_from(needed, words)


def _filled_from(needed: Sequence[Mapping[str, Any]], words: dict[str, Any]) -> dict[str, Any]:
    phrases = [key for part in needed for key in part.get("phrases", ())]
    words["language"] = WORDS["language"]
    words["phrases"] = {key: WORDS["phrases"][key] for key in phrases}
    tables = {table for part in needed for table in part.get("tables", ())}
    tables |= set(re.findall(r"\{\w+\|(\w+)\}", json.dumps(words)))
    return words | {key: WORDS[key] for key in sorted(tables - words.keys()) if key in WORDS}


def _only(keys: Sequence[str], words: Mapping[str, Any]) -> dict[str, Any]:
    return {key: words[key] for key in keys if key in words}
