"""Numbers, money (whole, never floats), cards, days and hours (of the club) as pages write them."""

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, timedelta, tzinfo

from flask import g, get_template_attribute
from markupsafe import Markup

from scorer.rules.types import Unit
from scorer.rules.words import WORDS, counted, word_for
from scorer.services import clock
from scorer.services.nights.night_list import NightHead
from scorer.web.access import club_here, joined_device

# By code (ISO 4217): the name, and the symbol before an amount if that is not the code.
CURRENCIES: Mapping[str, Mapping[str, str]] = WORDS["currencies"]
WITHOUT_CENTS = ("ISK", "JPY", "KRW")
NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"
WEEKDAYS = "Mon Tue Wed Thu Fri Sat Sun".split()
# By this hour the evening before is over, for those who play past midnight.
MORNING = 6
MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()


def money(amount: int, currency: str) -> str:
    """So many of the smallest coin, such as "£0.18"; "18 coins" where no currency is chosen."""
    if not currency:
        return counted(amount, "coin", points(amount))
    whole, cents = divmod(abs(amount), 1 if currency in WITHOUT_CENTS else 100)
    written = f"{whole:,}" if currency in WITHOUT_CENTS else f"{whole:,}.{cents:02}"
    symbol = CURRENCIES.get(currency, {}).get("symbol", f"{currency}{NO_BREAK_SPACE}")
    return f"{'−' if amount < 0 else ''}{symbol}{written}"


def signed_money(amount: int, currency: str) -> str:
    """Money won or lost: "+£0.18", "−£0.18", or "£0.00"."""
    return f"{'+' if amount > 0 else ''}{money(amount, currency)}"


def currencies(chosen: str) -> dict[str, str]:
    """The currencies to choose from and what each is called; the chosen one is always there."""
    names = {code: words["name"] for code, words in CURRENCIES.items()}
    return names if chosen in ("", *names) else {chosen: chosen, **names}


def points(number: int) -> str:
    """A number of points with a real minus sign."""
    return str(number).replace("-", "−")


def in_units(number: int, unit: Unit, written: str | None = None) -> str:
    """So many of what is scored: "1 point", "12 counters"; or the number as it is `written`."""
    return word_for(WORDS["units"][unit]["counted"], number, written or points(number))


def signed(number: int) -> str:
    """A number won or lost: "+9", "−2" or "0"."""
    return f"+{number}" if number > 0 else points(number)


def score_format(unit: Unit) -> Callable[[int], str]:
    """How scores are written: counters with their sign, all others as they are."""
    return signed if unit == "counters" else points


def upper_first(text: str) -> str:
    """The text with a capital letter at the beginning, and all others as they are."""
    return f"{text[:1].upper()}{text[1:]}"


def ordinal(place: int) -> str:
    """A place as people write it: "1st"; nobody sits at a table of more than twenty."""
    return {1: "1st", 2: "2nd", 3: "3rd"}.get(place, f"{place}th")


def in_words(number: int) -> str:
    """A small number as a word."""
    return str(WORDS["count"].get(str(number), number))


def draw_cards(written: str) -> Markup:
    """Cards written as in a record, where whoever listens hears which nines are red."""
    drawn: Markup = get_template_attribute("_macros/cards.html", "cards")(written)
    return drawn


def draw_hand(cards: Sequence[str]) -> Markup:
    """A hand for a page."""
    return draw_cards(" ".join(cards))


# The width of a letter in ems, on average.
LETTER = 0.6


def estimate_width(text: str) -> float:
    """About how wide a text is, in ems, by its letters; emoji and Chinese ones count twice."""
    seen = [letter for letter in text if unicodedata.category(letter) not in ("Mn", "Me", "Cf")]
    wide = [letter for letter in seen if unicodedata.east_asian_width(letter) in "WF"]
    return LETTER * (len(seen) + len(wide))


def shorten(text: str, ems: float) -> str:
    """The text, cut with "…" where it is wider than this."""
    if estimate_width(text) <= ems:
        return text
    while text and estimate_width(text) > ems - LETTER:
        text = text[:-1]
    return f"{text.rstrip()}…"


def zone_here() -> tzinfo:
    """The time zone of the club; UTC for whoever has not joined one."""
    if "zone" not in g:
        name = club_here().time_zone if "club" in g or joined_device() else None
        g.zone = clock.zone_of(name)
    zone: tzinfo = g.zone
    return zone


def now_here() -> datetime:
    """The time by the club's clock."""
    return clock.now().astimezone(zone_here())


def today_here() -> date:
    """The day that the club's calendar shows now."""
    return now_here().date()


def clock_time(when: datetime) -> str:
    """Such as "21:14"."""
    return f"{when.astimezone(zone_here()):%H:%M}"


def day(when: date | datetime) -> str:
    """Such as "today", "tonight", "yesterday", "Sat 3 May" or "Sat 3 May 2024"."""
    then = when.astimezone(zone_here()).date() if isinstance(when, datetime) else when
    now = now_here()
    if then == now.date():
        return "today"
    if then == now.date() - timedelta(days=1):
        return "tonight" if then is when and now.hour < MORNING else "yesterday"
    return whole_day(then).removesuffix(f" {now.year}")


def whole_day(day: date) -> str:
    """Such as "Sat 3 May 2024"."""
    return f"{WEEKDAYS[day.weekday()]} {day.day} {MONTHS[day.month - 1]} {day.year}"


def month(day: date) -> str:
    """Such as "May 2024"."""
    return f"{WORDS['months'][day.month - 1]} {day.year}"


def was_dated_back(night: NightHead) -> bool:
    """Whether the games of a night were not written down on its day: then no times are shown."""
    return night.opened_at.astimezone(zone_here()).date() != night.day
