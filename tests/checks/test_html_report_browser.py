"""The report in headless Chromium: filters, search, links, keys, saving of proofs; silent, offline, on a phone."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from checks.recheck.proof_files import read_proofs
from checks.show.html.mathml import changed, mathml
from checks.show.html.page import page
from checks.show.html.report import report_page
from checks.show.html.tables import Number, table
from checks.show.report import Report

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
ALL = ["FR-01", "FR-02", "FR-03", "FR-04", "FR-05", "HLM-17", "HLM-37", "HLM-88"]


def chromium() -> str:
    """The browser of this machine; the test fails without one where CI must have it, and is skipped elsewhere."""
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    if found is None:
        reason = f"the HTML report is tested in Chromium, and none of {', '.join(NAMES)} is on this machine"
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(reason)
    return found


@pytest.fixture(scope="module")
def page_file(own_and_printed: Report, tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("page") / "report.html"
    path.write_text(report_page(own_and_printed, with_figures=False).html, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def browser() -> Iterator:
    executable = chromium()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=executable)
        yield launched
        launched.close()


def hits(found: list[str]) -> str:
    """What the page says of how many claims are found."""
    return f"{len(ALL)} claims" if found == ALL else f"{len(found)} of {len(ALL)} claims"


class Opened:
    """The page in the browser, with what tests ask of it."""

    def __init__(self, page, address):
        self.page, self.address = page, address
        self.complaints, self.requests = [], []
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))
        page.goto(address)

    def shown(self) -> list[str]:
        return self.page.evaluate(
            "[...document.querySelectorAll('article.claim')].filter(a => a.offsetHeight > 0)"
            ".map(a => a.querySelector('h3').textContent)"
        )

    def unfolded(self) -> list[str]:
        return self.page.evaluate(
            "[...document.querySelectorAll('article.claim > details[open] > summary > h3')].map(h => h.textContent)"
        )

    def focused(self) -> str:
        return self.page.evaluate(
            "document.activeElement.querySelector('h3')?.textContent ?? document.activeElement.id"
        )

    def hits(self) -> str:
        return self.page.text_content("#hits")

    def top(self, claim_id: str) -> float:
        return self.page.evaluate(
            f"document.getElementById('{claim_id}').closest('article').getBoundingClientRect().top"
        )


@pytest.fixture
def opened(browser, page_file) -> Iterator[Opened]:
    page = browser.new_page(viewport={"width": 1100, "height": 800}, accept_downloads=True)
    made = Opened(page, page_file.as_uri())
    yield made
    assert made.complaints == []
    assert all(url.startswith((page_file.as_uri(), "blob:", "data:")) for url in made.requests)
    page.close()


def test_filters_leave_what_fits_and_say_how_many(opened):
    assert opened.shown() == ALL
    assert opened.hits() == "8 claims"
    opened.page.select_option('[data-filter="verdict"]', "corrected")
    assert opened.shown() == ["FR-03", "HLM-88"]
    opened.page.select_option('[data-filter="finding"]', "misprint")
    assert opened.shown() == ["HLM-88"]
    opened.page.select_option('[data-filter="paper"]', "FR")
    assert opened.shown() == []
    assert opened.hits() == "0 of 8 claims"
    assert opened.page.is_visible("p.none")
    opened.page.click("text=Show all")
    assert opened.shown() == ALL
    opened.page.select_option('[data-filter="kind"]', "variance")
    assert opened.shown() == ["FR-03", "HLM-17"]
    assert opened.hits() == "2 of 8 claims"


def test_counts_and_papers_of_the_summary_filter_too(opened):
    opened.page.click(".counts a[data-verdict=defined]")
    assert opened.shown() == ["HLM-37"]
    opened.page.click("text=Show all")
    opened.page.click("a[data-paper=FR]")
    assert opened.shown() == ALL[:5]


@pytest.mark.parametrize(
    ("sought", "found"),
    [
        ("hlm-8", ["HLM-88"]),
        ("COROLLARY", ["HLM-17"]),
        (r"\lambda(1-\lambda)", ["FR-03"]),
        ("misprint  squared", ["HLM-88"]),
        ("misprint forced", []),
        ("must be squared", ["HLM-88"]),
        ("section 3", ["FR-05"]),
        ("kernel", ALL),
    ],
)
def test_search_finds_ids_places_latex_and_words(opened, sought, found):
    opened.page.fill("#search", sought)
    opened.page.wait_for_function("n => document.getElementById('hits').textContent === n", arg=hits(found))
    assert opened.shown() == found
    opened.page.press("#search", "Escape")
    assert opened.shown() == ALL


def test_claims_and_their_parts_unfold(opened):
    opened.page.click("summary:has-text('FR-03')")
    assert opened.unfolded() == ["FR-03"]
    assert opened.page.is_visible("#FR-03 >> text=Right is")
    assert not opened.page.is_visible("#FR-03 ol.obligations")
    opened.page.click("#FR-03 >> text=What had to be shown")
    assert opened.page.is_visible("#FR-03 ol.obligations")
    opened.page.click("button:text-is('Unfold')")
    assert opened.unfolded() == ALL
    assert not opened.page.is_visible("#FR-01 ol.obligations")
    opened.page.click("text=Unfold with derivations")
    assert opened.page.is_visible("#FR-01 ol.obligations")
    opened.page.click("button:text-is('Fold')")
    assert opened.unfolded() == []
    assert opened.page.evaluate("document.querySelectorAll('article details[open]').length") == 0


def test_what_is_filtered_out_is_not_unfolded(opened):
    opened.page.select_option('[data-filter="verdict"]', "corrected")
    opened.page.click("text=Unfold with derivations")
    assert opened.unfolded() == ["FR-03", "HLM-88"]


def test_the_page_is_filtered_once_for_letters_that_come_in_quick_succession(opened):
    counted = opened.page.evaluate(
        """async () => {
          const search = document.getElementById("search"), seen = [];
          new MutationObserver(() => seen.push(document.getElementById("hits").textContent))
            .observe(document.getElementById("hits"), { childList: true });
          for (const text of ["h", "hl", "hlm", "hlm-8"]) {
            search.value = text;
            search.dispatchEvent(new Event("input"));
          }
          while (seen.length === 0) await new Promise((done) => setTimeout(done, 20));
          return seen;
        }"""
    )
    assert counted == ["1 of 8 claims"]


def test_a_link_to_a_claim_unfolds_it_and_brings_it_up(browser, page_file, opened):
    opened.page.goto(page_file.as_uri() + "#HLM-88")
    assert opened.unfolded() == ["HLM-88"]
    assert opened.focused() == "HLM-88"
    opened.page.select_option('[data-filter="verdict"]', "proved")
    opened.page.evaluate("document.querySelector('details.errors').open = true")
    opened.page.click("ul.errors a:has-text('FR-03')")
    assert "FR-03" in opened.unfolded()
    assert opened.shown() == ALL, "a claim that is linked to is shown, whatever the filters"
    assert 0 <= opened.top("FR-03") < 400
    opened.page.evaluate("document.querySelector('article details').open = true")
    opened.page.evaluate("scrollTo(0, 0)")
    opened.page.click("ul.errors a:has-text('FR-03')")
    assert 0 <= opened.top("FR-03") < 400, "the same link works twice"


def test_the_keyboard_reaches_everything(opened):
    keyboard = opened.page.keyboard
    keyboard.press("Tab")
    assert opened.page.evaluate("document.activeElement.textContent") == "Skip to the content"
    assert opened.page.evaluate("document.activeElement.getBoundingClientRect().left") >= 0
    for key, expected in [("j", "FR-01"), ("j", "FR-02"), ("ArrowDown", "FR-03"), ("k", "FR-02"), ("ArrowUp", "FR-01"),
                          ("k", "FR-01")]:  # fmt: skip
        keyboard.press(key)
        assert opened.focused() == expected
    keyboard.press("Enter")
    assert opened.unfolded() == ["FR-01"]
    assert opened.page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    keyboard.press("/")
    assert opened.focused() == "search"
    keyboard.type("jk/")
    assert opened.page.input_value("#search") == "jk/"
    keyboard.press("Escape")
    opened.page.select_option('[data-filter="paper"]', "HLM")
    opened.page.evaluate("document.activeElement.blur()")
    keyboard.press("j")
    assert opened.focused() == "HLM-17", "what is filtered out is passed over"


def test_saved_proofs_are_checked_by_the_kernel(opened, tmp_path):
    opened.page.click("summary:has-text('FR-03')")
    with opened.page.expect_download() as saved:
        opened.page.click("#FR-03 a[download]")
    assert saved.value.suggested_filename == "FR-03.json"
    target = tmp_path / "FR-03.json"
    saved.value.save_as(target)
    assert len(read_proofs(target).proofs) > 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_shows_it_without_moving_sideways(browser, page_file, scheme):
    page = browser.new_page(viewport={"width": 360, "height": 740}, color_scheme=scheme)
    made = Opened(page, page_file.as_uri())
    page.evaluate("for (const d of document.querySelectorAll('details')) d.open = true")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    wide = page.evaluate(
        "[...document.querySelectorAll('.wide')].filter(e => e.scrollWidth > e.clientWidth)"
        ".map(e => getComputedStyle(e).overflowX)"
    )
    assert wide, "the derivations have formulas that are wider than a phone"
    assert set(wide) == {"auto"}
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (sum(map(int, ground[4:-1].split(","))) < 200) == (scheme == "dark")
    assert made.complaints == []
    page.close()


def test_what_differs_is_in_sight_on_a_phone(browser, page_file):
    page = browser.new_page(viewport={"width": 320, "height": 800})
    page.goto(page_file.as_uri() + "#HLM-88")
    page.wait_for_timeout(200)
    out_of_sight = page.evaluate(
        """[...document.querySelectorAll("#HLM-88 div.wide")].filter((box) => {
            const mark = box.querySelector("math .changed");
            return mark && mark.getBoundingClientRect().left > box.getBoundingClientRect().right;
        }).length"""
    )
    assert page.locator("#HLM-88 div.wide .changed").count() > 0
    assert out_of_sight == 0
    page.close()


def test_paper_has_what_is_unfolded_and_a_line_of_the_rest(browser, page_file):
    for script in (True, False):
        context = browser.new_context(java_script_enabled=script)
        page = context.new_page()
        page.goto(page_file.as_uri())
        page.click("summary:has-text('HLM-88')")
        page.click("#HLM-88 >> text=What had to be shown")
        page.emulate_media(media="print")
        assert page.locator("#HLM-88 ol.obligations").first.is_visible()
        assert not page.locator("#HLM-88 ol.steps").first.is_visible()
        assert page.locator("#FR-01--head").is_visible()
        assert page.locator("article:has(#FR-01--head) .glance").is_visible()
        assert not page.locator("#FR-01 h4").first.is_visible()
        assert not page.locator("form.filters").is_visible()
        context.close()


def test_without_scripts_it_is_read_all_the_same(browser, page_file):
    context = browser.new_context(java_script_enabled=False, viewport={"width": 1100, "height": 800})
    page = context.new_page()
    page.goto(page_file.as_uri() + "#HLM-88")
    assert not page.locator("form.filters").is_visible(), "what does nothing is not offered"
    assert page.locator("article.claim").count() == len(ALL)
    assert page.locator("#HLM-88").is_visible(), "a link to a claim unfolds it"
    page.click("summary:has-text('FR-02')")
    assert page.locator("#FR-02").is_visible()
    context.close()


def test_those_who_hear_the_page_get_names_for_everything(opened):
    tree = opened.page.locator("body").aria_snapshot()
    for named in ("- main", '- search "claims"', "- status: 8 claims", '- searchbox "Search"', '- combobox "Verdict"',
                  '- heading "Summary" [level=2]', '- article "FR-03"', '- heading "FR-03" [level=3]'):  # fmt: skip
        assert named in tree, named
    assert "- math" in tree


def test_facts_are_not_cut_on_a_phone(browser, tmp_path):
    """Neither a long name, such as that of a file, nor a long value, such as its digest, widens the table."""
    facts = [[f"sha256 of /{'home/' * 20}samplers.py", "f8a1" * 16], ["command", f"rrproof audit {'x' * 90}"]]
    path = tmp_path / "facts.html"
    path.write_text(page("Facts", table([], facts, row_heads=True)), encoding="utf-8")
    phone = browser.new_page(viewport={"width": 390, "height": 844})
    phone.goto(path.as_uri())
    wider = "[...document.querySelectorAll('.wide')].map(box => box.scrollWidth - box.clientWidth)"
    assert phone.evaluate(wider) == [0]
    phone.close()


SIDEWAYS = "[...document.querySelectorAll('.wide')].map(box => Math.max(0, box.scrollWidth - box.clientWidth))"


def test_a_row_with_more_than_a_phone_has_room_for_is_a_paragraph(browser, tmp_path):
    """Each value has the heading of its column before it there, and nowhere else; a small table stays a table."""
    wide = table(["oracle", "probability before", "posterior at most"], [["SS", Number("1/4"), Number("0.268769")]] * 2,
                 row_heads=True)  # fmt: skip
    small = table(["a", "b"], [["c", Number("1/2")]], row_heads=True)
    path = tmp_path / "tables.html"
    path.write_text(page("Tables", wide + small), encoding="utf-8")
    for width, shown in ((390, [True, True]), (1280, [False, False])):
        opened = browser.new_page(viewport={"width": width, "height": 800})
        opened.goto(path.as_uri())
        assert opened.evaluate(SIDEWAYS) == [0, 0]
        labels = opened.locator("tr:first-child .column")
        assert labels.all_text_contents() == ["probability before ", "posterior at most "]
        assert [label.is_visible() for label in labels.all()] == shown
        assert opened.locator("thead").first.is_visible() != shown[0]
        assert opened.locator("thead").last.is_visible()
        opened.close()


def test_a_long_fraction_a_line_of_an_equation_and_a_sum_of_cases_go_on_below_on_a_phone(browser, tmp_path):
    side = r"p_{20}+\pi_0(p_{00}-p_{20})+\pi_1(p_{10}-p_{20})"
    fraction, lines = rf"\frac{{{side}}}{{{side}-{side}}}=0", rf"\begin{{aligned}}x&={side}-{side}\\&=0\end{{aligned}}"
    words = r"\mathrm{randomized\_response}(m, x, a, o)"
    summed = rf"\sum_{{o=1}}^{{m}} {words}\,\mathrm{{relaxing}}(m, p, q, r, o, a, c)"
    cases = rf"\begin{{cases}} 0 & \text{{if }} c = a \\ {summed} & \text{{otherwise}} \end{{cases}}"
    sums = rf"b \neq a \implies \left(\sum_{{c=1}}^{{m}} {cases}\right) + \left({summed}\right) = 1"
    path = tmp_path / "long.html"
    shown = "".join(mathml(latex, display=True) for latex in (fraction, lines, sums))
    path.write_text(page("Long", shown), encoding="utf-8")
    heights = {}
    for width in (390, 1280):
        opened = browser.new_page(viewport={"width": width, "height": 800})
        opened.goto(path.as_uri())
        assert opened.evaluate(SIDEWAYS) == [0, 0, 0]
        heights[width] = opened.evaluate("[...document.querySelectorAll('.wide')].map(box => box.clientHeight)")
        opened.close()
    assert all(narrow > broad + 15 for narrow, broad in zip(heights[390], heights[1280], strict=True))


def test_a_marked_case_and_a_sum_of_cases_fit_the_smallest_phone(browser, tmp_path):
    points = ", ".join(rf"(r_\delta(t_{i}), s_\delta(t_{i}))" for i in range(3))
    least = r"\operatorname*{arg\,min}_{(p_{00},p_{11})\in\mathcal R'}\operatorname{Var}(\hat\Pi(p_{00},p_{11})|\pi)"
    value, condition = changed(rf"\{{{points}\}}"), changed(r"\text{if }g(\epsilon,\delta)=\pi,\ \pi=\frac12")
    path = tmp_path / "cases.html"
    shown = mathml(rf"{least}=\begin{{cases}} {value}, & {condition} \\ 0 & x > 1 \end{{cases}}", display=True)
    path.write_text(page("Cases", f'<div class="card">{shown}</div>'), encoding="utf-8")
    phone = browser.new_page(viewport={"width": 360, "height": 740})
    phone.goto(path.as_uri())
    assert phone.evaluate(SIDEWAYS) == [0]
    phone.close()


@pytest.mark.parametrize(
    "command",
    [
        ("list", "NZ-12", "NZ-16", "NZ-46", "NZ-57"),
        ("read", "NZ-57", "PAN-27"),
        ("binary", "--eps", "1", "--delta", "1/10", "--pi", "1/4"),
        ("oracles", "-k", "16", "--eps", "1"),
        ("sample-size", "warner(eps=1)", "--margin", "3%"),
    ],
)
def test_the_page_of_a_command_fits_on_a_phone(browser, rrproof, tmp_path, command):
    made = tmp_path / "page.html"
    assert rrproof(*command, "--html", str(made))[0] == 0
    phone = browser.new_page(viewport={"width": 390, "height": 844})
    phone.goto(made.as_uri())
    assert phone.evaluate("document.documentElement.scrollWidth") == 390
    wider = "e => getComputedStyle(e).overflowX === 'auto' && e.scrollWidth > e.clientWidth + 1"
    assert phone.evaluate(f"[...document.querySelectorAll('body *')].filter({wider}).map(e => e.outerHTML)") == []
    phone.close()
