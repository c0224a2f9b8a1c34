"""Numbers, money, days and hours as the pages write them.

Numbers and money are always whole numbers, never floats; days and hours are those of the club.
"""

from __future__ import annotations

from datetime import date, datetime, tzinfo
from decimal import Decimal

from flask import g

from scorer.rules.variant import Unit
from scorer.rules.words import WORDS, word_for
from scorer.services import clock
from scorer.services.nights.night_list import NightHead
from scorer.translation import gettext, lazy, ngettext
from scorer.web.access import club_here, joined_device

# What a club can choose from; Babel knows what each is called.
CURRENCIES = tuple(
    "EUR GBP USD AUD BGN BRL CAD CHF CNY CZK DKK HKD HUF ILS INR ISK JPY KRW MXN NOK NZD PLN "
    "RON SEK SGD TRY UAH ZAR".split()
)
LANGUAGE = "en"
WEEKDAYS = (
    *(lazy("Mon"), lazy("Tue"), lazy("Wed"), lazy("Thu"), lazy("Fri")),
    *(lazy("Sat"), lazy("Sun")),
)
MONTHS = (
    *(lazy("Jan"), lazy("Feb"), lazy("Mar"), lazy("Apr"), lazy("May"), lazy("Jun")),
    *(lazy("Jul"), lazy("Aug"), lazy("Sep"), lazy("Oct"), lazy("Nov"), lazy("Dec")),
)


def money(amount: int, currency: str) -> str:
    """So many of the smallest coin, such as "£0.18"; "18 coins" where no currency is chosen."""
    if not currency:
        return ngettext("%(num)s coin", "%(num)s coins", abs(amount), num=points(amount))
    from babel.numbers import format_currency, get_currency_precision

    value = Decimal(amount).scaleb(-get_currency_precision(currency))
    return str(format_currency(value, currency, locale=LANGUAGE)).replace("-", "−")


def signed_money(amount: int, currency: str) -> str:
    """What was won or lost: "+£0.18", "−£0.18", or "£0.00"."""
    return f"{'+' if amount > 0 else ''}{money(amount, currency)}"


def currencies(chosen: str) -> dict[str, str]:
    """The currencies to choose from and what each is called; the chosen one is always there."""
    from babel.numbers import get_currency_name

    codes = CURRENCIES if chosen in ("", *CURRENCIES) else (chosen, *CURRENCIES)
    return {code: str(get_currency_name(code, locale=LANGUAGE)) for code in codes}


def points(number: int) -> str:
    """A number of points with a real minus sign."""
    return str(number).replace("-", "−")


def in_units(number: int, unit: Unit, written: str | None = None) -> str:
    """So many of what is scored: "1 point", "12 counters"; or the number as it is `written`."""
    return word_for(WORDS["units"][unit]["counted"], number, written or points(number))


def signed(number: int) -> str:
    """What was won or lost: "+9", "−2" or "0"."""
    return f"+{number}" if number > 0 else points(number)


FIRST_PLACES = {1: lazy("1st"), 2: lazy("2nd"), 3: lazy("3rd")}


def ordinal(place: int) -> str:
    """A place as people write it: "1st"; nobody sits at a table of more than twenty."""
    if place in FIRST_PLACES:
        return str(FIRST_PLACES[place])
    return gettext("%(place)sth", place=place)


def in_words(number: int) -> str:
    """A small number as a word."""
    return str(WORDS["count"].get(str(number), number))


def so_many(players: range) -> str:
    """The numbers of players: "3", "4 or 6", "2 to 12"."""
    if players.step > 1 and len(players) > 1:
        *others, last = map(str, players)
        return gettext("%(others)s or %(last)s", others=", ".join(others), last=last)
    if len(players) > 1:
        return gettext("%(least)s to %(most)s", least=players[0], most=players[-1])
    return str(players[0])


def zone_here() -> tzinfo:
    """The time zone of the club; UTC for whoever has not joined one."""
    if "zone" not in g:
        name = club_here().time_zone if "club" in g or joined_device() else None
        g.zone = clock.zone_of(name)
    zone: tzinfo = g.zone
    return zone


def today_here() -> date:
    """The day that the club's calendar shows now."""
    return clock.now().astimezone(zone_here()).date()


def clock_time(when: datetime) -> str:
    """Such as "21:14"."""
    return f"{when.astimezone(zone_here()):%H:%M}"


def day(when: date | datetime) -> str:
    """Such as "today", "yesterday", "Sat 3 May" or, of another year, "Sat 3 May 2024"."""
    then = when.astimezone(zone_here()).date() if isinstance(when, datetime) else when
    today = today_here()
    if 0 <= (today - then).days <= 1:
        return gettext("today") if then == today else gettext("yesterday")
    if then.year == today.year:
        return gettext("%(weekday)s %(day)s %(month)s", **_parts_of(then))
    return whole_day(then)


def whole_day(day: date) -> str:
    """Such as "Sat 3 May 2024"."""
    return gettext("%(weekday)s %(day)s %(month)s %(year)s", **_parts_of(day), year=day.year)


def _parts_of(day: date) -> dict[str, object]:
    return {
        "weekday": WEEKDAYS[day.weekday()],
        "day": day.day,
        "month": MONTHS[day.month - 1],
    }


def month(day: date) -> str:
    """Such as "May 2024"."""
    named = WORDS["months"][day.month - 1]
    return gettext("%(month)s %(year)s", month=named, year=day.year)


def was_dated_back(night: NightHead) -> bool:
    """Whether the games of a night were not written down on its day: then no times are told."""
    return night.opened_at.astimezone(zone_here()).date() != night.day
