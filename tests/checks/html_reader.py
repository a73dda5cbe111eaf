"""Reads a page as a browser would: every tag closed in its turn, ids, links, elements and words."""

import re
from html.parser import HTMLParser

VOID = frozenset({"meta", "link", "input", "br", "wbr", "img", "hr", "path", "use"})


class Element:
    def __init__(self, tag, attributes, parent):
        self.tag, self.attributes, self.parent = tag, dict(attributes), parent
        self.children, self.words = [], []

    def all(self, tag=None, **attributes):
        """The elements inside of this one that have this tag and these attributes."""
        wanted = {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()}
        found = []
        for child in self.children:
            fits = all(child.attributes.get(name) == value for name, value in wanted.items())
            found += [child] * (fits and tag in (None, child.tag))
            found += child.all(tag, **attributes)
        return found

    @property
    def text(self):
        return re.sub(r"\s+", " ", "".join(w if isinstance(w, str) else w.text for w in self.words)).strip()


class Page(HTMLParser):
    """The tree of a page; AssertionError where a tag is closed that is not the last one opened."""

    def __init__(self, html):
        super().__init__(convert_charrefs=True)
        self.root = self.open = Element("", [], None)
        self.feed(html)
        self.close()
        assert self.open is self.root, f"<{self.open.tag}> is never closed"

    def handle_starttag(self, tag, attributes):
        element = Element(tag, attributes, self.open)
        assert len(element.attributes) == len(attributes), f"an attribute of <{tag}> stands twice"
        self.open.children.append(element)
        self.open.words.append(element)
        if tag not in VOID:
            self.open = element

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag):
        if tag in VOID:
            return
        assert tag == self.open.tag, f"</{tag}> closes <{self.open.tag}>, at {self.getpos()}"
        self.open = self.open.parent

    def handle_data(self, data):
        self.open.words.append(data)
