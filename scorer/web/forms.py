"""The ordinary forms: what people type, checked in the services' own words.

What was sent is shown again as it was typed, each fault at its field; the macros that write
forms and fields are in templates/_macros/forms.html. The token against forged writes is checked
for every form alike (web/security.py). A form that writes in a book also sends the id of its
entry and the newest number that it has seen: it is written once, and conflicts are noticed.
"""

from collections.abc import Callable, Collection, Iterable
from datetime import date
from functools import partial
from typing import Any

from flask import request
from flask_wtf import FlaskForm
from flask_wtf.file import FileField, FileRequired
from markupsafe import Markup, escape
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import BadRequest
from wtforms import (
    BooleanField,
    Field,
    HiddenField,
    RadioField,
    SelectField,
    StringField,
    TextAreaField,
)
from wtforms.validators import AnyOf, DataRequired, Length, StopValidation, ValidationError
from wtforms.widgets import DateInput, html_params

from scorer.rules.entries import MAX_ADJUSTED, MAX_REASON_LENGTH
from scorer.rules.errors import Refused
from scorer.rules.numbers import parse_number, parse_sent_number
from scorer.rules.words import WORDS
from scorer.services.clean_text import clean_line, read_line, read_note
from scorer.services.club import LASTING
from scorer.services.errors import ServiceError
from scorer.services.games.find_night import OWN
from scorer.services.games.write import MAX_SEEN
from scorer.services.ids import is_id, new_id
from scorer.services.nights.edit import Description, read_day, read_description
from scorer.services.people.players import clean_name, parse_name
from scorer.web.errors import TamperedForm, sentence_of

NOT_IN_LIST = "Choose one from the list."
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
        """Whether all that was sent can be; the faults stand at the fields.

        Raises BadRequest where a field did not arrive that every browser sends.
        """
        if any(not field.raw_data for field in self if type(field) in ALWAYS_SENT):
            raise BadRequest
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


def checked_by(check: Callable[[str], object], sentence: str = "") -> Callable[..., None]:
    """A validator that asks a service about a text; `sentence` replaces the service's own."""

    def validate(form: Form, field: Field) -> None:
        try:
            check(field.data or "")
        except Refused as fault:
            raise StopValidation(str(sentence or sentence_of(fault))) from None

    return validate


def select(field: SelectField, **attributes: Any) -> Markup:
    """A list to choose from, by groups where a label is itself a list; faster than WTForms’ own."""
    choices: Any = field.choices or {}
    attributes = {"id": field.id, **attributes, "name": field.name}
    lines = [f"<select {html_params(**attributes)}>"]
    for value, label in choices.items():
        if isinstance(label, dict):
            options = "".join(_option(*pair, field.data) for pair in label.items())
            lines.append(f'<optgroup label="{escape(value)}">{options}</optgroup>')
        else:
            lines.append(_option(value, label, field.data))
    # Every text in it is escaped.
    return Markup("\n".join([*lines, "</select>"]))  # noqa: S704


def _option(value: str, label: str, chosen: str | None) -> str:
    selected = " selected" if value == chosen else ""
    return f'<option value="{escape(value)}"{selected}>{escape(label)}</option>'


class ListField(SelectField):
    """A choice from a list; a wrong one cannot be shown again, so the old one stays chosen."""

    widget = staticmethod(select)

    def pre_validate(self, form: Any) -> None:
        """Refuse what does not stand in the list."""
        try:
            super().pre_validate(form)
        except ValidationError:
            self.data = self.object_data
            raise StopValidation(NOT_IN_LIST) from None


class SometimesField(HiddenField):
    """A hidden field that stands on some pages only."""


# A radio button or a checkbox that nobody ticked is not sent.
ALWAYS_SENT = (StringField, HiddenField, SelectField, ListField)


class RenameForm(Form):
    """Another name for somebody."""

    name = StringField("Name", [checked_by(parse_name)], render_kw={"required": True})
    allow_duplicate = BooleanField("They are two people with the same name")


class SamePersonForm(Form):
    """Who somebody is, too; `choices` are ids with names."""

    other = SelectField("Who", validate_choice=False, widget=select)

    def validate_other(self, field: Field) -> None:
        """Whether anybody was chosen; the service knows whom it can be."""
        if not is_id(field.data or ""):
            raise StopValidation("Say who it is.")


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
        texts = {name: self[name].data or "" for name in ("day", "name", "place", "note")}
        return read_description(**texts, today=self.today)


class MoveForm(Form):
    """The night that a game is moved to."""

    night = RadioField("Which night?", validate_choice=False)

    def validate_night(self, field: Field) -> None:
        """Whether any was chosen; the service knows which it can be."""
        if field.data != OWN and not is_id(field.data or ""):
            raise StopValidation("Choose a night first.")


