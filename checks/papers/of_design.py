"""A claims file for formulas of one design: its matrix, the usual names of what follows from it, and the formulas."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from checks.inputs.declarations import HOW_TO_DECLARE
from checks.inputs.design import (
    COMMON_PARAMETERS,
    PARAMETERS,
    DesignArgumentError,
    file_of,
    key_of,
    read_symbolic_design,
)
from mechanisms.exact.typesetting import usual_spelling
from mechanisms.text_files import read_text

if TYPE_CHECKING:
    from mechanisms.design import Design
    from mechanisms.exact.domain import Parameter

MOST_TRUTHS, MOST_COUNTED = 12, 16
LARGEST_EXPANDED = 5  # rows of a determinant
_COMPARED = re.compile(r"\\(?:le|leq|ge|geq|leqslant|geqslant|lt|gt)(?![A-Za-z])|[<>]")
_MEAN = re.compile(r"\s*(?:\\mathbb\s*\{?E\}?|\\(?:operatorname|mathrm)\{E\}|E)\s*[\[(]\s*\\hat")
_SPELT = {"variance": (r"\operatorname{Var}", "Var", "V"), "mean": (r"\mathbb E", r"\operatorname{E}", "E")}
MOST_BYTES, MOST_FORMULAS, LONGEST_FORMULA = 4_000_000, 1_000, 20_000
FILE_NAME = "formulas.toml"
_NAMED = re.compile(r"claim F-\d+, ")


@dataclass(frozen=True)
class DesignFormulas:
    """Formulas of a design, so that their claims file can be written again: in a proof file they are all of it.

    Attributes:
        design: as it was named on the command line: a mechanism of the catalogue with parameters, or a file.
        formulas: in LaTeX; their claims are F-01, F-02, ...
        content: the text of the file that holds the design; "" where the catalogue does.

    """

    design: str
    formulas: tuple[str, ...]
    content: str = ""

    @classmethod
    def of(cls, design: str, formulas: Sequence[str]) -> DesignFormulas:
        """The formulas with the design as it is now. Raises DesignArgumentError for a file that cannot be read."""
        file = file_of(design)
        content = read_text(file, MOST_BYTES, DesignArgumentError) if file is not None else ""
        return cls(design.strip(), tuple(formulas), content)

    @property
    def title(self) -> str:
        """What the claims file of the formulas is called where it has no place."""
        return f"formulas of {self.design}"

    def write(self, folder: Path) -> Path:
        """Write their claims file into a folder, and the file of the design. Raises DesignArgumentError."""
        argument = self._in(folder)
        if self.content:
            read = Path(file_of(argument) or "")
            read.parent.mkdir()
            read.write_text(self.content, encoding="utf-8")
        path = folder / FILE_NAME
        path.write_text(claims_of_design(argument, self.formulas), encoding="utf-8")
        return path

    def matrix(self, folder: Path) -> Design:
        """The design, after `write` into this folder."""
        return read_symbolic_design(self._in(folder), {})

    def _in(self, folder: Path) -> str:
        """How the design is named where its file is written into a folder."""
        file = file_of(self.design)
        return self.design if file is None else f"{folder / 'design' / Path(file).name}{self.design.removeprefix(file)}"

    def data(self) -> dict[str, Any]:
        """As a proof file holds it."""
        return {"design": self.design, "formulas": list(self.formulas)} | (
            {"content": self.content} if self.content else {}
        )

    @classmethod
    def read(cls, data: Any) -> DesignFormulas:
        """What `data` wrote. Raises ValueError with what is wrong."""
        known = {"design", "formulas", "content"}
        if not isinstance(data, Mapping) or not {"design", "formulas"} <= data.keys() <= known:
            raise ValueError('"of" holds a "design", its "formulas" and, of a design file, its "content"')
        design, formulas, content = data["design"], data["formulas"], data.get("content", "")
        if not isinstance(design, str) or not isinstance(content, str):
            raise ValueError("a design and the content of its file are texts")
        if not isinstance(formulas, list) or not 1 <= len(formulas) <= MOST_FORMULAS:
            raise ValueError(f"1 to {MOST_FORMULAS} formulas are needed")
        if not all(isinstance(formula, str) and len(formula) <= LONGEST_FORMULA for formula in formulas):
            raise ValueError(f"a formula is a text of at most {LONGEST_FORMULA} characters")
        if (file_of(design) is None) != (not content):
            raise ValueError(f"the content of the file of {design[:60]!r} is missing, or one that has no file")
        return cls(design, tuple(formulas), content)


def in_words(unread: str, file: str) -> str:
    """Why a formula cannot be read, without the place in a claims file that nobody has seen."""
    lines = (re.sub(rf"^{re.escape(file)}(:\d+)*: ", "", line) for line in unread.split("\n"))
    return "\n".join(_NAMED.sub("", line.partition(HOW_TO_DECLARE)[0]) for line in lines)


def claims_of_design(argument: str, formulas: Sequence[str] = ()) -> str:
    r"""The text of a claims file in which \hat\pi, \operatorname{Var}(\hat\pi), \varepsilon, ... are those of a design.

    Shares and responses are numbered where there are more than two truths or responses. Raises DesignArgumentError.
    """
    design = read_symbolic_design(argument, {})
    k = len(design.truths)
    if not 2 <= k <= MOST_TRUTHS:
        raise DesignArgumentError(f"{argument}: formulas are read of designs with 2 to {MOST_TRUTHS} truths, not {k}")
    if design.generator is not None:
        raise DesignArgumentError(f"{argument}: its entries hold roots; leave its level free, or give it as a number")
    shares = ["pi"] if k == 2 else [f"pi_{i}" for i in range(2, k + 1)]
    taken = {*design.domain.names, *design.domain.budget_roots()} & {"n", *shares}
    if taken:
        raise DesignArgumentError(
            f"{argument}: {taken.pop()} is the name of a parameter, and of a share or number here"
        )
    lines = [f"# Formulas of {argument}: rrproof verify FILE", ""]
    if conditions := _conditions(design, shares):
        lines.append(f"conditions = [{', '.join(map(quoted, conditions))}]")
    lines += ["", "[paper]", 'key = "F"', f"title = {quoted(f'Formulas of {argument}')}", 'authors = "N. N."', ""]
    lines += ["[symbols]", *_symbols(design, shares, key_of(argument), formulas), ""]
    lines += ["[mechanism]", *_mechanism(design, shares), "", "[names]", *_names(design)]
    for number, formula in enumerate(formulas, 1):
        lines += ["", "[[claim]]", f'id = "F-{number:02}"', f'place = "formula {number}"']
        lines.append(f'kind = "{kind_of(formula)}"')
        lines.append(f"latex = {quoted(formula.strip())}")
    return "\n".join(lines) + "\n"


def kind_of(formula: str) -> str:
    """The kind of claim that a formula is by its form."""
    return "unbiased" if _MEAN.match(formula) else "inequality" if _COMPARED.search(formula) else "identity"


def quoted(text: str) -> str:
    """A string of TOML, as it is written where it holds no quotes that end it."""
    if "'" not in text and "\n" not in text:
        return f"'{text}'"
    if "'''" in text or text.endswith("'"):
        return json.dumps(text)
    return f"'''\n{text}\n'''" if "\n" in text else f"'''{text}'''"


def _budgets(design: Design) -> dict[str, str]:
    """By the variable that stands for e^eps, how it is written in entries."""
    return {
        variable: f"exp({budget})" if divisor == 1 else f"exp({budget}/{divisor})"
        for budget, (variable, divisor) in design.domain.budget_roots().items()
    }


def _conditions(design: Design, shares: Sequence[str]) -> list[str]:
    budgets = _budgets(design)
    own = [str(condition) for condition in design.domain.conditions if not set(budgets) & set(_words(str(condition)))]
    own += _told_apart(design)
    return own if len(shares) == 1 else [*own, f"{' + '.join(shares)} <= 1"]


def _told_apart(design: Design) -> list[str]:
    """That the responses tell the truths apart, where a square design with parameters does not say so by itself."""
    from derivations.algebra.linear_algebra import determinant

    if not len(design.truths) == len(design.responses) <= LARGEST_EXPANDED or design.domain.budget_roots():
        return []
    value = determinant(tuple(tuple(row) for row in design.entries))
    constants = {p.name for p in design.domain.parameters if p.constant is not None}
    return [f"{value.numerator} != 0".replace("^", "**")] if set(value.names) - constants else []


def _words(text: str) -> list[str]:
    return re.findall(r"[A-Za-z_]\w*", text)


def _symbols(design: Design, shares: Sequence[str], mechanism: str, formulas: Sequence[str]) -> Iterator[str]:
    budgets = _budgets(design)
    taken = {usual_spelling(name) for name in (*design.domain.names, *shares, "n", *_counts(design))}
    for parameter in design.domain.parameters:
        if parameter.name not in budgets and parameter.constant is None:
            spelt = [usual_spelling(parameter.name)]
            spelt += [one for one in _other_spellings(mechanism, parameter.name) if one not in taken]
            spelt.sort(key=lambda one: not any(_occurs(one, formula) for formula in formulas))  # as the formulas do
            spelling = quoted(spelt[0]) if len(spelt) == 1 else f"[{', '.join(map(quoted, spelt))}]"
            yield f"{parameter.name} = {{ latex = {spelling}, range = {quoted(_inside(parameter))} }}"
    for budget in design.domain.budget_roots():
        spellings = r"['\epsilon', '\varepsilon']" if budget == "eps" else f"[{quoted(usual_spelling(budget))}]"
        yield f"{budget} = {{ latex = {spellings}, range = '{budget} > 0', budget = true }}"
    for share in shares:
        yield f"{share} = {{ latex = {quoted(usual_spelling(share))}, range = '0 <= {share} <= 1' }}"
    for count in ("n", *_counts(design)):
        yield f"{count} = {{ range = '{count} >= {int(count == 'n')}', integer = true }}"


def _other_spellings(mechanism: str, parameter: str) -> list[str]:
    """How else the field writes a parameter of a mechanism of the catalogue: Warner's p_w is p, or theta."""
    names = {**COMMON_PARAMETERS, **PARAMETERS.get(mechanism, {})}
    spelt = (usual_spelling(other) for other, own in names.items() if own == parameter)
    return [one for one in dict.fromkeys(spelt) if not one.startswith(r"\mathit")]


