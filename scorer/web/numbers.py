"""How numbers and money are written on the pages: always from whole numbers, never from floats."""

from __future__ import annotations

from decimal import Decimal

from scorer.rules.words import WORDS

# What a club can choose from; Babel knows what each is called.
CURRENCIES = tuple(
    "EUR GBP USD AUD BGN BRL CAD CHF CNY CZK DKK HKD HUF ILS INR ISK JPY KRW MXN NOK NZD PLN "
    "RON SEK SGD TRY UAH ZAR".split()
)
LANGUAGE = "en"


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
