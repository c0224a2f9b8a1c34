"""Money as people write it: always from whole numbers of the smallest coin, never from floats.

Babel knows how each currency is written; it is imported late, because most pages need none.
"""

from __future__ import annotations

from decimal import Decimal

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
