"""The picture of a report that README and the first page show: python docs/_site/picture.py REPORT.html PICTURE.png"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

CLAIM = "FR-03"
"""The claim that is unfolded: the false one of the example."""
WIDTH, HEIGHT = 900, 710
BELOW_THE_SEARCH = """claim => {
    const card = document.getElementById(claim).closest('article'), search = document.querySelector('[type=search]');
    const bar = search.closest('form') || search.parentElement.parentElement;
    scrollBy(0, card.getBoundingClientRect().top - bar.getBoundingClientRect().bottom + 5);
}"""


def picture(report: Path, target: Path) -> None:
    """Take the report as it stands once the link to the claim is followed: the search, and the claim unfolded."""
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        sys.exit("the picture is taken in Chromium, and there is none on this machine: make system-packages")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=browser)
        page = launched.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        page.goto(f"{report.resolve().as_uri()}#{CLAIM}")
        page.locator(f"#{CLAIM}").wait_for()
        page.evaluate(BELOW_THE_SEARCH, CLAIM)
        page.screenshot(path=target)
        launched.close()


if __name__ == "__main__":
    picture(Path(sys.argv[1]), Path(sys.argv[2]))
