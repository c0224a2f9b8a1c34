"""Games of counters as tests play them, from a phone without JavaScript or from the services."""

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


def set_up(phone, variant, *names, **fields):
    """Set a game up by the form, and say its address; the first of them deals."""
    phone.get(f"/games/new?variant={variant}")
    rows = len(phone.page.form("/games/new")["player"])
    people = [*names, *[""] * (rows - len(names))]
    answer = phone.send("/games/new", **{"player": people, "first_dealer": "0", **fields})
    assert answer.status_code == 303, phone.page.text
    phone.follow()
    return str(phone.answer.request.path)


def score(phone, game, out, *held, **fields):
    """Fill in the form of the next deal: "3" cards, or "3r" where one is a red nine."""
    phone.get(f"{game}/deals/new?out={out}")
    for at, one in enumerate(held):
        seat = at if at < out else at + 1
        fields[f"hands__{seat}"] = one.rstrip("r")
        fields[f"hands__{seat}__red_nines"] = str(one.count("r"))
    answer = phone.send(f"{game}/deals/new", **fields)
    assert answer.status_code == 303, phone.page.text
    phone.follow()
