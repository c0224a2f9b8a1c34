"""The contract that every file in `variants/` keeps, and a game nobody knows, on random games."""

import copy
import dataclasses
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.commands.sheet_text import sheet_as_text
from scorer.rules.asks import read_facts, write_facts
from scorer.rules.counter_value import nets_of
from scorer.rules.entries import CorrectDeal, CorrectStart, Deal, Entry, Withdraw, changed_answers
from scorer.rules.errors import ImpossibleDeal, Refused
from scorer.rules.feats import highlight_rules, highlights_of
from scorer.rules.fold import read_sheet, read_strictly, score_deal
from scorer.rules.house_rules import has_effect, read_house_rules
from scorer.rules.record import parse, read_record, write_record
from scorer.rules.seating import deal_table
from scorer.rules.sheet_json import sheet_as_json
from scorer.rules.tallies import counts_of
from scorer.rules.types import BANK
from scorer.rules.words import WORDS, reason, say, words_in, working
from tests.examples import SOAKING, examples
from tests.rules.books import write, written
from tests.rules.every_game import EVERY_GAME, PLAYED_FOR_COUNTERS, naming_its_file
from tests.rules.strategies import book_of, facts, next_table, values_of

pytestmark = [pytest.mark.soak, pytest.mark.usefixtures("made_up_game")]


def every_game(test, games=EVERY_GAME):
    """A property of every game; few examples, since there are many games."""
    test = settings(max_examples=100 if SOAKING else examples(3))(test)
    return pytest.mark.parametrize("game", games)(naming_its_file(test))


def played_for_counters(test):
    return every_game(test, PLAYED_FOR_COUNTERS)


def numbers_of(sheet):
    """All that a sheet says of scores, without the names of entries."""
    deals = [
        (deal.number, deal.lines, deal.scores, deal.carry, deal.table, deal.follows, deal.remarks)
        for deal in sheet.deals
    ]
    return deals, sheet.carry, sheet.opening, sheet.winners, sheet.settled, sheet.follows


def numbers_without_rules(sheet):
    """All that a sheet says of scores; a table says by which rules it plays as well."""
    deals = [
        (deal.lines, deal.scores, deal.carry, deal.remarks, deal.table.dealer)
        for deal in sheet.deals
    ]
    opening = sheet.opening and dataclasses.replace(sheet.opening, table=None)
    return deals, sheet.carry, opening, sheet.winners, sheet.settled


def outcome(start, book):
    """What reading a book comes to: the numbers, or the fault it is refused with."""
    try:
        return numbers_of(read_strictly(start, book))
    except Refused as fault:
        return fault.code, fault.deal, fault.seat


def right_facts(data, variant, start, deals, which):
    """Other facts for a deal, at the table it finds."""
    return data.draw(facts(variant, start, *next_table(read_sheet(start, book_of(deals[:which])))))


@every_game
@given(data=st.data())
def test_a_game_that_was_played_keeps_the_contract(game, data):
    """All that goes by deals alone, on the same random games: to draw these takes longest."""
    variant, start, deals = data.draw(game.played())
    sheet = read_sheet(start, book_of(deals))
    check_sums(variant, sheet)
    check_words(game, sheet)
    check_asks(sheet)
    check_reading(start, deals, sheet)
    check_facts(variant, deals, sheet)
    check_missing(variant, sheet)
    check_impossible(data, start, deals, sheet)
    check_idle_rules(data, variant, start, deals, sheet)
    check_other_rules(variant, start, deals[:4])


def check_idle_rules(data, variant, start, deals, played):
    """A house rule without effect changes nothing."""
    rules, players = played.start.rules, len(start.sitters)
    idle = [
        rule
        for rule in dataclasses.fields(variant.rules)
        if not has_effect(variant.rules, rule.name, vars(rules), players)
    ]
    for rule in idle:
        other = {**start.house_rules, rule.name: data.draw(values_of(rule.metadata["options"]))}
        if variant.fits(players, read_house_rules(variant.rules, other)) is not None:
            continue
        read = read_sheet(dataclasses.replace(start, house_rules=other), book_of(deals))
        assert numbers_without_rules(read) == numbers_without_rules(played), rule.name


