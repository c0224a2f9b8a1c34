"""Random books of every game, and a plain and slow reading of them."""

import json
from dataclasses import replace

from hypothesis import strategies as st

from scorer.rules.asks import Facts, read_each, read_facts
from scorer.rules.entries import (
    Adjust,
    Buy,
    CorrectDeal,
    CorrectStart,
    Deal,
    End,
    Entry,
    Lend,
    Sitter,
    TakeSeat,
    Withdraw,
    changed_answers,
)
from scorer.rules.errors import ImpossibleDeal, Refused
from scorer.rules.fold import check_newest, read_sheet
from scorer.rules.start import resolve_start
from scorer.rules.types import BANK, Line, Next, Over
from tests.rules.strategies import facts, games, house_rules, next_table

KINDS = (
    *("correct", "correct", "withdraw", "withdraw", "redo", "take_seat"),
    *("buy", "lend", "adjust", "adjust", "forgotten", "correct_start", "end", "deal"),
)
NOBODY = 11


def write(start, entries):
    """The sheet of a book whose newest entry is written; raises Refused."""
    sheet = read_sheet(start, entries)
    check_newest(read_sheet(start, entries[:-1]), sheet, entries)
    return sheet


def book_of(*bodies):
    """A book of these bodies; facts by themselves are a deal that follows the last one."""
    entries, last = [], None
    for number, body in enumerate(bodies, start=1):
        written = Deal(body, last) if isinstance(body, dict) else body
        entries.append(Entry(number, f"e{number}", written, "ann"))
        if isinstance(written, Deal):
            last = f"e{number}"
    return entries


@st.composite
def any_deal(draw, variant, start):
    """The facts of a deal."""
    return draw(facts(variant, start))


def written(entries):
    """The entries of a book as a record writes them."""
    return [
        {
            "number": entry.number,
            "id": entry.id,
            "kind": entry.body.kind,
            "content": json.loads(json.dumps(entry.body.content())),
        }
        for entry in entries
    ]


@st.composite
def another(draw, variant, start, entries):
    """One more entry that somebody might write; whether it can be is for the fold."""
    kind = draw(st.sampled_from(KINDS))
    deals = [entry for entry in entries if isinstance(entry.body, Deal)]
    before = draw(st.none() | st.sampled_from([entry.id for entry in deals]))
    players = len(start.sitters)
    seat, lender = draw(st.permutations(range(players)))[:2]
    match kind:
        case "correct":
            chosen = draw(st.sampled_from(deals))
            right = draw(any_deal(variant, start))
            return CorrectDeal(chosen.id, changed_answers(chosen.body.facts, right))
        case "withdraw":
            return Withdraw(draw(st.sampled_from(entries)).id)
        case "redo":
            return Withdraw(entries[-1].id)
        case "take_seat":
            return TakeSeat(seat, Sitter(f"new-{seat}", "Zoe"), before=before)
        case "buy":
            return Buy(seat, draw(st.none() | st.integers(1, 40)), before=before)
        case "lend":
            return Lend(seat, lender, draw(st.integers(1, 9)), before=before)
        case "adjust":
            sides = resolve_start(start).number_of_sides
            return Adjust(seat % sides, draw(st.integers(-30, 30)), "late", before=before)
        case "forgotten":
            return Deal(draw(any_deal(variant, start)), None, before or deals[0].id)
        case "deal":
            return Deal(draw(facts(variant, start, *next_table(read_sheet(start, entries)))))
        case "end":
            return End("late", draw(st.sampled_from([None, "level_the_dealing"])))
    people = draw(st.none() | st.permutations(start.sitters))
    return CorrectStart(
        order=draw(st.none() | st.permutations(range(players)).map(tuple)),
        sitters=people and tuple(people),
        first_dealer=draw(st.none() | st.just(seat)),
        house_rules=draw(st.none() | house_rules(variant, players)),
    )


@st.composite
def impossible(draw, variant, start, entries):
    """What no version writes today: deals that cannot be or be read, and seats not there."""
    deal, other = draw(any_deal(variant, start)), draw(any_deal(variant, start))
    mixed = {key: draw(st.sampled_from([deal, other])).get(key) for key in deal.keys() | other}
    unread = {**deal, draw(st.sampled_from(["frobnicated", "dealer", *deal])): [NOBODY]}
    return draw(
        st.sampled_from(
            [
                *(Deal(mixed), Deal(mixed), Deal(unread), CorrectDeal("nothing", {})),
                *(
                    TakeSeat(NOBODY, Sitter("zoe", "Zoe")),
                    Buy(NOBODY, 5),
                    Adjust(NOBODY, 5, "late"),
                ),
                *(Withdraw("nothing"), CorrectStart(order=(NOBODY,)), Lend(0, 0, 5)),
            ]
        )
    )


