"""The games, found by looking in this folder: one file each, each with a `VARIANT`.

A published rule is never edited in place. A changed rule is a new file with the next
edition, and games begun under an older edition keep theirs.
"""

import pkgutil
from functools import cache
from importlib import import_module
from operator import itemgetter

from scorer.rules.errors import BadRecord
from scorer.rules.types import Unit
from scorer.rules.variant import Variant


@cache
def every_variant() -> dict[tuple[str, int], Variant]:
    """Every game in every edition, by its key and edition."""
    names = [module.name for module in pkgutil.iter_modules(__path__)]
    variants = [import_module(f"{__name__}.{name}").VARIANT for name in names]
    return {(variant.key, variant.edition): variant for variant in variants}


@cache
def newest_variants() -> dict[str, Variant]:
    """The newest edition of every game, by its key."""
    # The newest edition comes last, and stays.
    variants = sorted(every_variant().items(), key=itemgetter(0))
    return {key: variant for (key, _), variant in variants}


def usual_unit(key: str) -> Unit:
    """The unit of the newest edition of a game by its usual rules; points where it is missing."""
    variant = newest_variants().get(key)
    return variant.unit(variant.rules()) if variant else "points"


def find_variant(key: object, edition: object = None) -> Variant:
    """The game of this key, the newest edition unless one is named; raises BadRecord."""
    if not isinstance(key, str) or key not in newest_variants():
        raise BadRecord("unknown_variant", variant=str(key)[:40])
    if edition is None:
        return newest_variants()[key]
    if type(edition) is not int or (key, edition) not in every_variant():
        raise BadRecord("unknown_edition", variant=key, edition=str(edition)[:12])
    return every_variant()[key, edition]
