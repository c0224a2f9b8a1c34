"""What people read in the pages is marked, and Babel finds it where the app looks it up."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir
from jinja2 import Environment

from scorer.app import build_app
from scorer.settings import read_settings
from tests.tooling.unmarked_words import all_found, parameters_of, unmarked

ROOT = Path(__file__).parents[2]
TEMPLATES = ROOT / "templates"
PAGES = sorted(path for path in TEMPLATES.rglob("*") if path.is_file())

# Where a message is, its line, and its words; both forms of one that counts.
Found = tuple[str, int, str | tuple[str, ...]]


@pytest.fixture(scope="module")
def templates(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Environment]:
    """What the app reads its templates by."""
    instance = tmp_path_factory.mktemp("instance")
    app = build_app(read_settings(instance=instance, secret_key="a secret only for tests"))
    yield app.jinja_env
    app.extensions["scorer"]["database"].close()


def found_by_babel() -> set[Found]:
    """All messages in the pages as `pybabel extract` finds them by pyproject.toml."""
    mappings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["babel"]["mappings"]
    found = extract_from_dir(
        ROOT,
        method_map=[(each["pattern"], each["method"]) for each in mappings],
        options_map={each["pattern"]: each for each in mappings},
        directory_filter=lambda folder: not Path(folder).name.startswith("."),
    )
    return {
        (name, line, message)
        for name, line, message, _, _ in found
        if name.startswith(f"{TEMPLATES.name}/")
    }


def looked_up_by(templates: Environment) -> set[Found]:
    """All messages in the pages that the app will ask its translations for."""
    found: set[Found] = set()
    for path in PAGES:
        source = path.read_text(encoding="utf-8")
        for line, by, said in templates.extract_translations(source):  # type: ignore[attr-defined]
            words = (said,) if isinstance(said, str) else tuple(filter(None, said or ()))
            if by in ("pgettext", "npgettext"):
                words = words[1:]  # what it is about comes first
            name = path.relative_to(ROOT).as_posix()
            found.add((name, line, words[0] if len(words) == 1 else words))
    return found


def test_babel_finds_every_message_as_the_app_looks_it_up(templates: Environment) -> None:
    looked_up = looked_up_by(templates)
    assert looked_up, "nothing is marked"
    assert found_by_babel() == looked_up


def test_what_people_read_is_marked(templates: Environment) -> None:
    sources = {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in PAGES
    }
    found = [f"{name}:{one.line}: {one.words}" for name, one in all_found(templates, sources)]
    assert not found, "\n".join(["These words are not marked:", *found])


MACROS = """
{% macro button(label, class="", says="") %}<b class="{{ class }}">{{ label }}</b>{% endmacro %}
"""


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("<p>Undo</p>", "Undo"),
        ("<p>{{ number }} deals</p>", "deals"),
        ("<p>{% trans %}Deal{% endtrans %} is void</p>", "is void"),
        ("<p>{{ 'Undo' }}</p>", "Undo"),
        ("<p>{{ _('Deal') ~ ' is void' }}</p>", "is void"),
        ("<p>{{ name or 'nobody' }}</p>", "nobody"),
        ("<p>{{ won }}{{ '' if won == 1 else 's' }}</p>", "s"),
        ("<p>{{ 'has ' ~ total if total > 0 }}</p>", "has"),
        ("<p>{{ 'dealt' | upper_first }}</p>", "dealt"),
        ("<p>{{ _('%(who)s', who='nobody') }}</p>", "nobody"),
        ("<p>{{ _('Undo ' ~ what) }}</p>", "a message that is put together"),
        ('<nav aria-label="Main"></nav>', "Main"),
        ('<img title="{{ name }} deals">', "deals"),
        ("<input placeholder=\"{{ 'a name' }}\">", "a name"),
        ('<meta name="description" content="Scores">', "Scores"),
        ('<p data-copied="Copied"></p>', "Copied"),
        ("<p data-copied=\"{{ 'all copied' }}\"></p>", "all copied"),
        ("{% set title = 'New game' %}", "New game"),
        ("{% with label = 'Delete' %}{% include 'games/_delete.html' %}{% endwith %}", "Delete"),
        ("{% for direction, says in (('up', _('Up')), ('down', 'Down')) %}{% endfor %}", "Down"),
        ("{{ button('Undo') }}", "Undo"),
        ("{{ button(_('Undo'), says='Undo ' ~ deal) }}", "Undo"),
        ("{% call button('Undo') %}{% endcall %}", "Undo"),
        ("{% macro held(row, more='has none') %}{% endmacro %}", "has none"),
        ("{% if won %}<b>{% else %}<i>{% endif %}lost", "lost"),
    ],
)
def test_words_that_are_not_marked_are_found(
    templates: Environment, written: str, found: str
) -> None:
    written = f"{MACROS}\n{written}"
    seen = unmarked(templates, written, parameters_of(templates, [written]))
    assert seen == [(4, found)]


@pytest.mark.parametrize(
    "written",
    [
        "<p>{{ _('Undo') }} · {{ name }}</p>",
        "<p>{% trans name=name %}<bdi>{{ name }}</bdi> deals{% endtrans %}</p>",
        "<p>{% trans count=n %}{{ count }} deal{% pluralize %}{{ count }} deals{% endtrans %}</p>",
        '<a class="button" href="/games/{{ game }}" data-undo="last">←</a>',
        "<a class=\"link{{ ' button-first' if first }}\"{% if first %} autofocus{% endif %}>→</a>",
        "{{ button(_('Undo'), class='link') }}",
        "{{ button(_('Join'), placeholder='ABCD-EFGH') }}",
        "{% if unit == 'counters' %}{{ total | map(attribute='name') | join(', ') }}{% endif %}",
        "<script type='module'>import 'page'</script>",
        "{% set fault_id = field ~ '-fault' %}",
        "{# What the key Enter sends. #}",
    ],
)
def test_what_is_marked_or_read_by_no_one_is_left_alone(
    templates: Environment, written: str
) -> None:
    written = MACROS + written
    assert unmarked(templates, written, parameters_of(templates, [written])) == []
