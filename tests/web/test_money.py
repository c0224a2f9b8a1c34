"""Money is written from whole numbers of the smallest coin, by the currency's own rules."""

import pytest

from scorer.web.formats import CURRENCIES, currencies, money, signed_money


@pytest.mark.parametrize(
    ("amount", "currency", "says"),
    [
        (18, "GBP", "£0.18"),
        (-18, "GBP", "−£0.18"),
        (123_456, "EUR", "€1,234.56"),
        (18, "JPY", "¥18"),
        (-50, "CZK", "−CZK\u00a00.50"),
        (1, "VND", "VND\u00a00.01"),
        (0, "USD", "$0.00"),
        # More pennies than a float could tell apart.
        (9_007_199_254_740_993, "GBP", "£90,071,992,547,409.93"),
        (18, "", "18 coins"),
        (-1, "", "−1 coin"),
    ],
)
def test_money_is_written_as_people_write_it(amount, currency, says):
    assert money(amount, currency) == says


def test_what_was_won_or_lost_has_a_sign():
    texts = [signed_money(amount, "GBP") for amount in (18, -18, 0)]
    assert texts == ["+£0.18", "−£0.18", "£0.00"]


def test_every_currency_has_a_name():
    assert list(currencies("")) == list(CURRENCIES)
    assert all(currencies("").values())
    assert next(iter(currencies("ISK"))) == "EUR"
    # One that nobody can choose here, out of an imported club.
    assert next(iter(currencies("VND"))) == "VND"
