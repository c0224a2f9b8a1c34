"""The table of all deals: names and numbers stay in view, and six or more stand down the side."""

from playwright.sync_api import expect

from tests.tables import NAMES

BOX = "one => one.getBoundingClientRect().toJSON()"


def deal_by_turns(table, deals):
    """So many deals, each won by the next."""
    players = len(table.read().sheet.sitters)
    for deal in range(deals):
        table.deal(deal % players, *range(11, 10 + players))


def box(one):
    """Where something is on the screen."""
    return one.evaluate(BOX)


def test_names_are_whole_and_stay_in_view_while_many_deals_or_people_scroll(small, seat):
    table = seat("Peggy Yule", "Grzegorz", "Jay Q.", "Wilhelmina", "Ann-Kathrin")
    deal_by_turns(table, 3)
    small.goto(f"/games/{table.id}")
    cut = "one => [one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight]"
    for name in small.locator("thead .deals-name").all():
        assert max(name.evaluate(cut)) <= 1
    assert small.evaluate("document.documentElement.scrollWidth") <= 360
    table = seat(*NAMES[:5], house_rules={"circuits": 3})
    deal_by_turns(table, 14)
    small.goto(f"/games/{table.id}")
    last = small.locator("[data-deals] [data-correct]").last
    last.scroll_into_view_if_needed()
    name = small.get_by_role("columnheader", name="Ann")
    expect(name).to_be_in_viewport(ratio=1)
    assert box(name)["bottom"] <= box(last)["top"] + 1
    # Where twelve stand down the side it is the numbers of the deals.
    table = seat(*NAMES)
    deal_by_turns(table, 3)
    small.goto(f"/games/{table.id}")
    number = small.get_by_role("columnheader", name="Deal 1")
    last = small.get_by_role("row", name="Leo").get_by_role("cell").first
    scroller = small.locator(".scroller")
    scroller.evaluate("one => one.scrollTo(0, one.scrollHeight)")
    scroller.evaluate("one => one.scrollIntoView({block: 'end', behavior: 'instant'})")
    expect(last).to_be_in_viewport(ratio=1)
    expect(number).to_be_in_viewport(ratio=1)
    assert box(number)["bottom"] <= box(last)["top"] + 1


def test_six_stand_down_the_side_from_the_first_deal(join, seat):
    table = seat(*NAMES[:6])
    phone = join("watch", viewport=(360, 560))
    for deals in (1, 5):
        deal_by_turns(table, deals)
        phone.goto(f"/games/{table.id}")
        deals_table = phone.get_by_role("table")
        assert deals_table.get_by_role("rowheader").all_inner_texts() == list(NAMES[:6])
        heads = deals_table.get_by_role("columnheader").all_inner_texts()
        numbers = [head.split()[-1] for head in heads]
        assert numbers == ["Deal", *map(str, range(1, len(table.deals) + 1)), "Total"]
    # The numbers belong to the names and the deals they stand at.
    first = deals_table.get_by_role("row", name="Ann").get_by_role("cell")
    assert [cell.split()[0] for cell in first.all_inner_texts()] == [
        *(str(deal.scores[0]) for deal in table.read().sheet.deals),
        str(table.read().sheet.totals[0]),
    ]
    name = deals_table.get_by_role("rowheader").first
    deals_table.get_by_role("row", name="Ann").get_by_role("cell").last.scroll_into_view_if_needed()
    assert box(deals_table.get_by_role("columnheader").nth(1))["left"] < box(name)["right"] - 20
    expect(name).to_be_in_viewport(ratio=1)


def test_who_sat_down_and_what_is_behind_the_end_is_told_below_deals_that_go_across(phone, seat):
    rules = {"wins": "highest", "sides": "each", "length": "target", "target": 100}
    table = seat(*NAMES[:6], variant="points", house_rules=rules)
    for score in (30, 30, 30, 30):
        notes = {"points": [score, 1, 2, 3, 4, 5]}
        table.score(notes)
        if len(table.deals) == 1:
            sitter = {"id": None, "name": "Zoe"}
            table.write("take_seat", {"seat": 2, "player": sitter})
    again = {"points": [100, 1, 2, 3, 4, 5]}
    table.write("correct", {"deal": table.deals[1], "set": again})
    phone.goto(f"/games/{table.id}")
    notes = phone.locator(".deals-told")
    expect(notes).to_contain_text("Before deal 2: Zoe sits down for Cat")
    expect(notes).to_contain_text("After the end: these deals do not count.")
    expect(phone.locator("thead .deals-says")).to_have_text(["after the end"] * 2)
    expect(phone.get_by_role("button", name="Undo deal 3")).to_be_visible()
    expect(phone.locator("[data-deals] del")).to_have_text(["30"])
