"""Numbers, money, days and hours as the pages write them.

Numbers and money are always whole numbers, never floats; days and hours are those of the club.
"""

from __future__ import annotations

from datetime import date, datetime, tzinfo
from decimal import Decimal

from flask import g

from scorer.rules.variant import Unit
from scorer.rules.words import WORDS
from scorer.services import clock
from scorer.services.nights.night_list import NightHead
from scorer.web.access import club_here, joined_device

# What a club can choose from; Babel knows what each is called.
CURRENCIES = tuple(
    "EUR GBP USD AUD BGN BRL CAD CHF CNY CZK DKK HKD HUF ILS INR ISK JPY KRW MXN NOK NZD PLN "
    "RON SEK SGD TRY UAH ZAR".split()
)
LANGUAGE = "en"
WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()


def money(amount: int, currency: str) -> str:
    """So many of the smallest coin, such as "£0.18"; "18 coins" where no currency is chosen."""
    if not currency:
        return f"{amount} coin{'' if abs(amount) == 1 else 's'}".replace("-", "−")
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


def in_units(number: int, unit: Unit) -> str:
    """So many of what is scored: "1 point", "12 counters"."""
    return f"{points(number)} {WORDS['units'][unit]['one' if number == 1 else 'many']}"


def signed(number: int) -> str:
    """What was won or lost: "+9", "−2" or "0"."""
    return f"+{number}" if number > 0 else points(number)


ENDINGS = {1: "st", 2: "nd", 3: "rd"}


def ordinal(place: int) -> str:
    """A place as people write it: "1st"; nobody sits at a table of more than twenty."""
    return f"{place}{ENDINGS.get(place, 'th')}"


def in_words(number: int) -> str:
    """A small number as a word."""
    return str(WORDS["count"].get(str(number), number))


def so_many(players: range) -> str:
    """The numbers of players: "3", "4 or 6", "2 to 12"."""
    if players.step > 1 and len(players) > 1:
        *others, last = players
        return f"{', '.join(map(str, others))} or {last}"
    return f"{players[0]} to {players[-1]}" if len(players) > 1 else str(players[0])


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
        return "today" if then == today else "yesterday"
    return whole_day(then).removesuffix(f" {today.year}")


def whole_day(day: date) -> str:
    """Such as "Sat 3 May 2024"."""
    return f"{WEEKDAYS[day.weekday()]} {day.day} {MONTHS[day.month - 1]} {day.year}"


def month(day: date) -> str:
    """Such as "May 2024"."""
    return f"{WORDS['months'][day.month - 1]} {day.year}"


def was_dated_back(night: NightHead) -> bool:
    """Whether the games of a night were not written down on its day: then no times are told."""
    return night.opened_at.astimezone(zone_here()).date() != night.day
