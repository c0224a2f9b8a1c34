"""What templates say by messages: what is put into them is text, whoever typed it."""

import pytest
from flask import Flask


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("{{ _('An even chance') }}", "An even chance"),
        ("{% trans %}<b>The king</b> ends\n  a row.{% endtrans %}", "<b>The king</b> ends a row."),
        (
            "{% trans name %}<b>{{ name }}</b> leads{% endtrans %}",
            "<b>Ann &amp; &lt;i&gt;</b> leads",
        ),
        ("{% trans name=name | e %}{{ name }} leads{% endtrans %}", "Ann &amp; &lt;i&gt; leads"),
        ("{{ _('Undo: %(name)s', name=name) }}", "Undo: Ann &amp; &lt;i&gt;"),
        ("<a title=\"{{ _('See %(who)s', who='\"') }}\">", '<a title="See &#34;">'),
        ("{% trans %}It is 25 %.{% endtrans %}", "It is 25 %."),
        ("{% trans even=25 %}It is {{ even }} %.{% endtrans %}", "It is 25 %."),
        ("{{ _('25 %% of all') }}", "25 % of all"),
        ("{{ pgettext('who deals, in short', 'D') }}", "D"),
        ("{% trans 'who deals, in short' %}D{% endtrans %}", "D"),
    ],
)
def test_a_message_is_markup_and_its_places_are_text(app: Flask, written: str, said: str) -> None:
    assert app.jinja_env.from_string(written).render(name="Ann & <i>") == said


@pytest.mark.parametrize(("number", "said"), [(0, "0 deals"), (1, "1 deal"), (2, "2 deals")])
@pytest.mark.parametrize(
    "written",
    [
        "{% trans count=number %}{{ count }} deal{% pluralize %}{{ count }} deals{% endtrans %}",
        "{% trans num=number %}{{ num }} deal{% pluralize %}{{ num }} deals{% endtrans %}",
        "{{ ngettext('%(num)s deal', '%(num)s deals', number) }}",
        "{{ npgettext('of a night', '%(num)s deal', '%(num)s deals', number) }}",
    ],
)
def test_a_message_goes_with_its_number(app: Flask, written: str, number: int, said: str) -> None:
    assert app.jinja_env.from_string(written).render(number=number) == said
