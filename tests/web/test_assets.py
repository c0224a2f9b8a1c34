"""Files are sent without comments and indentation, and otherwise just as they are kept."""

from pathlib import Path

from scorer.web.assets import compact

STATIC = Path(__file__).resolve().parents[2] / "static"


def test_whole_lines_of_comment_and_indentation_stay_at_home_and_nothing_else_is_touched() -> None:
    source = b"""// One.
/** Two,
 * on three
 * lines. */
const a = "/* no comment */"; // behind code
  // indented

  /* one line */
  const b = /* inside */ 1; /* behind */
/* before */ const c = 2; /* and after */
"""
    assert compact(source).splitlines() == [
        b'const a = "/* no comment */"; // behind code',
        b"const b = /* inside */ 1; /* behind */",
        b"/* before */ const c = 2; /* and after */",
    ]


def test_no_text_over_several_lines_could_lose_anything() -> None:
    """Between the backticks of a text over several lines, comments and indentation are text."""
    texts = [text for file in STATIC.rglob("*.js") for text in file.read_text().split("`")[1::2]]
    sources = [b"`%b`" % text.encode() for text in texts]
    assert sources
    assert not [source for source in sources if compact(source) != source]
