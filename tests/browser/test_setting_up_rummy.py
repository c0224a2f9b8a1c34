"""Setting up Rummy: house rules that go by each other."""

from playwright.sync_api import expect


def test_a_house_rule_begins_with_its_own_value_by_another_until_it_is_changed(phone):
    phone.goto("/games/new?variant=rummy")
    phone.get_by_text("House rules", exact=True).tap()
    target = phone.get_by_label("Target", exact=True)
    drop = phone.get_by_label("First drop", exact=True)
    expect(drop).to_be_hidden()
    phone.get_by_label("pool rummy: out at the target").check()
    expect(target).to_have_value("101")
    target.fill("201")
    target.blur()
    expect(drop).to_have_value("25")
    phone.get_by_label("each scores what they hold, the lowest wins").check()
    expect(target).to_have_value("201")


def test_a_house_rule_without_effect_decides_about_no_other(phone):
    phone.goto("/games/new?variant=rummy")
    phone.get_by_text("House rules", exact=True).tap()
    length = phone.get_by_label("How long")
    target = phone.get_by_label("Target", exact=True)
    length.select_option("so many deals")
    expect(target).to_be_hidden()
    # The pool is always played to its target.
    phone.get_by_label("pool rummy: out at the target").check()
    expect(length).to_be_hidden()
    expect(target).to_be_visible()