def check_sums(variant, sheet):
    """Every score is the sum of its lines."""
    totals = list(sheet.start.carry.totals)
    for deal in sheet.deals:
        for side, score in enumerate(deal.scores):
            assert score == sum(line.points for line in deal.lines if line.side == side)
            totals[side] += score
        assert tuple(totals) == deal.carry.totals
        assert min(totals) >= 0 or variant.below_zero(sheet.start.rules)
        assert all(type(score) is int for score in deal.scores)
        assert all(type(n) is int for line in deal.lines for n in line.numbers.values())


# What is said of an ask that is answered in play, where something is.
IN_PLAY = {"asks", "says", "mark", "late"}


def unfilled(sentence):
    return not sentence.strip() or "{" in sentence or "None" in sentence


def check_words(game, sheet):
    """Whatever is said has words."""
    names, reasons = [sitter.name for sitter in sheet.sitters], sheet.start.words("reasons")
    lines = [line for deal in sheet.deals for line in deal.lines]
    for line in (*lines, *sheet.closing, *(sheet.opening.paid if sheet.opening else ())):
        assert not unfilled(reason(reasons, line.key, line.numbers, names))
        assert "{" not in working(reasons, line.key, line.numbers)
    for remark in (remark for deal in sheet.deals for remark in deal.remarks):
        assert not unfilled(say(words_in("remarks", game.key)[remark.key], remark.numbers, names))
    for follows in (sheet.follows, *(deal.follows for deal in sheet.deals)):
        for shown in follows.shows:
            words = sheet.start.words("shows")[shown.key]
            says = words if isinstance(words, str) else words["says"]
            assert not unfilled(say(says, shown.numbers, names))
            assert shown.side is None or shown.side in sheet.start.sides
    variant = sheet.start.variant
    for feat in (feat for deal in sheet.deals_that_count for feat in variant.feats(deal)):
        assert WORDS["feats"][feat.key]["summed"] in ("count", "sum", "largest", "smallest")
        assert type(feat.number) is int
    of_game = WORDS["variants"][game.key]
    for ask in sheet.start.asks:
        words = of_game["asks"][ask.key]
        assert not unfilled(words["what"]) and not unfilled(words["asked"])
        assert set(words.get("in_play", IN_PLAY)) >= IN_PLAY
        assert len(of_game.get("stand_ins", ())) >= ask.stand_ins
        if ask.kind == "number" and ask.same_as:
            other = next(other for other in sheet.start.asks if other.key == ask.same_as)
            assert (other.kind, other.of, other.group) == ("number", ask.of, ask.group)
            assert ask.of != "deal"
            # One that has to be answered is not missed.
            assert ({"same"} if ask.required else {"same", "who", "save"}) <= words.keys()
        if ask.open_with:
            assert ask.open_with in {other.key for other in sheet.start.asks if other.of == ask.of}
        if ask.kind in ("cards", "choice", "menu"):
            assert set(ask.offers) <= set(ask.values)
        if ask.kind in ("choice", "menu"):
            # Suits have their signs.
            assert words.get("as_named") or set(ask.values) <= {*words.get("options", {}), *"CDHS"}
        assert json.loads(json.dumps(ask.as_data()))["key"] == ask.key


