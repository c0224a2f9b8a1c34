"""Two phones that were without signal come back in either order, and send much of it again."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from sqlalchemy import insert

from scorer.rules.book import withdrawn
from scorer.services.games import score
from scorer.services.projections import check
from scorer.storage.database import Database
from scorer.storage.schema import devices
from tests.tables import Table, Wall, begin, facts, new_id

Content = dict[str, Any]


@dataclass(frozen=True)
class Item:
    """What waits in an outbox."""

    name: str
    kind: str
    content: Content


def told(number: int, dan: int) -> Content:
    """The deal of this number as somebody tells it; Dan’s hand is where they may differ."""
    return facts(number % 3, 7 + number, 23 - number, dan)


def outbox(dice: random.Random, after: str | None, dealt: int) -> list[Item]:
    """What one phone tells behind the deals that it has seen: mostly what the other tells too."""
    items: list[Item] = []
    # Its deals that stand, with what is told of each: (name, number, Dan’s hand).
    deals: list[tuple[str, int, int]] = []
    for _ in range(dice.randrange(1, 7)):
        last = deals[-1] if deals else None
        deed = dice.random()
        if last is not None and deed < 0.15:
            items.append(Item(new_id(), "withdraw", {"entry": last[0]}))
            deals.pop()
        elif last is not None and deed < 0.3:
            name, number, _ = dice.choice(deals)
            content = {"deal": name, "facts": told(number, dice.choice((12, 13)))}
            items.append(Item(new_id(), "correct_deal", content))
        elif dealt + len(deals) < 4:
            number = dealt + len(deals)
            dan = dice.choice((12, 12, 12, 13, 14))
            name = new_id()
            content = {"after": last[0] if last else after, "facts": told(number, dan)}
            items.append(Item(name, "deal", content))
            deals.append((name, number, dan))
    return items


def interleaved(dice: random.Random, *queues: Sequence[Item]) -> Iterator[tuple[int, Item]]:
    """The items of all phones, each phone's in its order, some of them sent twice."""
    left = [list(queue) for queue in queues]
    sent: list[tuple[int, Item]] = []
    while any(left):
        phone = dice.choice([at for at, queue in enumerate(left) if queue])
        sent.append((phone, left[phone].pop(0)))
        yield sent[-1]
        while dice.random() < 0.2:
            yield dice.choice(sent)


def send(table: Table, phone: str, seen: int, item: Item) -> Any:
    return score.write(
        table.database,
        table.club,
        table.id,
        device=phone,
        name=item.name,
        seen=seen,
        kind=item.kind,
        content=item.content,
    )


def phones(database: Database, club: str) -> list[str]:
    """Two phones that keep the score."""
    ids = [new_id(), new_id()]
    with database.writing() as connection:
        for at, identity in enumerate(ids):
            row = {"club": club, "id": identity, "name": f"Phone {at}", "right": "score"}
            moment = Wall().now()
            row |= {"token_hash": new_id(), "made_at": moment, "seen_at": moment}
            connection.execute(insert(devices), row)
    return ids


def questions(table: Table) -> list[Any]:
    """Of each deal all that is told of it, whoever told it first, and whether that is asked."""
    read = table.read()
    gone = withdrawn(read.entries)
    return [
        (
            sorted(one.scores for one in (deal, *deal.rivals)),
            sorted(
                name
                for one in (deal, *deal.rivals)
                for name in (one.id, *one.repeats)
                if name not in gone
            ),
            deal.is_open,
        )
        for deal in read.sheet.deals
    ]


def decide(table: Table) -> None:
    """Let of each deal the smallest count, as whoever has seen everything says it."""
    while waiting := table.read().sheet.undecided:
        deal = waiting[0]
        chosen = min((deal, *deal.rivals), key=lambda one: one.scores)
        table.seen = table.read().version
        table.write("decide", {"entry": chosen.id})


def play(
    table: Table, ids: Sequence[str], order: Sequence[tuple[int, Item]], seen: int
) -> dict[str, int]:
    """Deliver what waits; each entry is in the book once, under its number."""
    numbers: dict[str, int] = {}
    for phone, item in order:
        saved = send(table, ids[phone], seen, item)
        assert numbers.setdefault(item.name, saved.number) == saved.number
    return numbers


@pytest.fixture
def rounds(soaking: bool) -> int:
    return 1_000 if soaking else 40


def test_whichever_phone_comes_back_first_the_same_is_told_and_asked(
    database: Database, club: str, rounds: int
) -> None:
    ids = phones(database, club)
    for seed in range(rounds):
        dice = random.Random(seed)
        dealt = dice.randrange(2)
        common = [Item(new_id(), "deal", {"after": None, "facts": told(0, 12)})][:dealt]
        after = common[-1].name if common else None
        queues = [outbox(dice, after, dealt) for _ in ids]
        orders = [list(interleaved(dice, *queues)) for _ in range(2)]
        orders += [[(0, i) for i in queues[0]] + [(1, i) for i in queues[1]]]
        orders += [[(1, i) for i in queues[1]] + [(0, i) for i in queues[0]]]
        found, decided = [], []
        for order in orders:
            table = begin(database, club)
            for item in common:
                send(table, ids[0], 0, item)
            numbers = play(table, ids, order, len(common))
            names = {entry.name for entry in table.read().entries}
            assert names == {item.name for item in (*common, *queues[0], *queues[1])}
            assert sorted(numbers.values()) == list(range(dealt + 1, len(names) + 1))
            found.append(questions(table))
            decide(table)
            decided.append([deal.scores for deal in table.read().sheet.deals])
        assert all(one == found[0] for one in found), (seed, queues, found)
        assert all(one == decided[0] for one in decided), (seed, queues, decided)
    assert check(database) == []
