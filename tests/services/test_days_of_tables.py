"""The days of a table: every spelling that is taken, over all days of a year, and what is not."""

from datetime import date, timedelta

import pytest

from scorer.services.exchange.days import days_of, first_in

YEAR = [date(2024, 1, 1) + timedelta(at) for at in range(366)]
EN = "January February March April May June July August September October November December".split()
DE = "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split()
FR = "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split()
CLEAR = (
    "{0:%Y-%m-%d}|{0:%Y.%m.%d}|{0:%Y/%m/%d}|{0:%Y %m %d}|{0:%Y_%m_%d}|{0:%Y–%m–%d}|{0:%Y%m%d}|"
    "{0.year}. {0.month}. {0.day}.|{0.year} {en} {0.day}|{0:%Y-%m-%d} 20:15|{0:%Y-%m-%d}T20:15:00Z|"
    "{0:%Y/%m/%d}, 8:15:00 PM|{0:%Y-%m-%d}T20:15:00.5+02:00|{0:%Y%m%d}T201500Z|{0:%d.%m.%Y}|"
    "{0.day}.{0.month}.{0:%y}|{0:%d.%m.%y} um 20:15 Uhr|Fr., {0:%d.%m.%Y}|{0.day}. {de} {0.year}|"
    "{0:%d}. {de:.3} {0:%y}|Freitag, den {0.day}. {de} {0.year}|{0.day} {fr} {0.year} à 20h15|"
    "le {0.day}er {fr:.4}. {0.year}|mardi {0.day} {fr} {0:%y}|{en} {0.day}, {0.year}|"
    "{0:%A}, {en:.3} {0.day}, {0.year}|{0.day}-{en:.3}-{0:%y}|the {0.day}th of {en} {0.year}"
).split("|")
UNCLEAR = (
    "{0:%d/%m/%Y}|{0.day}-{0.month}-{0.year}|{0:%d %m %Y}|{0:%d/%m/%y} 20:15|"
    "{0.month}/{0.day}/{0.year}|{0:%m-%d-%Y}|{0:%m/%d/%y}|{0:%m/%d/%Y} 8:15 PM"
).split("|")
# 2024-13-05 is no 13 May, and 24-05-03 may begin with the year or end with it.
NO_DAYS = [f"{day:%Y{mark}%d{mark}%m}" for mark in "-./ " for day in YEAR if day.day > 12]
NO_DAYS += "5|5.2024|Mai 2024|30.2.2024|5.13.2024|24-05-03|7 5 24|45419|7 jui 2024|3 may may".split(
    "|"
)
NO_DAYS += "Total 3.5.2024|3.–4.5.2024|2024-W05-2|20241305|2024-05-03 or 4|1.1.10000||".split("|")


@pytest.mark.parametrize("spelling", [*CLEAR, *UNCLEAR])
def test_a_spelling_is_read_on_all_days_of_a_year(spelling):
    months = [{"en": en, "de": de, "fr": fr} for en, de, fr in zip(EN, DE, FR, strict=True)]
    column = [days_of(spelling.format(day, **months[day.month - 1])) for day in YEAR]
    assert [days[first_in(column)] for days in column] == YEAR
    assert ("" in {first_in([days]) for days in column}) is (spelling in UNCLEAR)


def test_what_is_no_whole_day_is_not_guessed():
    assert [text for text in NO_DAYS if days_of(text)] == []
