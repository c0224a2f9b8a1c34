"""The days of a table as families write them; what a text leaves open is not guessed."""

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import date
from time import strptime

FIRST = ("day", "month")
# English, German and French; the beginning of a name will do.
MONTHS = (
    " january januar jänner janvier/ february februar février fevrier/ march märz maerz mrz mars/"
    " april avril/ may mai/ june juni juin/ july juli juillet/ august août aout/"
    " september septembre/ october oktober octobre/ november novembre/"
    " december dezember décembre decembre"
).split("/")
# The days of the week, and what stands between or behind the parts of a day.
UNREAD = re.compile("(tu|we|th|fr|s[aou]|d[io]|m[eio]|lu|mardi|je|ve).*|of|st|nd|rd|de[nr]|le|er")
IN_ONE = re.compile(r"^(\d{4})(\d\d)(\d\d)(?!\d)")
TIME = re.compile(
    r"((?<=\d)t\d\d:?|,? (at |um |à )?\d{1,2}[:h])\d\d[\d:.,]*"
    r"( ?([ap]\.?m\.?|uhr|utc|z|[+-]\d\d:?\d\d))?$"
)


def days_of(text: str) -> Mapping[str, date]:
    """The days that a text can be, by what comes first in its column; none where it is no day."""
    plain = TIME.sub("", IN_ONE.sub(r"\1-\2-\3", text.casefold()))
    parts = [part for part in re.findall(r"\d+|[^\W\d_]+", plain) if not UNREAD.fullmatch(part)]
    if len(parts) != 3:
        return {}
    first, second, third = parts
    orders = [(third, second, first), (third, first, second)]
    if len(first) == 4 and first.isdecimal():
        orders = [(first, second, third)]
    elif first.isalpha():
        del orders[0]
    elif second.isalpha() or re.search(r"\d\.", plain):
        # Nobody writes full stops who writes the month first.
        del orders[1]
    elif len(third) == 2 and "/" not in plain:
        # 24-05-03 ends with the year, or begins with it.
        return {}
    days = {}
    for form, (year, month, day) in zip(FIRST, orders * 2, strict=False):
        named = [at for at, names in enumerate(MONTHS, 1) if f" {month}" in names]
        number = named[0] if len(named) == 1 and len(month) > 2 else month
        with suppress(ValueError):
            as_read = f"%{'y' if len(year) == 2 else 'Y'} %m %d"
            days[form] = date(*strptime(f"{year} {number} {day}", as_read)[:3])
    return days


def first_in(column: Iterable[Mapping[str, date]]) -> str:
    """The part that comes first in a column, by any of its days; "" where it can be either."""
    found = [days for days in column if days]
    forms = [form for form in FIRST if all(form in days for days in found)]
    unclear = len(forms) > 1 and any(len({*days.values()}) > 1 for days in found)
    return "" if unclear else (forms or FIRST)[0]
