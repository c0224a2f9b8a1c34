"""Files are sent without comments and needless spaces, and otherwise just as they are kept."""

from scorer.web.assets import compact, compact_module, compact_styles


def test_comments_and_indentation_are_not_sent():
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


def test_a_module_loses_spaces_where_a_sign_stands():
    source = b"""import { one, two as more } from "one, two";
const a = { b: "a = { b }", c: more ?? [1, - -2] };
    .map((n) => n + x) // behind = code
return `${z} = { ${x} }`;
"""
    wanted = b"""import{one,two as more}from "one, two";
const a={b:"a = { b }",c:more??[1,- -2]};
.map((n) => n + x) // behind = code
return `${z} = { ${x} }`;
"""
    assert compact_module(source) == wanted


def test_a_space_that_parts_two_words_of_a_style_sheet_stays():
    source = b"""@media (max-width: 26rem) {
  .a > b:hover,
  :is(.c, .d) {
    font: 600 1rem / 1.2
      serif;
    content: ", {" / "";
  }
}
"""
    wanted = b"@media (max-width: 26rem){.a > b:hover,:is(.c,.d){"
    assert compact_styles(source) == wanted + b'font:600 1rem / 1.2\nserif;content:", {" / ""}}'
