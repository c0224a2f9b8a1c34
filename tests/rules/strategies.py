"""Random games that could have been played, for every variant in the folder.

Facts are built from what a game asks, each kind of ask in its own way. A game whose deals have to
satisfy more has a strategy of its own below, by its key. Hands are dealt from a real shuffled pack,
so whatever comes out could have lain on a table. The rare branches (red nines in the hand, deals
won on one, swept aces) are made likely.
"""

from dataclasses import fields

from hypothesis import reject
from hypothesis import strategies as st

from scorer.rules.cards import RED_NINE
from scorer.rules.entries import Buy, Deal, End, Entry, Lend, Sitter
from scorer.rules.errors import ImpossibleDeal, Refused
from scorer.rules.fold import read_strictly
from scorer.rules.house_rules import Rate, Span, Text, Texts, Wholes, read_house_rules
from scorer.rules.seating import deal_table
from scorer.rules.start import Start, resolve_start
from scorer.rules.variants import find_variant, newest_variants, usual_unit

NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jim", "Kay", "Lou")
LETTERS = st.sampled_from("aZ ß9’")
# The widest numbers that are drawn, so that totals stay in reach of a target.
WIDEST = 60


def values_of(option):
    if isinstance(option, Span):
        whole = st.integers(option.least, min(option.most, option.least + 40))
        return st.none() | whole if option.or_none else whole
    if isinstance(option, Rate):
        coins = st.fixed_dictionaries({"counters": st.integers(1, 12), "pays": st.integers(1, 12)})
        return st.none() | coins
    if isinstance(option, Text):
        return st.text(LETTERS, max_size=min(option.most, 8))
    if isinstance(option, Wholes):
        one = st.none() | st.integers(-WIDEST, WIDEST)
        return one | st.lists(st.integers(-WIDEST, WIDEST), max_size=option.most)
    if isinstance(option, Texts):
        short = st.text(LETTERS, min_size=1, max_size=min(option.letters, 5))
        return st.lists(short.filter(str.strip), max_size=min(option.most, 4))
    return st.sampled_from(option)


@st.composite
def house_rules(draw, variant, players):
    made = {}
    for rule in fields(variant.rules):
        if draw(st.booleans()):
            made[rule.name] = draw(values_of(rule.metadata["options"]))
    if variant.fits(players, read_house_rules(variant.rules, made)) is None:
        return made
    return {rule: made[rule] for rule in made if not of_other_games(variant)[rule]}


def of_other_games(variant):
    return {rule.name: rule.metadata["other_game"] for rule in fields(variant.rules)}


@st.composite
def starts(draw, variant, most=12, fewest=2, **rules):
    players = draw(st.sampled_from([n for n in variant.players if fewest <= n <= most]))
    sitters = tuple(Sitter(f"player-{seat}", NAMES[seat]) for seat in range(players))
    drawn = {**draw(house_rules(variant, players)), **rules}
    first_dealer = draw(st.integers(0, players - 1))
    return Start(variant.key, sitters, first_dealer, drawn, variant.edition)


# What is asked of any game.


@st.composite
def facts(draw, variant, start, table=None, carry=None):
    """One deal as a record tells it, at this table with what it carries; else the first one."""
    ready = resolve_start(start)
    table, carry = table or ready.table(ready.first_dealer), carry or ready.carry
    own = OWN_FACTS.get(variant.key)
    if own is not None:
        return draw(own(ready, table))
    answers, known = {}, {}
    # A change of the start since may ask other things.
    usual = {ask.key: ask for ask in table.asks}
    excluding = {key for ask in table.asks for key in ask.unless}
    for key in sorted(usual, key=lambda key: key not in excluding):
        # What this deal asks by now.
        table = deal_table(variant, table, carry, answers)
        ask = next(ask for ask in table.asks if ask.key == key)
        if ask.of_nobody or any(usual[it].is_answered(known.get(it)) for it in ask.unless):
            continue
        if not ask.asked and draw(st.booleans()):
            continue
        known[key] = answer = answers_to(draw, ask, ready, table, known)
        if ask.group:
            answers.setdefault(ask.group, {})[key] = answer
        elif answer is not None or draw(st.booleans()):
            answers[key] = answer
    mend = MENDED.get(variant.key)
    return mend(answers, table) if mend else answers


def answers_to(draw, ask, ready, table, known):
    """An answer to one ask, whatever it is asked of."""
    if ask.kind == "hands":
        return hands_of(draw, ask, ready, known.get(ask.but))
    if ask.of == "deal":
        return draw(or_nothing(ask, one_answer(ask, table)))
    places = {*ask.places(table)} - {known.get(ask.but)}
    gives = [at in places for at in range(ask.number_of_answers(table))]
    if ask.kind == "number" and ask.sum is not None and any(gives):
        return numbers_that_sum(draw, ask, gives)
    one = one_answer(ask, table)
    # Who stands in always answers.
    standing_in = len(gives) - ask.stand_ins
    drawn = [or_nothing(ask, one) if at < standing_in else one for at in range(len(gives))]
    return [draw(drawn[at]) if given else ask.nothing for at, given in enumerate(gives)]