@st.composite
def books(draw, most_deals=5, most_more=9, most_players=6, **game):
    """A start and a book of which most entries were possible when they were written."""
    variant, start, deals = draw(games(most_deals=most_deals, most_players=most_players, **game))
    entries = []

    def add(body):
        number = len(entries) + 1
        entry = Entry(number, f"e{number}", body)
        try:
            write(start, [*entries, entry])
        except Refused:
            return
        entries.append(entry)

    for played in deals:
        add(Deal(played))
    for _ in range(draw(st.integers(0, most_more)) if entries else 0):
        if draw(st.integers(0, 5)):
            add(draw(another(variant, start, entries)))
        elif not read_sheet(start, entries).over:
            body = draw(impossible(variant, start, entries))
            entries.append(Entry(len(entries) + 1, f"e{len(entries) + 1}", body))
    return start, entries


# A plain reading: first what counts and in which order, then deal by deal.


def counts(entries, entry):
    """Whether no withdrawal that counts names this entry."""
    naming = (e for e in entries if isinstance(e.body, Withdraw) and e.body.entry == entry.id)
    return not any(counts(entries, withdrawal) for withdrawal in naming)


def facts_in_the_end(entries, deal):
    """The facts of a deal with all corrections that count, set one answer at a time."""
    facts = dict(deal.body.facts)
    for entry in entries:
        if not isinstance(entry.body, CorrectDeal) or entry.body.deal != deal.id:
            continue
        if not counts(entries, entry):
            continue
        for key, answer in entry.body.answers.items():
            if answer is None:
                facts.pop(key, None)
            elif isinstance(answer, dict) and isinstance(facts.get(key), list | tuple):
                facts[key] = list(facts[key])
                for place, value in answer.items():
                    facts[key][int(place)] = value
            elif isinstance(answer, dict) and isinstance(facts.get(key), dict):
                facts[key] = facts[key] | answer
            else:
                facts[key] = answer
    return facts


def things_in_order(entries):
    """All deals and what stands between them, as they happened, withdrawn ones too."""
    things = []
    for entry in entries:
        if isinstance(entry.body, Deal | TakeSeat | Buy | Lend | Adjust):
            later = [at for at, thing in enumerate(things) if thing.id == entry.body.before]
            things.insert(later[0] if later else len(things), entry)
    return things


def lines_of(start, facts, table, carry):
    """The lines of a deal and what it hands on."""
    variant = start.variant
    opening = variant.opening(table, carry)
    carry = carry.scored(opening)
    score = variant.void(table, carry) if facts.void else variant.score(facts, table, carry)
    return (*opening.lines, *score.lines), carry.scored(score)


def table_of(start, dealer, carry, played=0, raw=None):
    """The table of a deal, with who rests in it and what it asks."""
    table = replace(start.table(dealer), played=played)
    table = replace(table, resting=start.variant.resting(table, carry))
    if not start.variant.asks_by_deal:
        return table
    answers = read_each(table.asks, raw or {}, table)
    own = {ask.key: ask for ask in start.variant.asked(table, carry, answers)}
    asks = tuple(own.get(ask.key, replace(ask, seats=())) for ask in table.asks)
    return replace(table, asks=asks)


def moved_by(body, start, owed, carry):
    """The lines of what moves between two deals; `owed` says who owes whom how much."""
    match body:
        case Buy(seat=seat, counters=None):
            table = table_of(start, start.first_dealer, carry)
            lines = start.variant.buy_ins(table, carry)
            return [line for line in lines if line.side == table.sides[seat]]
        case Adjust(side=side, points=points):
            return [Line(side, points, "adjusted", {"points": points})]
        case Buy(seat=seat, counters=counters):
            return [Line(start.sides[seat], counters, "buys", {"counters": counters}, BANK)]
    side, lender = start.sides[body.seat], start.sides[body.lender]
    back = min(owed.get((lender, side), 0), body.counters)
    owed[lender, side] = owed.get((lender, side), 0) - back
    owed[side, lender] = owed.get((side, lender), 0) + body.counters - back
    return [
        line
        for keys, counters in (
            (("gives_back", "is_given_back"), back),
            (("lends", "is_lent"), body.counters - back),
        )
        if counters
        for line in (
            Line(lender, -counters, keys[0], {"counters": counters, "to": side}),
            Line(side, counters, keys[1], {"counters": counters, "from": lender}),
        )
    ]