@every_game
@given(data=st.data())
def test_a_book_can_be_told_and_is_read_from_its_record_as_the_same(game, data):
    start, book = data.draw(game.book())
    sheet = read_sheet(start, book)
    record = parse(json.dumps(write_record(start, book, written(book), id="g")).encode())
    read = read_record(record)
    again = read_sheet(read.start, read.entries)
    assert numbers_of(again) == numbers_of(sheet)
    assert len(again.behind_the_end) == len(sheet.behind_the_end)
    assert again.sitters == sheet.sitters
    assert [deal.record for deal in sheet.deals] == record["deals"]
    text = sheet_as_text(sheet)
    assert "None" not in text
    for shown in sheet.opening.shows if sheet.opening else ():
        words = sheet.start.words("shows")[shown.key]
        says = words if isinstance(words, str) else words["says"]
        assert not unfilled(say(says, shown.numbers, [one.name for one in sheet.sitters]))
    result = json.loads(json.dumps(sheet_as_json(sheet)))
    assert len(result["deals"]) == len(sheet.deals)
    assert ("sides" in result) == sheet.start.by_sides
    assert ("settled" in result) == (sheet.start.unit == "counters" and sheet.over)
    assert set(sheet.winners) <= set(sheet.start.sides)
    assert bool(sheet.winners) == (sheet.over and bool(sheet.deals_that_count or sheet.only_totals))
    assert sheet.winners or not sheet.finished
    counts = counts_of(sheet, 2026)
    assert sum(counts[key] for key in counts if key[::2] == ("tallies", "deals")) == sum(
        len(deal.table.dealt) for deal in sheet.deals_that_count
    )
    highlights = highlights_of(sheet)
    assert {one.feat for one in highlights} <= highlight_rules().keys()
    assert len({one.feat for one in highlights}) == len(highlights)


def counting(start, deals):
    """The sheet of the first of these deals, up to the end of the game, and how many they are."""
    for number in range(len(deals) + 1):
        sheet = read_strictly(start, book_of(deals[:number]))
        if sheet.over or number == len(deals):
            return sheet, number
    raise AssertionError("unreachable")


@every_game
@given(data=st.data())
def test_a_moved_end_leaves_deals_behind_and_takes_them_back(game, data):
    variant, start, deals = data.draw(game.to_a_target().played())
    which = data.draw(st.integers(0, len(deals) - 1))
    book = book_of(deals)
    n, id = len(book), book[which].id
    other = data.draw(st.sampled_from(["correct", "withdraw", "late"]))
    if other == "withdraw":
        moved = [*deals[:which], *deals[which + 1 :]]
        entry = Entry(n + 1, "new", Withdraw(id))
    else:
        right = right_facts(data, variant, start, deals, which)
        moved = [*deals[:which], right, *deals[which + (other == "correct") :]]
        fix = CorrectDeal(id, changed_answers(deals[which], right))
        entry = Entry(n + 1, "new", fix if other == "correct" else Deal(right, before=id))
    try:
        expected, count = counting(start, moved)
    except Refused as fault:
        assert outcome(start, [*book, entry]) == (fault.code, fault.deal, fault.seat)
        return
    sheet = read_sheet(start, [*book, entry])
    assert numbers_of(sheet) == numbers_of(expected)
    assert [deal.number for deal in sheet.behind_the_end] == list(range(count + 1, len(moved) + 1))
    restored = [*book, entry, Entry(n + 2, "u", Withdraw("new"))]
    assert numbers_of(read_sheet(start, restored)) == numbers_of(read_sheet(start, book))
    if sheet.over:
        with pytest.raises(Refused) as fault:
            write(start, [*book, entry, Entry(n + 2, "more", Deal(deals[-1]))])
        assert fault.value.code == "game_is_over"


def check_reading(start, deals, first):
    """Reading changes nothing and gives the same twice."""
    copied = copy.deepcopy((dataclasses.asdict(start), deals))
    assert numbers_of(read_sheet(start, book_of(deals))) == numbers_of(first)
    assert (dataclasses.asdict(start), deals) == copied
    variant = first.start.variant
    for deal in first.deals_that_count:
        opening = variant.opening(deal.table, deal.before)
        carry = deal.before.scored(opening)
        given_it = (deal.facts, deal.table, carry)
        before = copy.deepcopy(given_it)
        scored = variant.score(*given_it)
        assert variant.score(*given_it) == scored
        assert (*opening.lines, *scored.lines) == deal.lines
        variant.remarks(*given_it)
        variant.after(deal.table, deal.facts, deal.carry, 1)
        assert given_it == before


