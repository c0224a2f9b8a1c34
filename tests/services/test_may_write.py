"""A phone that only plays answers for its own seat, says what anybody may say, and no more."""

from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import delete, insert, update

from scorer.rules.errors import Refused
from scorer.services import clock
from scorer.services.club import invitations
from scorer.services.club.devices import Device, revoke_device
from scorer.services.club.join import join_club
from scorer.services.errors import NotAllowed
from scorer.services.games.may_write import MOST_CHANGES
from scorer.services.games.score import ANSWERS, write_from
from scorer.storage.database import Database
from scorer.storage.schema import devices, seats_held
from tests.tables import Table, begin, facts, new_id

SECRET = "a secret only for tests"
ANN, BEN, CAT, DAN = range(4)
NEVER = [
    ("deal", {"after": None, "facts": facts(0, 7, 23, 32)}),
    ("end", {"why": "late"}),
    ("take_seat", {"after": None, "seat": 1, "player": {"id": None, "name": "Eve"}}),
    ("correct_start", {"first_dealer": 1}),
    ("totals", {"totals": [1, 2, 3, 4]}),
]


def hand(points: int) -> dict[str, int]:
    return {"points": points, "red_nines": 0}


class Sitting:
    """Phones of one game, each with a right tonight and a seat that nobody was asked for."""

    def __init__(self, database: Database, club: str, table: Table) -> None:
        self.database, self.club, self.table = database, club, table

    def phone(self, seat: int | None, right: Any = "play") -> Device:
        lasting = "watch" if right == "play" else right
        made = invitations.make_invitation(self.database, SECRET, self.club, lasting)
        device = join_club(self.database, made, "")[0]
        self.give(device, right, seat)
        return device

    def give(self, device: Device, right: Any, seat: int | None) -> None:
        """Let a phone do this tonight, and hold a seat instead of whatever phone held it."""
        club, game, now = self.club, self.table.id, clock.now()
        with self.database.writing() as connection:
            connection.execute(
                update(devices)
                .where(devices.c.club == club, devices.c.id == device.id)
                .values(tonight=right, night=self.table.read().night)
            )
            here = (seats_held.c.club == club, seats_held.c.game == game)
            gone = (seats_held.c.seat == seat) | (seats_held.c.device == device.id)
            connection.execute(delete(seats_held).where(*here, gone))
            if seat is not None:
                row = {"club": club, "game": game, "seat": seat, "device": device.id}
                connection.execute(insert(seats_held), {**row, "held_since": now, "seen_at": now})

    def write(self, device: Device, kind: str, content: dict[str, Any], **other: Any) -> str:
        """Write an entry from a phone that has seen everything; its name."""
        said = {"name": new_id(), "seen": self.table.read().version, **other}
        write_from(self.database, device, self.table.id, kind=kind, content=content, **said)
        return str(said["name"])

    def answer(self, device: Device, key: str, seat: int | None, value: Any) -> str:
        """Answer an ask of the deal in play."""
        after = self.table.read().sheet.last_deal
        content = {"after": after, "key": key, "seat": seat, "value": value}
        return self.write(device, "answer", content)

    def whole(self, *phones: Device) -> None:
        """A deal by own hands: the first of these is out."""
        after = self.table.read().sheet.last_deal
        self.answer(phones[0], "out", None, ANN)
        for seat, phone, points in zip((BEN, CAT, DAN), phones[1:], (7, 23, 32), strict=True):
            content = {"after": after, "key": "hands", "seat": seat, "value": hand(points)}
            self.write(phone, "answer", content)


@pytest.fixture
def sitting(database: Database, club: str, table: Table) -> Sitting:
    return Sitting(database, club, table)


def test_a_phone_answers_for_its_own_seat_and_for_no_other(sitting: Sitting) -> None:
    ben = sitting.phone(BEN)
    sitting.answer(ben, "hands", BEN, hand(23))
    with pytest.raises(NotAllowed) as refused:
        sitting.answer(ben, "hands", CAT, hand(7))
    assert refused.value.code == "only_own_seat"
    assert sitting.table.read().version == 1


def test_anybody_with_a_seat_says_who_is_out_and_on_what(sitting: Sitting) -> None:
    ben = sitting.phone(BEN)
    sitting.answer(ben, "out", None, ANN)
    sitting.answer(ben, "on_red_nine", None, True)
    together = {"after": None, "facts": {"out": CAT, "on_red_nine": False}}
    sitting.write(ben, ANSWERS, together)
    opening = sitting.table.read().sheet.opening
    assert opening is not None
    assert [answer.value for answer in opening.answered] == [CAT, False]


