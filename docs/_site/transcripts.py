"""Mark the transcripts that print a table: its lines stay whole, and the block scrolls."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

BLOCK = re.compile(r'<div class="language-console highlight">.*?</div>', re.DOTALL)
ROW = re.compile(r"\S(?: {2,}\S+(?: \S+)*){3,}")
LONGEST = 76  # characters of a line that the page shows whole


def on_page_content(html: str, **_: Any) -> str:
    """Give such a block the class `tabular`."""
    return BLOCK.sub(lambda block: _marked(block[0]), html)


def _marked(block: str) -> str:
    lines = unescape(re.sub(r"<[^>]+>", "", block)).splitlines()
    is_wide = any(len(line) > LONGEST and ROW.search(line) for line in lines)
    return block.replace("language-console", "language-console tabular", 1) if is_wide else block
