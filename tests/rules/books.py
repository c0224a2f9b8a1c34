"""Random books: deals with everything that can be written about them afterwards."""

from hypothesis import strategies as st

from scorer.rules.entries import Entry, parse_body
from scorer.rules.errors import Refused
from scorer.rules.fold import read_sheet
from tests.rules.strategies import facts, games, house_rules

KINDS = (
    *("correct_deal", "withdraw", "withdraw", "take_seat", "note", "buy", "lend"),
    *("correct_start", "late", "end"),
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
        return kind, {"deal": draw(st.sampled_from(deals)), "facts": draw(facts(variant, start))}
    if kind == "withdraw":
        return kind, {"entry": draw(st.sampled_from([entry["name"] for entry in book]))}
    if kind == "take_seat":
        return kind, {"after": after, "seat": seat, "player": {"id": f"new-{seat}", "name": "Zoe"}}
    if kind == "note":
        return kind, {"after": after, "facts": {"aces_swept_by": seat}}
    if kind == "buy":
        return kind, {"after": after, "seat": seat, "counters": draw(st.integers(1, 40))}
    if kind == "lend":
        lender = (seat + 1) % players
        return kind, {"after": after, "seat": seat, "lender": lender, "counters": 3}
    if kind == "late":
        return "deal", {"after": after, "facts": draw(facts(variant, start))}
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


def entries_of(book):
    return [
        Entry(
            entry["number"],
            entry["name"],
            parse_body(entry["kind"], entry["content"]),
            entry["seen"],
        )
        for entry in book
    ]


@st.composite
def books(draw, most_deals=5, most_more=8):
    """A start and a whole book, as it stands in a record."""
    variant, start, told_deals = draw(games(most_deals=most_deals, most_players=6))
    book = []

    def add(kind, content):
        number = len(book) + 1
        entry = {"number": number, "name": f"e{number}", "kind": kind, "content": content}
        book.append({**entry, "seen": number - 1})
        try:
            read_sheet(start, entries_of(book))
        except Refused:
            book.pop()

    for deal in told_deals:
        deals = [entry["name"] for entry in book if entry["kind"] == "deal"]
        add("deal", {"after": deals[-1] if deals else None, "facts": deal})
    for _ in range(draw(st.integers(0, most_more)) if book else 0):
        add(*draw(another(variant, start, book)))
    return start, book