def _occurs(spelling: str, formula: str) -> bool:
    return bool(re.search(rf"(?<![A-Za-z\\]){re.escape(spelling)}(?![A-Za-z_])", formula))


def _counts(design: Design) -> dict[str, str]:
    """How many gave each response, but for `no` of two."""
    labels = _labels(design.responses)
    if len(labels) == 2:
        return {"n_1": labels[1]}
    return {f"n_{number}": label for number, label in enumerate(labels, 1)} if len(labels) <= MOST_COUNTED else {}


def _labels(values: Sequence[object]) -> list[str]:
    """Names of truths or responses, which are no numbers."""
    texts = [str(value) for value in values]
    if texts == ["0", "1"]:
        return ["no", "yes"]
    return [f"no. {text}" if text.isdigit() else text for text in texts]


def _inside(parameter: Parameter) -> str:
    """The range without its ends, at which a design tells nothing, or all."""
    low = "" if parameter.low is None else f"{parameter.low} < "
    high = "" if parameter.high is None else f" < {parameter.high}"
    return f"{low}{parameter.name}{high}"


def _mechanism(design: Design, shares: Sequence[str]) -> Iterator[str]:
    budgets = _budgets(design)

    def written(entry: object) -> str:
        text = str(entry).replace("^", "**")
        return re.sub(r"[A-Za-z_]\w*", lambda word: budgets.get(word[0], word[0]), text)

    first = "1" + "".join(f" - {share}" for share in shares)
    yield f"truths = [{', '.join(map(quoted, _labels(design.truths)))}]"
    yield f"responses = [{', '.join(map(quoted, _labels(design.responses)))}]"
    rows = (f"[{', '.join(quoted(written(entry)) for entry in row)}]" for row in design.entries)
    yield f"matrix = [{', '.join(rows)}]"
    yield f"prior = [{', '.join(map(quoted, [first, *shares]))}]"
    yield "respondents = 'n'"
    if counts := _counts(design):
        yield f"counts = {{ {', '.join(f'{quoted(label)} = {quoted(name)}' for name, label in counts.items())} }}"


