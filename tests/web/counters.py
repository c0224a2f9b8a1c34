"""Games of counters as tests play them."""

from tests.tables import begin

RED_NINES_1881 = "red-nines-1881"
PINK_NINES = "pink-nines"


def cards(out, *held, **more):
    """A deal told by the number of cards: who went out, then the others from seat 0 on."""
    hands = [{"cards": one, "red_nines": 0} for one in held]
    hands.insert(out, [])
    return {"out": out, "hands": hands, **more}


def begin_counters(database, club, *names, variant=RED_NINES_1881, **rules):
    """A game of counters that has just begun; the first of them deals."""
    return begin(database, club, *names, variant=variant, house_rules=rules)