def test_who_tells_several_hands_at_once_may_tell_each_of_them(sitting: Sitting) -> None:
    ben = sitting.phone(BEN)
    for hands in (
        [None, hand(7), hand(23), hand(32)],
        [None, hand(7), None, hand(32)],
        [None, None, hand(23), None],
    ):
        told = {"after": None, "facts": {"out": ANN, "hands": hands}}
        with pytest.raises(NotAllowed) as refused:
            sitting.write(ben, ANSWERS, told)
        assert refused.value.code == "only_own_seat"
        # Not even what it may say is left of that.
        assert sitting.table.read().version == 0


def test_who_plays_writes_nothing_else(sitting: Sitting) -> None:
    ben = sitting.phone(BEN)
    for kind, content in NEVER:
        with pytest.raises(NotAllowed):
            sitting.write(ben, kind, content)
    assert sitting.table.read().version == 0


def test_who_watches_or_has_no_seat_writes_nothing(sitting: Sitting) -> None:
    out = {"after": None, "key": "out", "seat": None, "value": ANN}
    for phone, code in (
        (sitting.phone(BEN, "watch"), "not_allowed"),
        (sitting.phone(None), "no_seat_held"),
    ):
        with pytest.raises(NotAllowed) as refused:
            sitting.write(phone, "answer", out)
        assert refused.value.code == code


@pytest.mark.parametrize("right", ["score", "manage"])
def test_whoever_keeps_the_score_enters_any_hand(sitting: Sitting, right: str) -> None:
    host = sitting.phone(None, right)
    for seat in (BEN, CAT):
        sitting.answer(host, "hands", seat, hand(7))
    assert sitting.table.read().version == 2


def test_a_phone_takes_back_its_own_answers_and_that_its_own_seat_is_out(sitting: Sitting) -> None:
    ben, cat, dan = (sitting.phone(seat) for seat in (BEN, CAT, DAN))
    out = sitting.answer(cat, "out", None, BEN)
    mine = sitting.answer(dan, "hands", DAN, hand(23))
    for phone, entry in ((dan, out), (ben, mine)):
        with pytest.raises(NotAllowed):
            sitting.write(phone, "withdraw", {"entry": entry})
    sitting.write(ben, "withdraw", {"entry": out})
    sitting.write(dan, "withdraw", {"entry": mine})
    out = sitting.answer(cat, "out", None, BEN)
    sitting.write(cat, "withdraw", {"entry": out})
    opening = sitting.table.read().sheet.opening
    assert opening is not None and not opening.answered


@pytest.mark.parametrize("variant", ["ninety-nine", "oxford-whist"])
def test_a_bid_is_changed_until_all_bids_are_in_and_then_by_the_host_only(
    database: Database, club: str, variant: str
) -> None:
    table = begin(database, club, "Ann", "Ben", "Cat", variant=variant)
    sitting = Sitting(database, club, table)
    phones, host = [sitting.phone(seat) for seat in (ANN, BEN, CAT)], sitting.phone(None, "score")
    for seat in (ANN, BEN):
        sitting.answer(phones[seat], "bids", seat, 2)
    bens = sitting.answer(phones[BEN], "bids", BEN, 3)
    sitting.answer(phones[CAT], "bids", CAT, 4)
    told = {"after": None, "key": "bids", "seat": BEN, "value": 2}
    for seen in (0, table.read().version):
        with pytest.raises(NotAllowed) as refused:
            sitting.write(phones[BEN], "answer", told, seen=seen)
        assert refused.value.code == "all_are_in"
    with pytest.raises(NotAllowed):
        sitting.write(phones[BEN], "withdraw", {"entry": bens})
    tricks = {"after": None, "facts": {"tricks": [3, 2, 4]}}
    sitting.answer(host, "bids", BEN, 2)
    sitting.write(phones[CAT], ANSWERS, tricks)
    deal = table.read().sheet.deals[0]
    assert deal.record["bids"] == [2, 2, 4]
    facts_now = {**deal.record, "bids": [2, 3, 4]}
    with pytest.raises(NotAllowed):
        sitting.write(phones[BEN], "correct_deal", {"deal": deal.id, "facts": facts_now})
    sitting.write(host, "correct_deal", {"deal": deal.id, "facts": facts_now})


def test_a_bid_stays_once_the_tricks_are_told_though_another_is_missing(
    database: Database, club: str
) -> None:
    table = begin(database, club, "Ann", "Ben", "Cat", variant="oxford-whist")
    sitting = Sitting(database, club, table)
    phones = [sitting.phone(seat) for seat in (ANN, BEN, CAT)]
    for seat in (ANN, BEN):
        sitting.answer(phones[seat], "bids", seat, 2)
    for seat, tricks in enumerate((2, 3, 4)):
        sitting.answer(phones[BEN], "tricks", seat, tricks)
    with pytest.raises(NotAllowed):
        sitting.answer(phones[BEN], "bids", BEN, 3)
    sitting.answer(phones[CAT], "bids", CAT, 4)
    assert table.read().sheet.deals[0].record["bids"] == [2, 2, 4]


