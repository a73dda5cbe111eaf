"""The search of the site from the disk, without the script that the theme would load from a network for it."""

from __future__ import annotations

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

FROM_A_NETWORK = "https://unpkg.com/iframe-worker/shim"


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Load worker.js in its place."""
    return output.replace(FROM_A_NETWORK, get_relative_url("worker.js", page.url))
