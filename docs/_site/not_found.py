"""The page of a missing address: what it loads and links stands beside it, so that it opens from the disk too."""

from __future__ import annotations

from typing import Any


def on_post_template(output_content: str, template_name: str, **_: Any) -> str:
    """Make the addresses of 404.html, which MkDocs takes from the root of a server, relative."""
    return output_content.replace('"/"', '"."').replace('"/', '"') if template_name == "404.html" else output_content