def test_a_deal_that_is_scored_is_taken_back_by_nobody_who_only_plays(sitting: Sitting) -> None:
    phones = [sitting.phone(seat) for seat in range(4)]
    sitting.whole(*phones)
    entries = sitting.table.read().entries
    for entry in (entries[0], entries[1]):
        with pytest.raises(NotAllowed):
            sitting.write(phones[ANN], "withdraw", {"entry": entry.name})
        with pytest.raises(NotAllowed):
            sitting.write(phones[BEN], "withdraw", {"entry": entry.name})
    assert len(sitting.table.read().sheet.deals) == 1


def test_after_the_reveal_a_seat_corrects_its_own_hand_and_nothing_else(sitting: Sitting) -> None:
    phones = [sitting.phone(seat) for seat in range(4)]
    sitting.whole(*phones)
    deal = sitting.table.read().sheet.deals[0]
    mine = {**deal.record, "hands": [[], hand(8), *deal.record["hands"][2:]]}
    sitting.write(phones[BEN], "correct_deal", {"deal": deal.id, "facts": mine})
    assert sitting.table.read().sheet.totals == (0, 8, 23, 32)
    others = {**mine, "hands": [[], hand(8), hand(24), mine["hands"][3]]}
    cards = {**mine, "hands": [[], hand(8), mine["hands"][2], ["K", "K", "Q", "2"]]}
    for wrong in (
        others,
        cards,
        {**mine, "on_red_nine": True},
        {**mine, "dealer": 2},
        {"void": True},
    ):
        with pytest.raises(NotAllowed):
            sitting.write(phones[BEN], "correct_deal", {"deal": deal.id, "facts": wrong})
    with pytest.raises(Refused):
        facts_of_nobody = {**mine, "hands": [[], {"points": 1, "red_nines": 5}, *mine["hands"][2:]]}
        sitting.write(phones[BEN], "correct_deal", {"deal": deal.id, "facts": facts_of_nobody})


def test_only_the_last_deal_is_corrected(sitting: Sitting) -> None:
    phones = [sitting.phone(seat) for seat in range(4)]
    sitting.whole(*phones)
    first = sitting.table.read().sheet.deals[0]
    sitting.whole(*phones)
    facts_now = {**first.record, "hands": [[], hand(8), *first.record["hands"][2:]]}
    with pytest.raises(NotAllowed):
        sitting.write(phones[BEN], "correct_deal", {"deal": first.id, "facts": facts_now})


def test_tricks_are_entered_by_any_one_phone_and_a_bid_by_its_own(
    database: Database, club: str
) -> None:
    table = begin(database, club, "Ann", "Ben", "Cat", variant="ninety-nine")
    sitting = Sitting(database, club, table)
    ben = sitting.phone(BEN)
    sitting.answer(ben, "bids", BEN, 3)
    with pytest.raises(NotAllowed):
        sitting.answer(ben, "bids", ANN, 3)
    for seat, tricks in enumerate((2, 3, 4)):
        sitting.answer(ben, "tricks", seat, tricks)
    together = {"after": None, "facts": {"tricks": [3, 3, 3]}}
    sitting.write(ben, ANSWERS, together)


def test_what_opens_a_bid_is_called_and_taken_off_by_its_own_seat_or_the_host(
    database: Database, club: str
) -> None:
    table = begin(database, club, "Ann", "Ben", "Cat", variant="ninety-nine")
    sitting = Sitting(database, club, table)
    ann, cat, host = sitting.phone(ANN), sitting.phone(CAT), sitting.phone(None, "score")
    opened = {"after": None, "facts": {"premiums": ["declared", None, None]}}
    with pytest.raises(NotAllowed):
        sitting.answer(cat, "premiums", ANN, "declared")
    with pytest.raises(NotAllowed):
        sitting.write(cat, ANSWERS, opened)
    for phone in (ann, host):
        called = sitting.answer(phone, "premiums", ANN, "declared")
        with pytest.raises(NotAllowed):
            sitting.answer(cat, "premiums", ANN, None)
        with pytest.raises(NotAllowed):
            sitting.write(cat, "withdraw", {"entry": called})
        sitting.answer(phone, "premiums", ANN, None)


def test_nobody_holds_the_dummys_seat_so_anybody_tells_its_bid(
    database: Database, club: str
) -> None:
    sitting = Sitting(database, club, begin(database, club, "Ann", "Ben", variant="ninety-nine"))
    ben = sitting.phone(BEN)
    sitting.answer(ben, "bids", 2, 3)
    with pytest.raises(NotAllowed):
        sitting.answer(ben, "bids", ANN, 3)


