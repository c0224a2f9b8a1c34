"""The games, found by looking in this folder: one file each, each with a `VARIANT`.

A published rule is never edited in place. A changed rule is a new file with the next
edition, and games begun under an older edition keep theirs.
"""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from scorer.rules.errors import BadRecord
from scorer.rules.variant import Variant


@cache
def every_variant() -> dict[tuple[str, int], Variant]:
    """Every game in every edition, by its key and edition."""
    found: dict[tuple[str, int], Variant] = {}
    for module in sorted(pkgutil.iter_modules(__path__), key=lambda one: one.name):
        variant: Variant = import_module(f"{__name__}.{module.name}").VARIANT
        found[variant.key, variant.edition] = variant
    return found


@cache
def newest_variants() -> dict[str, Variant]:
    """The newest edition of every game, by its key."""
    newest: dict[str, Variant] = {}
    for (key, _), variant in sorted(every_variant().items(), key=lambda item: item[0]):
        newest[key] = variant
    return newest


def find_variant(key: object, edition: object = None) -> Variant:
    """The game of this key, the newest edition unless one is named; raises BadRecord."""
    if not isinstance(key, str) or key not in newest_variants():
        raise BadRecord("unknown_variant", variant=str(key)[:40])
    if edition is None:
        return newest_variants()[key]
    if type(edition) is not int or (key, edition) not in every_variant():
        raise BadRecord("unknown_edition", variant=key, edition=str(edition)[:12])
    return every_variant()[key, edition]
