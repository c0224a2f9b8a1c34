"""Sixteen phones write and send again: no number is missing, nothing is there twice or lost."""

import random
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.durability.house import Entry, House, send
from tests.serving import Answer, Phone
from tests.tables import new_id, random_facts

PHONES = 16


class Crowd:
    """Sixteen phones that all send the same entries, each in an order of its own."""

    def __init__(self, house: House, game: str) -> None:
        self.house, self.game = house, game
        self.phones = [house.phone.copy() for _ in range(PHONES)]
        self.together = threading.Barrier(PHONES)
        self.sent: dict[str, Entry] = {}

    def send_all(self, entries: list[Entry], dice: random.Random) -> None:
        """Let every phone send all of them, and check that all were answered alike."""
        orders = [dice.sample(entries, len(entries)) for _ in self.phones]

        def play(phone: Phone, order: list[Entry]) -> list[tuple[str, Answer]]:
            self.together.wait(timeout=60)
            return [(entry["name"], send(phone, self.game, entry)) for entry in order]

        numbers: dict[str, set[int]] = {}
        first: dict[str, int] = {}
        with ThreadPoolExecutor(PHONES) as threads:
            for answers in threads.map(play, self.phones, orders):
                for name, answer in answers:
                    assert answer.status == 200, answer.text
                    numbers.setdefault(name, set()).add(answer.json["number"])
                    first[name] = first.get(name, 0) + (not answer.json["repeated"])
        assert all(len(each) == 1 for each in numbers.values()), "answered with two numbers"
        assert set(first.values()) == {1}, "each is new once, and a repetition ever after"
        self.sent.update({entry["name"]: entry for entry in entries})

    def check(self) -> None:
        """Everything that was sent is in the book, once, and nothing else."""
        book = self.house.check_numbers(self.game)
        assert set(book) == set(self.sent)
        for name, entry in self.sent.items():
            # All of them are one phone to the server, which notes what that had told already.
            told = {key: said for key, said in book[name].content.items() if key != "known"}
            assert (book[name].kind, told) == (entry["kind"], entry["content"])

    def close(self) -> None:
        for phone in self.phones:
            phone.close()


def entry(kind: str, content: dict[str, Any], seen: int) -> Entry:
    return {"name": new_id(), "seen": seen, "kind": kind, "content": content}


@pytest.fixture
def crowd(house: House, soaking: bool) -> Any:
    """A crowd around a game that has all its deals, each of which was sent by all of them."""
    players, rules = (12, {"circuits": 3}) if soaking else (4, {})
    crowd = Crowd(house, house.new_game(players, **rules))
    dice, after = random.Random(16), None
    for seen in range(players * rules.get("circuits", 1)):
        deal = entry("deal", {"after": after, "facts": random_facts(players, dice)}, seen)
        crowd.send_all([deal], dice)
        after = deal["name"]
    yield crowd
    crowd.close()


@pytest.mark.timeout(0)
def test_entries_sent_by_sixteen_phones_at_once_are_written_once(
    house: House, crowd: Crowd, soaking: bool, measured: Callable[[str, str, str], None]
) -> None:
    dice = random.Random(61)
    deals = list(crowd.sent)
    players = 12 if soaking else 4
    for _ in range(4 if soaking else 1):
        seen = len(crowd.sent)
        corrections = [
            entry("correct_deal", {"deal": deal, "facts": random_facts(players, dice)}, seen)
            for deal in deals
        ]
        crowd.send_all(corrections, dice)
    crowd.check()
    house.check_pages(crowd.game)
    house.check_results()
    on = "SQLite" if house.database.is_sqlite else "PostgreSQL"
    measured(
        f"Entries lost, doubled or numbered with gaps when {PHONES} phones send the same, {on}",
        "0",
        f"{len(crowd.sent)} entries, each sent by every phone in an order of its own: "
        f"{len(crowd.sent) * PHONES:,} requests",
    )


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_of_two_entries_with_one_name_the_first_stays_and_the_other_is_refused(
    house: House, crowd: Crowd
) -> None:
    dice = random.Random(3)
    deal, seen = next(iter(crowd.sent)), len(crowd.sent)
    players = len(house.book(crowd.game)[deal].content["facts"]["hands"])
    name = new_id()
    entries = []
    for _ in crowd.phones:
        content = {"deal": deal, "facts": random_facts(players, dice)}
        entries.append({**entry("correct_deal", content, seen), "name": name})

    def play(phone: Phone, mine: Entry) -> Answer:
        crowd.together.wait(timeout=60)
        return send(phone, crowd.game, mine)

    with ThreadPoolExecutor(PHONES) as threads:
        answers = list(threads.map(play, crowd.phones, entries))
    accepted = [mine for mine, answer in zip(entries, answers, strict=True) if answer.status == 200]
    assert [answer.status for answer in answers].count(409) == PHONES - 1
    assert house.book(crowd.game)[name].content == accepted[0]["content"]
    crowd.sent[name] = accepted[0]
    crowd.check()


@pytest.mark.timeout(0)
def test_what_sixteen_phones_that_each_correct_the_same_deal_say_is_all_in_the_book(
    house: House, soaking: bool
) -> None:
    """Whoever had not seen the newest correction stands beside it; nobody is refused."""
    game, scored = house.new_game(), random_facts(4, random.Random(1))
    first = entry("deal", {"after": None, "facts": scored}, 0)
    assert house.phone.write(game, first).status == 200
    caught = (scored["out"] + 1) % 4
    each = 20 if soaking else 1

    invitation = house.server.invitation()
    phones = [Phone(house.server.address).join(invitation) for _ in range(PHONES)]

    def play(phone: Phone) -> list[Entry]:
        dice, mine, seen = random.Random(phones.index(phone)), [], 1
        for _ in range(each):
            facts = random_facts(4, dice)
            if not soaking:
                # All of the same hand, of which nobody says the same.
                hand = {"points": 50 + phones.index(phone), "red_nines": 0}
                hands = [
                    hand if seat == caught else one for seat, one in enumerate(scored["hands"])
                ]
                facts = {**scored, "hands": hands}
            content = {"deal": first["name"], "facts": facts}
            one = entry("correct_deal", content, seen)
            answer = send(phone, game, one)
            assert answer.status == 200, answer.text
            seen = answer.json["version"]
            mine.append(one)
        return mine

    with ThreadPoolExecutor(PHONES) as threads:
        done = [one for mine in threads.map(play, phones) for one in mine]
    for phone in phones:
        phone.close()
    book = house.check_numbers(game)
    assert set(book) == {first["name"], *(one["name"] for one in done)}
    beside = len(house.sheet(game).deals[0].rivals)
    unseen = [one for one in done if one["seen"] < book[one["name"]].number - 1]
    # Of the first that each sent, none had seen another; whoever is the last has seen them all.
    assert len(unseen) >= PHONES - 1, "they never met, so nothing was shown"
    assert soaking or beside == PHONES - 1
    house.check_results()