def test_an_answer_that_makes_no_sense_is_impossible_and_not_forbidden(sitting: Sitting) -> None:
    ben = sitting.phone(BEN)
    for key, seat, value in (("unknown", None, 1), ("hands", None, hand(3)), ("hands", 1, "x")):
        with pytest.raises(Refused):
            sitting.answer(ben, key, seat, value)


@pytest.mark.parametrize("seen", [0, 99])
def test_deals_before_the_last_one_stay_as_they_are(sitting: Sitting, seen: int) -> None:
    phones = [sitting.phone(seat) for seat in range(4)]
    for _ in range(3):
        sitting.whole(*phones)
    sheet = sitting.table.read().sheet
    for after in (None, sheet.deals[0].id):
        for key, seat, value in (
            ("hands", DAN, hand(2)),
            ("out", None, DAN),
            ("on_red_nine", None, True),
        ):
            told = {"after": after, "key": key, "seat": seat, "value": value}
            with pytest.raises(NotAllowed) as refused:
                sitting.write(phones[DAN], "answer", told, seen=seen)
            assert refused.value.code == "only_last_deal"
    assert sitting.table.read().sheet == sheet


def test_a_phone_does_not_fill_the_book_by_changing_its_hand(sitting: Sitting) -> None:
    ben, cat, host = sitting.phone(BEN), sitting.phone(CAT), sitting.phone(None, "score")
    for points in range(MOST_CHANGES):
        sitting.answer(ben, "hands", BEN, hand(2 + points % 2))
    with pytest.raises(NotAllowed) as refused:
        sitting.answer(ben, "hands", BEN, hand(5))
    assert refused.value.message == "This phone has changed this 30 times: ask the host"
    sitting.answer(host, "hands", BEN, hand(5))
    sitting.answer(ben, "out", None, ANN)
    for phone, seat in ((cat, CAT), (host, DAN)):
        sitting.answer(phone, "hands", seat, hand(8))
    # The next deal is another one.
    sitting.answer(ben, "hands", BEN, hand(6))


def test_what_a_phone_may_is_asked_when_it_is_written(sitting: Sitting) -> None:
    ben, host = sitting.phone(BEN), sitting.phone(None, "score")
    for seat in (CAT, None):
        # Since it came through the door its seat went to another one.
        sitting.give(ben, "play", seat)
        with pytest.raises(NotAllowed):
            sitting.answer(replace(ben, seat=BEN), "hands", BEN, hand(7))
    sitting.give(host, "play", None)
    with pytest.raises(NotAllowed):
        sitting.answer(host, "hands", BEN, hand(7))
    sitting.give(ben, "score", BEN)
    revoke_device(sitting.database, sitting.club, ben.id)
    for phone in (ben, replace(ben, right="score")):
        with pytest.raises(NotAllowed):
            sitting.answer(phone, "hands", BEN, hand(7))
    assert sitting.table.read().version == 0


def test_who_only_plays_does_not_decide_between_two_deals(sitting: Sitting) -> None:
    ben, host = sitting.phone(BEN), sitting.phone(None, "score")
    first = sitting.write(host, "deal", {"after": None, "facts": facts(0, 7, 23, 32)})
    told = {"after": None, "facts": facts(0, 7, 23, 28)}
    sitting.write(sitting.phone(None, "score"), "deal", told, seen=0)
    with pytest.raises(NotAllowed):
        sitting.write(ben, "decide", {"entry": first})
    sitting.write(host, "decide", {"entry": first})


def test_two_seats_that_correct_their_hands_at_once_are_both_right(sitting: Sitting) -> None:
    phones = [sitting.phone(seat) for seat in range(4)]
    sitting.whole(*phones)
    deal, seen = sitting.table.read().sheet.deals[0], sitting.table.read().version
    for seat, points in ((BEN, 8), (CAT, 24)):
        hands = [hand(points) if at == seat else one for at, one in enumerate(deal.record["hands"])]
        content = {"deal": deal.id, "facts": {**deal.record, "hands": hands}}
        sitting.write(phones[seat], "correct_deal", content, seen=seen)
    sheet = sitting.table.read().sheet
    assert (sheet.totals, sheet.undecided) == ((0, 8, 24, 32), ())
    # Who says to have seen less still changes no other hand.
    hands = [[], hand(8), hand(25), hand(33)]
    others = {"deal": deal.id, "facts": {**deal.record, "hands": hands}}
    for version in range(seen + 3):
        with pytest.raises(NotAllowed):
            sitting.write(phones[DAN], "correct_deal", others, seen=version)
    own = {**deal.record, "hands": [[], hand(7), hand(23), hand(33)]}
    sitting.write(phones[DAN], "correct_deal", {**others, "facts": own}, seen=seen)
    sheet = sitting.table.read().sheet
    assert (sheet.totals, sheet.undecided) == ((0, 8, 24, 33), ())
