"""The ordinary forms: what people type, checked in the services' own words.

What was sent is shown again as typed, each fault at its field (templates/_macros/forms.html).
A form that writes in a book also sends the id of its entry and the newest number that it has seen.
"""

from collections.abc import Callable, Collection
from datetime import date
from functools import partial
from typing import Any

from flask import request
from flask_wtf import FlaskForm
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import BadRequest
from wtforms import BooleanField, Field, RadioField, SelectField, StringField, TextAreaField
from wtforms.validators import AnyOf, DataRequired, Optional, StopValidation
from wtforms.widgets import DateInput

from scorer.rules.errors import Refused
from scorer.rules.numbers import parse_sent_number
from scorer.services.clean_text import clean_line, read_line, read_note
from scorer.services.errors import ServiceError
from scorer.services.games.write import MAX_SEEN
from scorer.services.ids import is_id, new_id
from scorer.services.nights.edit import Description, read_day, read_description
from scorer.services.people.players import clean_name, parse_name
from scorer.web.errors import sentence_of

MAX_CODE_LENGTH = 120
MAX_WHY_LENGTH = 120


class Form(FlaskForm):
    """A form that knows the status of the answer it is shown in."""

    status = 200

    class Meta(FlaskForm.Meta):
        """The options of all forms."""

        def wrap_formdata(self, form: Any, formdata: Any) -> Any:
            """Read what a form sent; JSON is a form of which nothing arrived."""
            return MultiDict() if request.is_json else super().wrap_formdata(form, formdata)

    def validate(self, *rest: Any, **named: Any) -> bool:
        """Whether all that was sent can be; the faults stand at the fields."""
        valid = bool(super().validate(*rest, **named))
        self.status = 200 if valid else 422
        return valid

    def refuse(self, name: str, fault: Refused | ServiceError | str, status: int = 409) -> None:
        """Note at a field what a service found wrong with it."""
        sentence = fault if isinstance(fault, str) else sentence_of(fault)
        self[name].errors = [sentence]
        self.status = 422 if isinstance(fault, Refused) else status

    def attributes(self, name: str, hint: str = "") -> dict[str, str | bool]:
        """The attributes of a control for its fault and hint; the first fault has the focus."""
        wrong = bool(self[name].errors)
        described = " ".join(filter(None, (hint, f"{name}-fault" if wrong else "")))
        attributes: dict[str, str | bool] = {"aria-describedby": described} if described else {}
        if wrong:
            attributes |= {"aria-invalid": "true", "autofocus": name == next(iter(self.errors))}
        return attributes


def checked_by(check: Callable[[str], object]) -> Callable[..., None]:
    """A validator that asks a service about a text."""

    def validate(form: Form, field: Field) -> None:
        try:
            check(str(field.data or ""))
        except Refused as fault:
            raise StopValidation(sentence_of(fault)) from None

    return validate


class RenameForm(Form):
    """Another name for somebody."""

    name = StringField("Name", [checked_by(parse_name)], render_kw={"required": True})
    allow_duplicate = BooleanField("They are two people with the same name")


class SamePersonForm(Form):
    """The person to merge somebody with; the choices are ids with names."""

    other = SelectField("Who", [DataRequired("Say who it is.")])


class NightForm(Form):
    """The name, place and day of a night; no day may lie behind `today`."""

    day = StringField("Day", widget=DateInput(), render_kw={"required": True})
    name = StringField("Name", [checked_by(partial(read_line, field="name"))])
    place = StringField("Place", [checked_by(partial(read_line, field="place"))])
    note = TextAreaField("Note", [checked_by(partial(read_note, field="note"))])

    def __init__(self, today: date, **named: Any) -> None:
        super().__init__(**named)
        self.today = today

    def validate_day(self, field: Field) -> None:
        """Whether it is a day on which somebody can have played."""
        checked_by(partial(read_day, today=self.today))(self, field)

    def description(self) -> Description:
        """The description, made fit to keep."""
        texts = {name: str(self[name].data or "") for name in ("day", "name", "place", "note")}
        return read_description(**texts, today=self.today)


class MoveForm(Form):
    """The night that a game is moved to."""

    night = RadioField(
        "Which night?", [DataRequired("Choose a night first.")], validate_choice=False
    )


class EndForm(Form):
    """A word on why a game is stopped, and what becomes of the pools if that matters."""

    why = StringField("Why?", filters=[lambda typed: clean_line(typed or "")[:MAX_WHY_LENGTH]])
    leftover = RadioField(validate_choice=False)

    def __init__(self, ways: Collection[str]) -> None:
        super().__init__()
        self.leftover.validators = [Optional(), AnyOf(ways)]

    def content(self) -> dict[str, str]:
        """The content of the entry."""
        content = {"why": self.why.data, "leftover": self.leftover.data}
        return {key: text for key, text in content.items() if text}


class SeatForm(Form):
    """Who sits down, and before which deal; an empty one is the next."""

    player = StringField("Name", [DataRequired("Say who sits down."), checked_by(clean_name)])
    before = SelectField("From", validate_choice=False)


class NewcomerForm(Form):
    """The name of somebody who would like to play."""

    newcomer = StringField("Your name", [checked_by(parse_name)])


class DeleteForm(Form):
    """Whether to delete all of a club."""

    yes = BooleanField("Delete it for good", [DataRequired("Tick this first.")])


class CodeForm(Form):
    """The short code of an invitation."""

    code = StringField(
        "Code",
        [DataRequired("Type the code on the other phone.")],
        filters=[lambda typed: (typed or "").strip()[:MAX_CODE_LENGTH]],
    )


def sent_id(field: str = "id") -> str:
    """The id that the form was, or is to be, shown with; raises BadRequest for what is none."""
    sent = request.values.get(field)
    if sent is None:
        return new_id()
    if not is_id(sent):
        raise BadRequest
    return sent


def sent_seen() -> int:
    """The newest entry on the page with the form, 0 where it does not say; raises BadRequest."""
    seen = parse_sent_number(request.form.get("seen", "0"), MAX_SEEN)
    if seen is None:
        raise BadRequest
    return seen
