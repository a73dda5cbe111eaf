"""The frame of HTML pages, and tables: self-contained, escaped, and readable in the light and in the dark."""

import re
from itertools import product

import pytest

from checks.show.html.page import asset, page
from checks.show.html.sentences import sentence, value
from checks.show.html.tables import Formula, Number, table


def test_a_page_needs_nothing_from_elsewhere():
    made = page("A <b>title", "<h1>Hello</h1>", style=".x{color:red}", script="console.log(1 < 2 && 3)")
    assert not re.search(r"https?://|@import|url\(|src=|<link[^>]+stylesheet", made)
    assert "<title>A &lt;b&gt;title</title>" in made
    assert "<h1>Hello</h1>" in made
    assert ".x{color:red}" in made
    assert "console.log(1 < 2 && 3)" in made
    assert "script-src &#39;sha256-" in made, "the policy lets this script run, and no other"
    assert "script-src &#39;none&#39;" in page("x", "")


def test_a_table_escapes_text_sets_formulas_and_puts_numbers_to_the_right():
    made = table(["name <i>", "value"], [["<b>x & y", Number("1/3")], ["z", Formula(r"\pi<1")]], caption="a & b")
    assert "<b>" not in made
    assert "&lt;b&gt;x &amp; y" in made
    assert '<td class="number">1/3</td>' in made
    assert '<th scope="col" class="number">value</th>' in made
    assert '<math alttext="\\pi&lt;1">' in made
    assert "<caption>a &amp; b</caption>" in made
    assert '<th scope="row">z</th>' in table(["name", "value"], [["z", Number("2")]], row_heads=True)
    assert "<thead>" not in table([], [["z"]])


def test_what_is_typed_beside_the_parameters_of_a_design_is_set():
    said = sentence("oue(k=4, eps=log(3)) is private at eps = 1 with delta = 0")
    assert said.startswith("oue(k=4, eps=log(3)) is private at <math")
    assert r'alttext="\epsilon=1"' in said
    scores = sentence("score: surely 0: -6/7, rather 0: -2/7")
    assert re.search(r'surely 0: (?:<span [^>]*>)?<math alttext="-6/7">', scores), "0 -6/7 would read as a difference"


def test_a_name_with_its_meaning_is_no_formula_and_the_plain_notation_is_code():
    said = value(r"\operatorname{Var}(\hat\pi) is the variance of the estimate, from n respondents")
    assert said.startswith(r'<math alttext="\operatorname{Var}(\hat\pi)">')
    assert "</math> is the variance of the estimate, from <math" in said
    assert value(r"'\lambda' = p*pi") == r"<code>&#x27;\lambda&#x27; = p*pi</code>"
    assert value("forall N pi. law(N, pi)") == "<code>forall N pi. law(N, pi)</code>"


def test_powers_of_ten_and_relations_in_words_are_set():
    assert sentence("at most 1e-06 of them") == 'at most <span class="number">10<sup>\u22126</sup></span> of them'
    assert sentence("2.3e+08") == '<span class="number">2.3 \u00b7 10<sup>8</sup></span>'
    assert sentence("0 <= share <= 1") == "0 \u2264 share \u2264 1"
    assert sentence("rrproof audit --error 1e-06") == "rrproof audit --error 1e-06"


# -- contrast, as WCAG 2 defines it --------------------------------------------------------------------------------


def palettes() -> dict[str, dict[str, str]]:
    """The colours of light, dark and print, each by name."""
    light, dark, printed = re.findall(r":root \{(.*?)\}", asset("style.css"), re.DOTALL)
    found = {name: dict(re.findall(r"--([a-z-]+):\s*(#[0-9a-f]{3,6})", block)) for name, block in
             {"light": light, "dark": dark, "print": printed}.items()}  # fmt: skip
    assert found["light"].keys() == found["dark"].keys()
    return {**found, "print": {**found["light"], **found["print"]}}


def luminance(colour: str) -> float:
    digits = colour.lstrip("#")
    digits = "".join(2 * d for d in digits) if len(digits) == 3 else digits
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_computed_as_wcag_says():
    assert contrast("#000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#fff") == pytest.approx(4.48, abs=0.01)


TEXTS = ("ink", "faint", "link", "good", "bad", "mended", "seen", "open", "quiet", "focus")
GROUNDS = ("ground", "paper", "sunken")
BADGES = [(name, f"{name}-ground") for name in ("good", "bad", "mended", "seen", "open", "quiet")]


@pytest.mark.parametrize("name", ["light", "dark", "print"])
def test_every_text_can_be_read_on_every_ground(name):
    colours = palettes()[name]
    for text, ground in [*product(TEXTS, GROUNDS), *BADGES]:
        assert contrast(colours[text], colours[ground]) >= 4.5, f"{text} on {ground} in {name}"


def test_a_letter_that_names_a_truth_is_set_like_the_other_letters():
    assert [sentence(letter).count("<mi>") for letter in "abI"] == [1, 1, 1]
    assert "<mi>" not in sentence("a guess is right")
    assert "<mi>a</mi>" in sentence("response a has unequal positive probabilities")
