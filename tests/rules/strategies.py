"""Random games that could have been played, for every variant in the folder.

Hands are dealt from a real shuffled pack, so whatever comes out could have lain on a table.
The rare branches (red nines in the hand, deals won on one, swept aces) are made likely.
"""

from dataclasses import fields

from hypothesis import strategies as st

from scorer.rules.cards import RED_NINE
from scorer.rules.entries import Buy, Deal, End, Entry, Lend, Sitter
from scorer.rules.house_rules import Rate, Span
from scorer.rules.start import Start, resolve_start
from scorer.rules.variants import newest_variants

NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jim", "Kay", "Lou")


def values_of(option):
    if isinstance(option, Span):
        whole = st.integers(option.least, min(option.most, option.least + 40))
        return st.none() | whole if option.or_none else whole
    if isinstance(option, Rate):
        coins = st.fixed_dictionaries({"counters": st.integers(1, 12), "pays": st.integers(1, 12)})
        return st.none() | coins
    return st.sampled_from(option)


@st.composite
def house_rules(draw, variant, players):
    made = {}
    for rule in fields(variant.rules):
        if rule.name != "circuits" and draw(st.booleans()):
            made[rule.name] = draw(values_of(rule.metadata["options"]))
    if made.get("hand_size") is not None:
        # As many cards as the pack has for everybody, at most.
        made["hand_size"] = min(made["hand_size"], 44 // players)
    return made


@st.composite
def starts(draw, variant, most=12):
    players = draw(st.sampled_from([n for n in variant.players if n <= most]))
    sitters = tuple(Sitter(f"player-{seat}", NAMES[seat]) for seat in range(players))
    rules = draw(house_rules(variant, players))
    return Start(variant.key, sitters, draw(st.integers(0, players - 1)), rules)


def shuffled(draw, pack, red_nines_first):
    cards = [card for card, n in sorted(pack.copies.items()) for _ in range(n)]
    draw(st.randoms(use_true_random=False)).shuffle(cards)
    if red_nines_first:
        cards.sort(key=lambda card: card != RED_NINE)
    return cards


@st.composite
def hands(draw, variant, start, out):
    """What everybody holds when `out` lays the last card, as cards."""
    ready = resolve_start(start)
    pack = variant.pack(len(start.sitters), ready.rules)
    cards = shuffled(draw, pack, draw(st.booleans()))
    held = []
    for seat in range(len(start.sitters)):
        size = 0 if seat == out else draw(st.integers(1, min(pack.hand, 6)))
        held.append([cards.pop(0) for _ in range(size)])
    spare = RED_NINE in cards
    return held, spare


def as_told(draw, by, hand, value_of):
    """The hand as cards, or as the sum a table would say."""
    if draw(st.booleans()) or not hand:
        return hand
    red_nines = hand.count(RED_NINE)
    held = len(hand) if by == "cards" else sum(value_of[card] for card in hand)
    return {by: held, "red_nines": red_nines}


@st.composite
def facts(draw, variant, start):
    """One deal as a record tells it, built from what the variant asks."""
    players = len(start.sitters)
    out = draw(st.integers(0, players - 1))
    held, spare = draw(hands(variant, start, out))
    answers = {}
    for ask in variant.asks:
        if ask.key == "out":
            answers["out"] = out
        elif ask.pad == "yes_no":
            answers[ask.key] = spare and draw(st.booleans())
        elif ask.pad == "hands":
            values = card_values(variant, start) if ask.by == "points" else {}
            may = not ask.matters(resolve_start(start).rules)
            if not (may and draw(st.booleans())):
                answers[ask.key] = [as_told(draw, ask.by, hand, values) for hand in held]
        elif ask.pad == "seat_or_nobody":
            # Whoever swept two cards during the deal cannot hold more than the rest.
            pack = variant.pack(players, resolve_start(start).rules)
            able = [seat for seat in range(players) if len(held[seat]) <= pack.hand - 2]
            if sum(hand.count("A") for hand in held) > 2:
                able = []
            answers[ask.key] = draw(st.none() | st.sampled_from(able)) if able else None
    return answers


def card_values(variant, start):
    from scorer.rules.variants.red_nines import card_values as values

    return values(resolve_start(start).rules)


@st.composite
def games(draw, key=None, most_deals=8, most_players=12):
    """A start and the deals of a game that is under way or just over."""
    variants = newest_variants()
    variant = variants[key or draw(st.sampled_from(sorted(variants)))]
    start = draw(starts(variant, most_players))
    most = min(most_deals, len(start.sitters) * variant.circuits(resolve_start(start).rules))
    deals = []
    for _ in range(draw(st.integers(1, most))):
        if variant.has_void_deals and draw(st.integers(0, 5)) == 0:
            deals.append({"void": True})
        deals.append(draw(facts(variant, start)))
    return variant, start, deals


def book_of(deals):
    return [
        Entry(number, f"d{number}", Deal(f"d{number - 1}" if number > 1 else None, deal))
        for number, deal in enumerate(deals, start=1)
    ]


@st.composite
def books(draw):
    """The book of a game of counters with some bought and lent; most are stopped."""
    key = draw(
        st.sampled_from(
            [key for key, variant in newest_variants().items() if not variant.lowest_wins]
        )
    )
    _, start, deals = draw(games(key, most_deals=4, most_players=5))
    book = book_of(deals)
    seats = st.lists(st.integers(0, len(start.sitters) - 1), min_size=2, max_size=2, unique=True)
    for number in range(draw(st.integers(0, 6))):
        after = draw(st.sampled_from([None, *(f"d{at}" for at in range(1, len(deals) + 1))]))
        (seat, lender), counters = draw(seats), draw(st.integers(1, 40))
        body = draw(
            st.sampled_from([Buy(after, seat, counters), Lend(after, seat, lender, counters)])
        )
        book.append(Entry(len(book) + 1, f"m{number}", body))
    if draw(st.integers(0, 2)):
        leftover = draw(st.sampled_from([None, "as_it_stands", "level_the_dealing"]))
        book.append(Entry(len(book) + 1, "end", End("late", leftover)))
    return start, book