def check_facts(variant, deals, sheet):
    """Facts are written and read again as the same."""
    for deal, raw in zip(sheet.deals, deals, strict=True):
        asks = deal.table.asks
        written = write_facts(asks, deal.facts)
        again = read_facts(asks, json.loads(json.dumps(written)), deal.table)
        if not again.void and variant.dealt_again(again, sheet.start.rules):
            again = dataclasses.replace(again, void=True)
        assert again == deal.facts
        assert write_facts(asks, again) == written == deal.record
        if deal.facts.void:
            continue
        optional = {ask.key for ask in asks if not ask.required and not ask.group}
        for key in optional - written.keys():
            assert read_facts(asks, {**written, key: None}, deal.table) == deal.facts
        bare = {key: value for key, value in raw.items() if value is not None}
        assert read_facts(asks, bare, deal.table) == deal.facts
        for ask in asks:
            assert ask.same(deal.facts[ask], again[ask])


WRONG = {
    "seat": [(-1, "no_such_seat"), (True, "not_a_seat"), ("0", "not_a_seat")],
    "side": [(12, "no_such_side"), (-1, "no_such_side"), ("0", "not_a_side")],
    "flag": [(1, "not_yes_or_no"), ("no", "not_yes_or_no")],
    "number": [(1.5, "not_a_whole_number"), (True, "not_a_whole_number"), ("1", None)],
    "choice": [("?", "not_a_choice"), (0, "not_a_choice")],
    "menu": [("?", "not_a_choice"), (0, "not_a_choice")],
    "cards": [("?", "unknown_card"), (9, "unknown_card")],
    "hands": [("?", "not_a_list"), ([[]] * 13, "too_many_answers"), ([None], None)],
}


def wrong_answers(ask, deal):
    """Answers of one ask that are none, and the code each is refused with, None for any."""
    answer = deal.facts[ask]
    if ask.kind == "hands":
        yield from WRONG["hands"]
        return
    wrong = list(WRONG[ask.kind])
    if ask.kind == "number":
        wrong += [(ask.most + 1, "number_not_between"), (ask.least - 1, "number_not_between")]
        if ask.cards:
            wrong += [(["?"], "unknown_card"), ([next(iter(ask.cards))] * 20, "number_of_cards")]
    if ask.of == "deal":
        yield from wrong
    else:
        number = ask.number_of_answers(deal.table)
        held = list(ask.write(answer))
        yield from (([value, *held[1:]], code) for value, code in wrong)
        yield 7, "not_a_list"
        yield [*held, held[0]], "too_many_answers"
        yield held[: number - 1], "missing_answer"


def check_impossible(data, start, deals, sheet):
    """An impossible deal is refused by name and number."""
    which = data.draw(st.integers(0, len(deals) - 1))
    deal = sheet.deals[which]
    asks = {ask.key: ask for ask in deal.table.asks}
    if deal.facts.void:
        spoilt = {"void": True, next(iter(asks)): None}, "void_deal_with_facts"
    else:
        ask = data.draw(st.sampled_from([*asks.values()]))
        is_excluded = any(asks[it].is_answered(deal.facts.answers[it]) for it in ask.unless)
        # What is nothing in any case may stand there.
        value = 1 if ask.nothing == 0 else 0
        wrong = [(value, "not_beside")] if is_excluded else list(wrong_answers(ask, deal))
        value, code = data.draw(st.sampled_from(wrong))
        record = dict(deal.record)
        if ask.group:
            record[ask.group] = {**record.get(ask.group, {}), ask.key: value}
        else:
            record[ask.key] = value
        spoilt = record, code
    unknown = {**deals[which], "frobnicated": 1}
    for raw, code in (spoilt, (unknown, None if deal.facts.void else "unknown_key")):
        with pytest.raises(ImpossibleDeal) as fault:
            write(start, book_of([*deals[:which], raw]))
        assert fault.value.deal == which + 1
        read = read_sheet(start, book_of([*deals[:which], raw, *deals[which:]]))
        unread = read.deals[which]
        assert unread.facts.unread
        assert (unread.record, unread.lines, unread.carry) == (raw, (), unread.before)
        assert read.faults[unread.id].code == fault.value.code
        assert code is None or fault.value.code == code
        assert not unfilled(fault.value.message.replace('{"', ""))