def usual_whys() -> tuple[str, ...]:
    """Why games are stopped; the usual reason first."""
    return ("it got late", "somebody had to go", "we changed our minds")


class EndForm(Form):
    """Why a game is stopped, and what becomes of the pools where that makes a difference."""

    why = RadioField(
        "Why?",
        [AnyOf(usual_whys(), NOT_IN_LIST)],
        default=lambda: usual_whys()[0],
        validate_choice=False,
    )
    other = StringField(
        "Or in your words", filters=[lambda typed: clean_line(typed or "")[:MAX_WHY_LENGTH]]
    )
    leftover = RadioField(validate_choice=False)

    def __init__(self, ways: Collection[str]) -> None:
        super().__init__()
        self.ways = ways

    def validate_leftover(self, field: Field) -> None:
        """Whether it is one of the ways to end this game."""
        if field.data and field.data not in self.ways:
            raise ValidationError(NOT_IN_LIST)

    def content(self) -> dict[str, str]:
        """The content of the entry."""
        content = {"why": self.other.data or self.why.data}
        return {**content, "leftover": self.leftover.data} if self.leftover.data else content


class SeatForm(Form):
    """Who sits down, and before which deal; an empty one is the next."""

    player = StringField("Name", [DataRequired("Say who sits down."), checked_by(clean_name)])
    before = SelectField("From", validate_choice=False)


class PenaltyForm(Form):
    """Points that are added to the total of a side between two deals, and why."""

    side = RadioField("Whose total?", validate_choice=False)
    points = StringField("How many points?", filters=[lambda typed: (typed or "").strip()])
    why = StringField(
        "What for?",
        [
            DataRequired("Say what for."),
            Length(-1, MAX_REASON_LENGTH, "%(max)d letters at most."),
        ],
        filters=[lambda typed: clean_line(typed or "")],
    )

    def __init__(self, sides: Iterable[int]) -> None:
        super().__init__()
        self.sides = {str(side) for side in sides}

    def validate_side(self, field: Field) -> None:
        """Whether it is one of the table."""
        if field.data not in self.sides:
            raise StopValidation("Say whose total.")

    def validate_points(self, field: Field) -> None:
        """Whether it is a whole number, above or below zero."""
        if not parse_number(field.data.lstrip("+-−"), MAX_ADJUSTED):
            raise StopValidation("Write a whole number, such as 10 or -10.")

    def content(self) -> dict[str, Any]:
        """The content of the entry."""
        written = self.points.data or ""
        points = int(written.lstrip("+-−")) * (-1 if written[:1] in ("-", "−") else 1)
        return {"side": int(self.side.data), "points": points, "why": self.why.data}


class PaymentForm(Form):
    """A payment that is due; nobody types it, and what nobody owes the service refuses."""

    payer = StringField()
    payee = StringField()
    amount = StringField()


class DeleteForm(Form):
    """The button that deletes a game; `page` is where it leads: "front", "previous" or ""."""

    page = SometimesField()


class JoinForm(Form):
    """The button on an invitation; `leave` leaves a club that nobody can manage then."""

    leave = BooleanField()
    zone = SometimesField()


class CodeForm(Form):
    """The short code of an invitation."""

    code = StringField(
        "Code",
        [DataRequired("Type the code on the other phone.")],
        filters=[lambda typed: (typed or "").strip()[:MAX_CODE_LENGTH]],
    )


RIGHTS_TO_GIVE: dict[str, str] = {right: WORDS["rights"][right] for right in LASTING}


class InvitationForm(Form):
    """The right of a phone that is invited."""

    right = ListField("The phone may", choices=RIGHTS_TO_GIVE, default="score")


class DeviceForm(Form):
    """The name of a phone."""

    name = StringField(
        "Name", [checked_by(clean_name, "A phone needs a name of at most 40 letters.")]
    )


class CurrencyForm(Form):
    """The currency of the club."""

    currency = ListField("Currency")


class TimeZoneForm(Form):
    """The time zone of the club."""

    zone = SelectField("City", validate_choice=False, widget=select)


class FileForm(Form):
    """A file of games."""

    file = FileField(
        "A file of games: an export or a table (CSV)", [FileRequired("Choose a file first.")]
    )


def sent_id(field: str = "id") -> str:
    """The id that the form was shown with; raises TamperedForm for what is none."""
    sent = request.form.get(field)
    if sent is None:
        return new_id()
    if not is_id(sent):
        raise TamperedForm
    return sent


def sent_seen() -> int:
    """The newest entry on the page with the form, 0 where it does not say; raises TamperedForm."""
    seen = parse_sent_number(request.form.get("seen", "0"), MAX_SEEN)
    if seen is None:
        raise TamperedForm
    return seen