def _moment(meaning: str, of: str, stands_for: str) -> Iterator[str]:
    """A mean or a variance as it is spelt, with round brackets and square ones."""
    for spelt in _SPELT[meaning]:
        yield f"'{spelt}({of})' = {{ {stands_for} }}"
        yield f"'{spelt}[{of}]' = {{ {stands_for} }}"


def _names(design: Design) -> Iterator[str]:
    """The usual names of what follows from a design."""
    truths, responses = _labels(design.truths), _labels(design.responses)
    two_truths, two_responses = len(truths) == 2, len(responses) == 2
    if not two_truths:
        yield rf"'\pi_1' = {{ prior = '{truths[0]}' }}"
    for number, response in enumerate(responses, 1):
        if not two_responses or number == 2:
            index = "" if two_responses else f"_{{{number}}}"
            yield rf"'\lambda{index}' = {{ response = '{response}' }}"
    for number, truth in enumerate(truths, 1):
        if len(truths) <= len(responses) and (not two_truths or number == 2):
            hat = r"\hat\pi" + ("" if two_truths else f"_{{{number}}}")
            yield rf"'{hat}' = {{ estimator = '{truth}' }}"
            for meaning in _SPELT:
                yield from _moment(meaning, hat, f"{meaning} = '{truth}'")
    for count, response in _counts(design).items():
        frequency = r"\hat\lambda" + ("" if two_responses else f"_{{{count[2:]}}}")
        yield f"'{frequency}' = {{ frequency = '{response}' }}"
        for meaning in _SPELT:
            yield from _moment(meaning, count, f"count_{meaning} = '{response}'")
            for share in (frequency, f"{count}/n", rf"\frac{{{count}}}{{n}}"):
                yield from _moment(meaning, share, f"frequency_{meaning} = '{response}'")
    if not design.domain.budget_roots():
        yield r"'\varepsilon' = { epsilon = true }"
        yield r"'\epsilon' = { epsilon = true }"