def check_missing(variant, sheet):
    """What is missing is refused by name."""
    for deal in sheet.deals_that_count:
        asks = {ask.key: ask for ask in deal.table.asks}
        for ask in asks.values():
            is_excluded = any(asks[it].is_answered(deal.facts.answers[it]) for it in ask.unless)
            if not ask.required or ask.of_nobody or is_excluded:
                continue
            record = {key: value for key, value in deal.record.items() if key != ask.key}
            if ask.group:
                group = {k: value for k, value in record[ask.group].items() if k != ask.key}
                record[ask.group] = group
            # Without it a deal may ask other things first.
            now = deal_table(variant, deal.table, deal.before, record).asks
            missing = {it.key for it in now if it.required and it.key not in record}
            with pytest.raises(ImpossibleDeal) as fault:
                score_deal(sheet.start, record, deal.table, deal.before)
            assert fault.value.code == "missing"
            is_asked_otherwise = now != deal.table.asks
            assert fault.value.params["what"] in (missing if is_asked_otherwise else {ask.key})


def check_other_rules(variant, start, deals):
    """Other house rules count as from the start."""
    book = book_of(deals)
    played = read_sheet(start, book)

    def corrected(house_rules):
        entry = Entry(len(book) + 1, "rules", CorrectStart(house_rules=house_rules))
        return write(start, [*book, entry])

    assert numbers_of(corrected(start.house_rules)) == numbers_of(played)
    for rule in dataclasses.fields(variant.rules):
        options = rule.metadata["options"]
        if rule.metadata["other_game"] or not isinstance(options, tuple):
            continue
        for value in options:
            house_rules = {**start.house_rules, rule.name: value}
            try:
                other = corrected(house_rules)
            except Refused as fault:
                assert not unfilled(fault.message)
                continue
            assert getattr(other.start.rules, rule.name) == value
            sheet, _ = counting(dataclasses.replace(start, house_rules=house_rules), deals)
            assert (other.totals, other.winners) == (sheet.totals, sheet.winners)


@played_for_counters
@given(data=st.data())
def test_counters_are_conserved_through_every_movement(game, data):
    start, book = data.draw(game.counters())
    sheet = read_sheet(start, book)
    carry = sheet.start.carry
    held = sum(carry.totals) + sum(carry.pools.values())
    between = [line for item in sheet.since for line in item.lines]
    steps = [[line for item in deal.movements for line in item.lines] for deal in sheet.deals]
    steps = [[*moved, *deal.lines] for moved, deal in zip(steps, sheet.deals, strict=True)]
    for lines in (*steps, between, sheet.closing):
        owed = 0
        for line in lines:
            carry = carry.after([line])
            owed += line.points if line.pool is None else 0
            counters = sum(carry.totals) + sum(carry.pools.values()) - sum(carry.bought)
            assert counters == held + owed, "counters came from nowhere"
            assert all(pool >= 0 for pool in carry.pools.values())
            assert line.pool != BANK or line.points > 0
        assert owed == 0, "what one paid another did not receive"
    if sheet.over:
        assert carry.totals == sheet.settled
        assert sum(sheet.settled) == held + sum(carry.bought)
        assert sum(nets_of(sheet)) == sum(sheet.start.carry.pools.values())


def check_asks(sheet):
    """Asks name no other that is not there, and a deal asks nothing that its game does not ask."""
    asks = sheet.start.asks
    keys = [ask.key for ask in asks]
    assert len(set(keys)) == len(keys)
    for ask in asks:
        assert ask.kind in WRONG
        assert {*ask.unless, *filter(None, [ask.but])} <= set(keys)
        assert not (getattr(ask, "counted", False) is True and ask.required)
    for deal in sheet.deals:
        usual = sheet.start.usual_table(deal.table).asks
        for own, ask in zip(deal.table.asks, usual, strict=True):
            assert (own.key, own.kind, own.of) == (ask.key, ask.kind, ask.of)
            if own.kind == "number":
                assert ask.least <= own.least <= own.most <= ask.most
                assert set(own.keys or ()) <= set(ask.keys or ())
            if own.kind in ("cards", "choice", "menu"):
                assert set(own.values) <= set(ask.values)
