r"""What a LaTeX document says that can be verified: title, macros, equations and theorems with their labels.

Equations that are displayed are found, line by line, and environments that \newtheorem declares or that have a usual
name. Numbers are those of the .aux file beside the document, where there is one, else counted as LaTeX counts them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pylatexenc.latexwalker import (
    LatexCommentNode,
    LatexEnvironmentNode,
    LatexGroupNode,
    LatexMacroNode,
    LatexMathNode,
    LatexSpecialsNode,
    LatexWalker,
    get_default_latex_context_db,
)
from pylatexenc.macrospec import MacroSpec

from mechanisms.text_files import read_text

from .errors import ReadingError
from .macro_definitions import first_definition
from .macros import Macro

MAXIMAL_BYTES = 4_000_000
MAXIMAL_FILES = 200
_LONGEST_DEFINITION = 5_000
_LINES = frozenset(["align", "alignat", "flalign", "gather", "eqnarray"])
_DISPLAYS = frozenset(["equation", "multline", "displaymath"]) | _LINES
_NOT_READ = frozenset(["verbatim", "Verbatim", "lstlisting", "minted", "comment", "tikzpicture", "thebibliography"])
_DEFINITIONS = frozenset(
    ["newcommand", "renewcommand", "providecommand", "def", "DeclareMathOperator", "DeclarePairedDelimiter"]
)
_THEOREMS = ("theorem", "lemma", "proposition", "corollary", "claim", "definition", "property", "remark", "example")
_ANNOTATIONS = frozenset(["label", "nonumber", "notag", "tag"])
_GOES_ON_WITH = re.compile(r"(?:\\(?:leq?|geq?|leqslant|geqslant|approx|equiv)(?![A-Za-z])|[=<>])")
_LABEL = re.compile(r"\\newlabel\{([^{}]+)\}\{\{((?:[^{}]|\{[^{}]*\})*)\}")
_FORMULA = re.compile(r"\$+([^$]+)\$+|\\\[(.+?)\\\]|\\\((.+?)\\\)", re.DOTALL)
_GROUP = re.compile(r"\s*\{([^{}]*)\}")
_OPTION = re.compile(r"\s*\[([^\[\]]*)\]")


class DocumentError(ValueError):
    """A document cannot be read; the sentence names the file and what is wrong."""


@dataclass(frozen=True)
class Passage:
    """An equation or a theorem: what is printed, its number, label and place in the text of its file.

    `name` is empty for an equation, else what the theorem is called: Theorem, Lemma, ...; `end` is where its
    environment ends, and `latex` what stands in it without labels, numbers and comments.
    """

    name: str
    number: str
    label: str
    latex: str
    file: Path
    end: int

    @property
    def formulas(self) -> tuple[str, ...]:
        """What is printed as mathematics: the equation, or the formulas of the theorem."""
        if not self.name:
            return (self.latex,)
        return tuple(text for found in _FORMULA.findall(self.latex) for text in found if text)

    @property
    def place(self) -> str:
        """How a reader finds it."""
        number = f"{self.name} {self.number}".strip() if self.name else f"({self.number})" if self.number else ""
        return ", ".join(filter(None, (number or "a display", self.label)))


@dataclass
class Document:
    """The title and authors of a document, its macros, and its passages in their order."""

    title: str = ""
    authors: str = ""
    macros: dict[str, Macro] = field(default_factory=dict)
    definitions: dict[str, str] = field(default_factory=dict)
    passages: list[Passage] = field(default_factory=list)

    def definitions_for(self, formulas: Iterable[str]) -> str:
        """The definitions of the macros that these formulas use, also by way of others, as they stand there."""
        wanted, used = [name for text in formulas for name in re.findall(r"\\[A-Za-z]+", text)], set()
        while wanted:
            name = wanted.pop()
            if name in self.macros and name not in used:
                used.add(name)
                wanted += [part for part in self.macros[name].body if isinstance(part, str)]
        return "\n".join(text for name, text in self.definitions.items() if name in used)


def read_document(path: Path) -> Document:
    r"""The document in a file and in those that it takes in by \input and \include. Raises DocumentError."""
    return _Reader(path).read()


class _Counters:
    """Numbers as LaTeX gives them: each counter starts again where the one that it stands within goes on."""

    def __init__(self) -> None:
        self.values: dict[str, int] = {}
        self.within: dict[str, str] = {"subsection": "section"}

    def step(self, name: str) -> str:
        """The next number."""
        self.values[name] = self.values.get(name, 0) + 1
        for inner, outer in self.within.items():
            if outer == name:
                self.values[inner] = 0
        return self.shown(name)

    def shown(self, name: str) -> str:
        own = str(self.values.get(name, 0))
        return f"{self.shown(self.within[name])}.{own}" if name in self.within else own


class _Reader:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.found = Document()
        self.counters = _Counters()
        self.theorems = {name: (name.capitalize(), name) for name in _THEOREMS}
        self.files: list[Path] = []
        self.known = get_default_latex_context_db()
        self.known.add_context_category("numbers", macros=[MacroSpec("tag", "*{"), MacroSpec("notag")], prepend=True)
        aux = path.with_suffix(".aux")
        known = read_text(aux, MAXIMAL_BYTES, DocumentError) if aux.is_file() else ""
        self.numbers = {match[1]: match[2] for match in _LABEL.finditer(known)}

    def read(self) -> Document:
        self.file(self.path)
        return self.found

    def file(self, path: Path) -> None:
        if path in self.files:
            raise DocumentError(f"{path} takes itself in")
        if len(self.files) >= MAXIMAL_FILES:
            raise DocumentError(f"{self.path} takes in more than {MAXIMAL_FILES} files")
        self.files.append(path)
        text = read_text(path, MAXIMAL_BYTES, DocumentError)
        try:
            nodes, _, _ = LatexWalker(text, latex_context=self.known, tolerant_parsing=True).get_latex_nodes()
        except RecursionError as error:
            raise DocumentError(f"{path}: braces and environments are nested too deeply") from error
        self.nodes(_Text(path, text), nodes)

    def nodes(self, text: _Text, nodes: list[Any], *, in_theorem: bool = False) -> None:
        """Go through what stands there; in a theorem a display without number is a part of it."""
        for node in nodes:
            if isinstance(node, LatexMacroNode):
                self.command(text, node)
            elif isinstance(node, LatexMathNode):
                if node.displaytype == "display" and not in_theorem:
                    self.display(text, node, numbered=False)
            elif isinstance(node, LatexEnvironmentNode):
                self.environment(text, node, in_theorem)
            elif isinstance(node, LatexGroupNode):
                self.nodes(text, node.nodelist, in_theorem=in_theorem)

    def environment(self, text: _Text, node: Any, in_theorem: bool) -> None:
        name, starred = node.environmentname.rstrip("*"), node.environmentname.endswith("*")
        numbered = not starred and name != "displaymath"
        if name in _DISPLAYS and (numbered or not in_theorem):
            self.display(text, node, numbered=numbered)
        elif name in self.theorems and not in_theorem:
            called, counter = self.theorems[name]
            number = "" if starred else self.counters.step(counter)
            label = next((text.argument(part) for part in _commands(node.nodelist) if part.macroname == "label"), "")
            shown = self.numbers.get(label, number)
            place = len(self.found.passages)
            self.nodes(text, node.nodelist, in_theorem=True)
            latex = text.without_annotations(node.nodelist)
            title = _OPTION.match(latex)
            latex = latex[title.end() :] if title else latex
            self.found.passages.insert(place, Passage(called, shown, label, latex.strip(), text.path, text.end(node)))
        elif name not in _NOT_READ:
            self.nodes(text, node.nodelist, in_theorem=in_theorem)

    def display(self, text: _Text, node: Any, *, numbered: bool) -> None:
        """The equations in a display: one a line, but for lines that go on where the one before ends."""
        by_lines = isinstance(node, LatexEnvironmentNode) and node.environmentname.rstrip("*") in _LINES
        equations: list[tuple[str, str, str]] = []
        for line in _lines(node.nodelist) if by_lines else [node.nodelist]:
            latex = " ".join(text.without_annotations(line, alignment=by_lines).split())
            commands = {part.macroname: text.argument(part) for part in line if isinstance(part, LatexMacroNode)}
            label, has_number = commands.get("label", ""), numbered and not commands.keys() & {"nonumber", "notag"}
            number = commands.get("tag", "") or (self.counters.step("equation") if has_number else "")
            number = self.numbers.get(label, number)
            if equations and _goes_on(text, line):
                before, first, name = equations[-1]
                equations[-1] = (f"{before} {latex}", first or number, name or label)
            elif latex:
                equations.append((latex, number, label))
        for latex, number, label in equations:
            self.found.passages.append(Passage("", number, label, latex, text.path, text.end(node)))

    def command(self, text: _Text, node: Any) -> None:
        """What a command says of the document: a definition, a title, a section, a counter, another file."""
        name = node.macroname
        if name in _DEFINITIONS:
            self.definition(text.text[node.pos : node.pos + _LONGEST_DEFINITION])
        elif name in ("section", "subsection") and not text.text.startswith("*", node.pos + len(name) + 1):
            self.counters.step(name)
        elif name == "title":
            self.found.title = self.found.title or _plain(text.argument(node))
        elif name == "author":
            self.found.authors = ", ".join(filter(None, (self.found.authors, _plain(text.argument(node)))))
        elif name == "newtheorem":
            self.theorem(text.text[node.pos + len(r"\newtheorem") : node.pos + _LONGEST_DEFINITION])
        elif name == "numberwithin" and (inner := text.arguments(node, 2)):
            self.counters.within[inner[0]] = inner[1]
        elif name in ("input", "include"):
            named = text.argument(node).strip()
            file = self.path.parent / (named if Path(named).suffix else f"{named}.tex")
            if file.is_file():
                self.file(file)

    def definition(self, text: str) -> None:
        try:
            macros, end = first_definition(text)
        except ReadingError:  # what a formula does not use is of no concern; where one uses it, it is not declared
            return
        self.found.macros |= macros.definitions
        self.found.definitions |= dict.fromkeys(macros.definitions, text[:end])

    def theorem(self, text: str) -> None:
        r"""\newtheorem{name}[as]{Called}[within] and \newtheorem*{name}{Called}."""
        text = text.removeprefix("*")
        if (name := _GROUP.match(text)) is None:
            return
        rest = text[name.end() :]
        shared = _OPTION.match(rest)
        rest = rest[shared.end() :] if shared else rest
        if (called := _GROUP.match(rest)) is None:
            return
        outer = _OPTION.match(rest[called.end() :])
        self.theorems[name[1]] = (called[1], self.theorems.get(shared[1], ("", shared[1]))[1] if shared else name[1])
        if outer and not shared:
            self.counters.within[name[1]] = outer[1]


@dataclass(frozen=True)
class _Text:
    """A file, and what its nodes stand for in it."""

    path: Path
    text: str

    def end(self, node: Any) -> int:
        return int(node.pos + node.len)

    def of(self, node: Any) -> str:
        return self.text[node.pos : node.pos + node.len]

    def argument(self, node: Any) -> str:
        """What stands in the last braces of a command."""
        given = self.arguments(node, 1)
        return given[-1] if given else ""

    def arguments(self, node: Any, count: int) -> list[str]:
        """The arguments in braces; those that the parser does not know of are read behind the command."""
        known = [part for part in (node.nodeargd.argnlist if node.nodeargd else []) if isinstance(part, LatexGroupNode)]
        given = [self.of(part)[1:-1] for part in known if part.delimiters[0] == "{"]
        behind = self.text[self.end(node) :]
        while len(given) < count and (found := _GROUP.match(behind)):
            given.append(found[1])
            behind = behind[found.end() :]
        return given

    def without_annotations(self, nodes: list[Any], *, alignment: bool = False) -> str:
        """What nodes stand for, without comments, labels, numbers and, where asked, the marks of alignment."""
        parts = []
        for node in nodes:
            if isinstance(node, LatexCommentNode):
                parts.append(" ")
            elif isinstance(node, LatexMacroNode) and node.macroname in _ANNOTATIONS:
                continue
            elif alignment and isinstance(node, LatexSpecialsNode) and node.specials_chars == "&":
                parts.append(" ")
            else:
                parts.append(re.sub(r"(?<!\\)%[^\n]*\n\s*", " ", self.of(node)))
        return "".join(parts)


def _commands(nodes: list[Any]) -> Iterator[Any]:
    return (node for node in nodes if isinstance(node, LatexMacroNode))


def _lines(nodes: list[Any]) -> list[list[Any]]:
    lines: list[list[Any]] = [[]]
    for node in nodes:
        if isinstance(node, LatexMacroNode) and node.macroname == "\\":
            lines.append([])
        else:
            lines[-1].append(node)
    return lines


def _goes_on(text: _Text, line: list[Any]) -> bool:
    """Whether a line has no left side of its own: nothing before its first mark of alignment, or a relation first."""
    before, mark, _ = text.without_annotations(line).partition("&")
    return not before.strip() if mark else _GOES_ON_WITH.match(before.strip()) is not None


def _plain(text: str) -> str:
    r"""A title or names in one line, without footnotes and line breaks."""
    text = re.sub(r"\\(?:thanks|footnote|inst|email)\s*\{[^{}]*\}", "", text).replace(r"\and", ",")
    text = " ".join(re.sub(r"\\(?:[A-Za-z]+\*?|\\)|[{}]", " ", text).split())
    return re.sub(r"\s*,", ",", text).strip(" ,")
