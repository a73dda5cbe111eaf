"""The frame of every HTML page: one file with its style sheet, which needs nothing from elsewhere."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib import resources
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

from checks.show.html.mathml import flowing, mathml, prose
from checks.system.versions import version_of

if TYPE_CHECKING:
    from jinja2 import Environment


def page(title: str, body: str, *, style: str = "", script: str = "") -> str:
    """A whole page. `title` is text; `body` is HTML and taken as it is, below the page's own `<main>`.

    A body begins with its own `<h1>`. What comes from users in it has to be escaped already: by a template of
    `environment()`, which escapes on its own, by `checks.show.html.tables`, or with `html.escape`. `style` and `script`
    are appended; the page's policy lets no other script run and nothing be loaded.
    """
    return render(
        "page.html",
        title=title,
        body=body,
        style=asset("style.css") + style,
        script=script,
        scripts_allowed=_fingerprint(script) if script else "'none'",
        version=version_of("rrproof"),
    )


def render(template: str, **values: object) -> str:
    """A template of this package with these values; text is escaped."""
    return environment().get_template(template).render(**values)


def asset(name: str) -> str:
    """The text of a style sheet or script of this package."""
    return resources.files("checks.show.html").joinpath("templates", name).read_text(encoding="utf-8")


@cache
def environment() -> Environment:
    """The templates of this package: text is escaped.

    `|math` and `|display` set formulas, `|prose` sets `$...$`, `|breakable` lets a formula typed as text break.
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined

    made = Environment(
        loader=PackageLoader("checks.show.html"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["math"] = lambda latex: Markup(mathml(latex))
    made.filters["flowing"] = lambda latex: Markup(flowing(latex))
    made.filters["display"] = lambda latex: Markup(mathml(latex, display=True))
    made.filters["prose"] = lambda text: Markup(prose(text))
    made.filters["breakable"] = breakable
    return made


def breakable(text: str) -> Markup:
    """Text that is escaped and may break after a bracket, a comma or a sign of arithmetic, rather than in a word."""
    return Markup(re.sub(r"(?<=[(,*/])(?=\S)", "<wbr>", str(escape(text))))


def _fingerprint(script: str) -> str:
    """The script as the page's security policy names it."""
    return f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"