def can_be(body, start):
    """Whether what stands between two deals is about somebody who is there."""
    places = [getattr(body, name, 0) for name in ("seat", "lender", "side")]
    is_adjusted = isinstance(body, Adjust) or body == Buy(getattr(body, "seat", 0))
    fits = isinstance(body, TakeSeat) or is_adjusted != (start.unit == "counters")
    return fits and max(places) < NOBODY and body != Lend(0, 0, 5)


def plain_numbers(start, entries):
    """What a book comes to, in plain values; behind the end of the game nothing is read."""
    for entry in entries:
        if isinstance(entry.body, CorrectStart) and counts(entries, entry):
            if entry.body.order == (NOBODY,):
                continue
            start = start.corrected(vars(entry.body))
    ends = [e.body for e in entries if isinstance(e.body, End) and counts(entries, e)]
    start = resolve_start(start)
    things = [thing for thing in things_in_order(entries) if counts(entries, thing)]
    carry, people, owed = start.carry, list(start.sitters), {}
    table, facts, played = start.table(start.first_dealer), None, 0
    follows = start.variant.after(table, None, carry, 0)
    deals, waiting, moved = [], [], []

    def go_on():
        nonlocal carry, follows
        moved.clear()
        for body in waiting:
            if not can_be(body, start):
                continue
            if isinstance(body, TakeSeat):
                people[body.seat] = body.sitter
            else:
                lines = moved_by(body, start, owed, carry)
                moved.extend(lines)
                carry = carry.after(lines)
        waiting.clear()
        judged = start.variant.after(table, facts, carry, played)
        if moved and isinstance(follows, Next) and isinstance(judged, Next):
            follows = judged

    for at, thing in enumerate(things):
        if not isinstance(thing.body, Deal):
            waiting.append(thing.body)
            continue
        if isinstance(follows, Over):
            behind = sum(isinstance(later.body, Deal) for later in things[at:])
            waiting.clear()
            break
        go_on()
        raw, before = facts_in_the_end(entries, thing), carry
        dealer = raw.get("dealer")
        try:
            dealt_by = follows.dealer if dealer is None else dealer
            assert type(dealt_by) is int
            table = table_of(start, dealt_by, carry, played, raw)
            facts = read_facts(table.asks, raw, table)
            if not facts.void and start.variant.dealt_again(facts, start.rules):
                facts = replace(facts, void=True)
            lines, carry = lines_of(start, facts, table, carry)
        except (ImpossibleDeal, AssertionError):
            table = start.table(follows.dealer)
            facts, lines = Facts(dict.fromkeys(ask.key for ask in start.asks), unread=True), ()
        played += not facts.void
        judged = start.variant.after(table, facts, carry, played)
        if facts.void and isinstance(judged, Over):
            judged = replace(follows, dealer=table.dealer)
        follows = judged
        deals.append(
            {
                "id": thing.id,
                "dealer": table.dealer,
                "moved": tuple(moved),
                "before": before.totals,
                "lines": lines,
                "totals": carry.totals,
                "pools": dict(carry.pools),
                "people": tuple(people),
                "over": isinstance(follows, Over),
            }
        )
    else:
        behind = 0
        if isinstance(follows, Over):
            waiting = [body for body in waiting if isinstance(body, TakeSeat)]
        go_on()
    opens = None
    if isinstance(follows, Next) and not ends:
        opens = (
            follows.dealer,
            start.variant.opening(start.table(follows.dealer), carry).lines,
        )
    return {
        "deals": deals,
        "behind": behind,
        "totals": carry.totals,
        "pools": dict(carry.pools),
        "people": tuple(people),
        "played": played,
        "loans": {pair: counters for pair, counters in owed.items() if counters},
        "next": opens,
    }


def numbers_of(sheet):
    """The same of a sheet, as far as a plain reading tells it."""
    opening = sheet.opening
    return {
        "deals": [
            {
                "id": deal.id,
                "dealer": deal.table.dealer,
                "moved": tuple(line for item in deal.movements for line in item.lines),
                "before": deal.before.totals,
                "lines": deal.lines,
                "totals": deal.carry.totals,
                "pools": dict(deal.carry.pools),
                "people": deal.sitters,
                "over": isinstance(deal.follows, Over),
            }
            for deal in sheet.deals
        ],
        "behind": len(sheet.behind_the_end),
        "totals": sheet.carry.totals,
        "pools": dict(sheet.carry.pools),
        "people": sheet.sitters,
        "played": sheet.played,
        "loans": {(loan.seat, loan.lender): loan.counters for loan in sheet.loans},
        "next": None if opening is None else (opening.table.dealer, opening.paid),
    }
