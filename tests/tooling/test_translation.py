"""Once there are translations all that is marked is said in them, whenever it was marked."""

from gettext import NullTranslations

import pytest

from scorer import translation
from scorer.translation import gettext, lazy, ngettext

LABEL = lazy("Which one?")
TOLD = lazy("%(name)s sat down")


class Shouted(NullTranslations):
    """A language that is English in capitals; its places go by their names in any order."""

    def gettext(self, message: str) -> str:
        return {"%(name)s has %(number)s": "%(number)s: %(name)s"}.get(message, message.upper())

    def ngettext(self, one: str, other: str, number: int) -> str:
        return f"{'ONE' if number == 1 else 'MANY'} (%(num)s)"


def test_without_translations_english_is_said() -> None:
    assert gettext("%(name)s sat down", name="Ann") == "Ann sat down"
    assert gettext("100 %%") == "100 %"
    said = [ngettext("%(num)s game", "%(num)s games", number) for number in (0, 1, 2)]
    assert said == ["0 games", "1 game", "2 games"]
    assert ngettext("%(num)s game", "%(num)s games", 2_000, num="2,000") == "2,000 games"


def test_what_fills_a_place_is_never_read_as_a_message() -> None:
    assert gettext("%(name)s sat down", name="%(name)s 100 %") == "%(name)s 100 % sat down"


def test_another_language_says_all_of_it_even_what_was_marked_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(translation, "TRANSLATIONS", Shouted())
    assert gettext("%(name)s has %(number)s", name="Ann", number=3) == "3: Ann"
    assert ngettext("%(num)s game", "%(num)s games", 1) == "ONE (1)"
    assert (str(LABEL), f"{LABEL}") == ("WHICH ONE?", "WHICH ONE?")
    monkeypatch.undo()
    assert (str(LABEL), TOLD % {"name": "Ann"}) == ("Which one?", "Ann sat down")


def test_what_is_said_later_cannot_be_joined_before() -> None:
    with pytest.raises(TypeError):
        "".join([LABEL])
