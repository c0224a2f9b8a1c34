"""Random books: deals with everything that can be written about them afterwards."""

from hypothesis import strategies as st

from scorer.rules.entries import Entry, parse_body
from scorer.rules.errors import Refused
from scorer.rules.fold import read_sheet
from scorer.rules.start import resolve_start
from tests.rules.strategies import facts, games, house_rules, one_answer

KINDS = (
    *("correct_deal", "withdraw", "withdraw", "take_seat", "answer", "answer", "answer"),
    *("buy", "lend", "correct_start", "late", "end"),
)


@st.composite
def another(draw, variant, start, book):
    """One more thing to say about a game; whether it can be said is for the sheet."""
    kind = draw(st.sampled_from(KINDS))
    deals = [entry["name"] for entry in book if entry["kind"] == "deal"]
    after = draw(st.none() | st.sampled_from(deals))
    players = len(start.sitters)
    seat = draw(st.integers(0, players - 1))
    if kind == "correct_deal":
        return kind, {"deal": draw(st.sampled_from(deals)), "facts": draw(deal(variant, start))}
    if kind == "withdraw":
        return kind, {"entry": draw(st.sampled_from([entry["name"] for entry in book]))}
    if kind == "take_seat":
        return kind, {"after": after, "seat": seat, "player": {"id": f"new-{seat}", "name": "Zoe"}}
    if kind == "answer":
        return kind, {"after": after, **draw(answered(start))}
    if kind == "buy":
        return kind, {"after": after, "seat": seat, "counters": draw(st.integers(1, 40))}
    if kind == "lend":
        lender = (seat + 1) % players
        return kind, {"after": after, "seat": seat, "lender": lender, "counters": 3}
    if kind == "late":
        return "deal", {"after": after, "facts": draw(deal(variant, start))}
    if kind == "end":
        leftover = draw(st.sampled_from([None, "as_it_stands", "level_the_dealing"]))
        return kind, {"why": "it got late", "leftover": leftover}
    people = [{"id": sitter.player, "name": sitter.name} for sitter in start.sitters]
    content = {
        "order": draw(st.none() | st.permutations(range(players))),
        "first_dealer": draw(st.none() | st.just(seat)),
        "players": draw(st.none() | st.permutations(people)),
        "house_rules": draw(st.none() | house_rules(variant, players)),
    }
    return kind, {key: value for key, value in content.items() if value is not None}


@st.composite
def deal(draw, variant, start):
    """The facts of a deal at a table where everybody plays, or all but one."""
    ready = resolve_start(start)
    seats = range(len(start.sitters))
    out = draw(st.none() | st.sampled_from(seats))
    table = ready.table(0, tuple(seat for seat in seats if seat != out))
    return draw(facts(variant, start, table))


@st.composite
def answered(draw, start):
    """One answer to something that is asked, most often in play."""
    ready = resolve_start(start)
    during = [ask for ask in ready.asks if ask.when == "during"]
    ask = draw(st.sampled_from([*during * 3, *ready.asks]))
    table = ready.table(ready.first_dealer)
    if ask.many or ask.of == "deal":
        return {"key": ask.key, "seat": None, "value": draw(one_answer(ask, table))}
    seat = draw(st.integers(0, ask.number_of_answers(table) - 1))
    if ask.kind == "hands":
        value = draw(st.sampled_from([["K"], {ask.counted: 4, "red_nines": 0}]))
    else:
        value = draw(one_answer(ask, table))
    return {"key": ask.key, "seat": seat, "value": value}


def entries_of(book, stored=True):
    """The book as the rules read it; what is stored may stand behind the end of the game."""
    return [
        Entry(
            entry["number"],
            entry["name"],
            parse_body(entry["kind"], entry["content"]),
            entry["seen"],
            stored,
        )
        for entry in book
    ]


@st.composite
def books(draw, most_deals=5, most_more=8, most_players=7, **game):
    """A start and a whole book, as it stands in a record."""
    variant, start, told_deals = draw(
        games(most_deals=most_deals, most_players=most_players, **game)
    )
    book = []

    def add(kind, content):
        number = len(book) + 1
        entry = {"number": number, "name": f"e{number}", "kind": kind, "content": content}
        book.append({**entry, "seen": number - 1})
        try:
            # What is in the book already is stored; what comes now is new.
            read_sheet(start, [*entries_of(book[:-1]), *entries_of(book[-1:], stored=False)])
        except Refused:
            book.pop()

    for told in told_deals:
        deals = [entry["name"] for entry in book if entry["kind"] == "deal"]
        add("deal", {"after": deals[-1] if deals else None, "facts": told})
    for _ in range(draw(st.integers(0, most_more)) if book else 0):
        add(*draw(another(variant, start, book)))
    return start, book