def or_nothing(ask, answer):
    return answer if ask.required or ask.kind == "flag" else st.none() | answer


def one_answer(ask, table):
    match ask.kind:
        case "seat":
            return st.sampled_from(table.dealt)
        case "side":
            return st.sampled_from(sorted(table.dealt_sides))
        case "flag":
            return st.sampled_from([False, False, False, True])
        case "choice" | "menu" | "cards":
            return st.sampled_from(ask.values)
        case "number":
            number = st.integers(max(ask.least, -WIDEST), min(ask.most, WIDEST))
            if ask.step:
                number = number.map(lambda it: it // ask.step * ask.step)
            if ask.cards is None:
                return number
            size = {"min_size": ask.card_count, "max_size": ask.card_count}
            return number | st.lists(st.sampled_from(sorted(ask.cards)), **size)
    raise ValueError(f"nothing is drawn for a {ask.kind}")


def numbers_that_sum(draw, ask, gives):
    """Numbers of those who give one that come to the sum of the deal, where that can be."""
    numbers, left = [None] * len(gives), ask.sum
    giving = [at for at, given in enumerate(gives) if given]
    for at in giving:
        rest = sum(other > at for other in giving)
        even = left // (rest + 1)
        least = max(ask.least, left - rest * ask.most, even - WIDEST)
        most = min(ask.most, left - rest * ask.least, even + WIDEST)
        number = draw(st.integers(least, most)) if least < most else least
        numbers[at] = max(ask.least, min(number, ask.most))
        left -= numbers[at]
    return numbers


def shuffled(draw, pack, red_nines_first):
    cards = [card for card, n in sorted(pack.copies.items()) for _ in range(n)]
    draw(st.randoms(use_true_random=False)).shuffle(cards)
    if red_nines_first:
        cards.sort(key=lambda card: card != RED_NINE)
    return cards


def dealt(draw, ready, out):
    """What everybody holds when `out` lays the last card, as cards; whether a red nine is over."""
    cards = shuffled(draw, ready.pack, draw(st.booleans()))
    held = []
    for seat in range(len(ready.sitters)):
        size = 0 if seat == out else draw(st.integers(1, min(ready.pack.hand, 6)))
        held.append([cards.pop(0) for _ in range(size)])
    return held, RED_NINE in cards


def hands_of(draw, ask, ready, out):
    """All hands, each as cards or as the sum a table would say; none where they may be left out."""
    if not ask.required and draw(st.booleans()):
        return None
    held, _ = dealt(draw, ready, out)
    return [as_told(draw, ask, ready, hand) for hand in held]


def as_told(draw, ask, ready, hand):
    values = VALUES_OF_CARDS.get(ready.variant.key)
    if not hand or (ask.counted == "points" and values is None) or draw(st.booleans()):
        return hand
    held = len(hand)
    if ask.counted == "points":
        held = sum(values(ready.rules)[card] for card in hand)
    return {ask.counted: held, "red_nines": hand.count(RED_NINE)}


# What single games need besides: their own keys stand here and nowhere else.


@st.composite
def red_nines_facts(draw, ready, table):
    """Somebody goes out: a red nine that is held cannot be the last card, nor an ace be swept."""
    out = draw(st.integers(0, table.players - 1))
    held, spare = dealt(draw, ready, out)
    answers = {"out": out, "on_red_nine": spare and draw(st.booleans())}
    for ask in ready.asks:
        if ask.kind == "hands" and (ask.required or draw(st.booleans())):
            answers["hands"] = [as_told(draw, ask, ready, hand) for hand in held]
        elif ask.key == "aces_swept_by":
            # Whoever swept two cards during the deal cannot hold more than the rest.
            able = [seat for seat, hand in enumerate(held) if len(hand) <= ready.pack.hand - 2]
            if sum(hand.count("A") for hand in held) > 2:
                able = []
            answers["aces_swept_by"] = draw(st.none() | st.sampled_from(able)) if able else None
    return answers


def with_one_hi(answers, table):
    """The made-up game lets a single seat mive hi."""
    mivs = answers.get("miv") or []
    if "hi" in mivs:
        first = mivs.index("hi")
        rest = [None if miv == "hi" else miv for miv in mivs[first + 1 :]]
        answers["miv"] = [*mivs[: first + 1], *rest]
    return answers


def with_one_premium(answers, table):
    """A deal of Ninety-Nine has one premium, and there is one joker."""
    bids, premiums = answers.get("bids"), answers.get("premiums")
    if premiums:
        first = next((seat for seat, premium in enumerate(premiums) if premium), None)
        named = "declared" if table.players == 2 else premiums[first or 0]
        answers["premiums"] = [named if seat == first else None for seat in range(len(premiums))]
    jokers = "turn_up" in answers and answers["turn_up"] == "JOKER"
    for bid in bids or []:
        for at, card in enumerate(bid if isinstance(bid, list) else []):
            bid[at] = "D" if card == "JOKER" and jokers else card
            jokers = jokers or card == "JOKER"
    return answers


def without_passing(answers, table):
    """A Ramsch of Skat is noted by what each took, and who took nothing may have no trick."""
    ramsch = [points for points in answers.get("ramsch") or () if points is not None]
    if ramsch:
        del answers["passed"]
        answers["virgins"] = min(answers.get("virgins") or 0, ramsch.count(0))
    if answers.get("game") == "null":
        answers.pop("bid", None)
    return answers


def with_its_canastas(answers, table):
    """There are four red threes in Canasta, and who is out has a canasta."""
    left = 4
    for side, number in enumerate(answers.get("red_threes") or ()):
        answers["red_threes"][side] = number and min(number, left)
        left -= answers["red_threes"][side] or 0
    kinds = [answers[key] for key in ("natural", "mixed", "wild") if answers.get(key)]
    has = [any(kind[side] for kind in kinds) for side in range(len(answers["cards"]))]
    if any(has) and answers.get("out") is not None:
        answers["out"] = has.index(True)
    threes = answers.get("red_threes")
    for side, no_meld in enumerate(answers.get("laid_nothing") or ()):
        melded = has[side] or answers["cards"][side] > 0 or side == answers.get("out")
        is_so = no_meld and not melded and threes and threes[side]
        answers["laid_nothing"][side] = True if is_so else None
    return answers


def values_in_red_nines(rules):
    from scorer.rules.variants.red_nines import card_values

    return card_values(rules)


# Deals that are drawn in a way of their own, and those drawn as any others and mended then.
OWN_FACTS = {
    "red-nines": red_nines_facts,
    "red-nines-1881": red_nines_facts,
    "pink-nines": red_nines_facts,
}
MENDED = {
    "canasta": with_its_canastas,
    "qovi-brumt": with_one_hi,
    "ninety-nine": with_one_premium,
    "skat": without_passing,
}
# What cards count, where a hand can be told as points.
VALUES_OF_CARDS = {"red-nines": values_in_red_nines}


# Games and books.


@st.composite
def games(draw, key=None, most_deals=8, most_players=12, fewest_players=2, edition=None, **rules):
    """A start and the deals of a game that is under way or just over."""
    variant = find_variant(key or draw(st.sampled_from(sorted(newest_variants()))), edition)
    start = draw(starts(variant, most_players, fewest_players, **rules))
    deals = []
    sheet = read_strictly(start, [])
    for _ in range(draw(st.integers(1, most_deals))):
        if sheet.over:
            break
        if variant.has_void_deals and draw(st.integers(0, 5)) == 0:
            deals.append({"void": True})
            sheet = read_strictly(start, book_of(deals))
        deals.append(draw(facts(variant, start, *next_table(sheet))))
        try:
            sheet = read_strictly(start, book_of(deals))
        except ImpossibleDeal:  # such as a fifth time the same trump
            deals.pop()
    if not deals:
        reject()
    return variant, start, deals


def next_table(sheet):
    """The table of the deal that comes next, and what it carries; nothing once the game is over."""
    return (sheet.opening.table, sheet.carry) if sheet.opening else ()


def book_of(deals):
    """A book of these deals and nothing else, one after the other."""
    return [
        Entry(number, f"d{number}", Deal(deal, f"d{number - 1}" if number > 1 else None))
        for number, deal in enumerate(deals, start=1)
    ]


def counter_games():
    return [key for key in newest_variants() if usual_unit(key) == "counters"]


@st.composite
def books(draw, key=None, **rules):
    """The book of a game of counters with some bought and lent; most are stopped."""
    key = key or draw(st.sampled_from(counter_games()))
    _, start, deals = draw(games(key, most_deals=4, most_players=5, **rules))
    book = book_of(deals)
    seats = st.lists(st.integers(0, len(start.sitters) - 1), min_size=2, max_size=2, unique=True)
    for number in range(draw(st.integers(0, 6))):
        before = draw(st.sampled_from([None, *(f"d{at}" for at in range(1, len(deals) + 1))]))
        (seat, lender), counters = draw(seats), draw(st.integers(1, 40))
        bodies = Buy(seat, counters, before=before), Lend(seat, lender, counters, before=before)
        body = draw(st.sampled_from(bodies))
        book.append(Entry(len(book) + 1, f"m{number}", body))
        try:
            read_strictly(start, book)
        except Refused:  # a movement may end the game before deals that were played after it
            book.pop()
    if draw(st.integers(0, 2)):
        leftover = draw(st.sampled_from([None, "as_it_stands", "level_the_dealing"]))
        book.append(Entry(len(book) + 1, "end", End("late", leftover)))
    return start, book
