# ruff: noqa: E501
r"""A longer campaign against the LaTeX reader than the tests run: `python tests/fuzz_reader.py --seconds 60`.

Texts are made by a grammar, by damage to printed formulas of the five papers and to displays, and by nonsense. Each
must give a tree or a ReadingError in bounded work, never another exception; a tree must be printed, in both notations,
as something that reads as the same tree.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
import traceback
from dataclasses import dataclass
from functools import cache

from checks.papers.collection import load_paper, paper_keys, paper_model
from checks.reading import (
    ReadingError,
    Symbols,
    event_operator,
    function,
    operator,
    read_latex,
    read_macros,
    read_plain,
    set_name,
    symbol,
    to_latex,
    to_plain,
)
from checks.reading.syntax import Name, Node, nodes
from checks.reading.writing_out import WritingOut, WritingOutError

MACROS = r"""
\newcommand{\Var}{\operatorname{Var}} \newcommand{\E}[1]{\mathbb E[#1]} \def\half{\frac12}
\newcommand{\pr}[2][p]{#1_{#2}} \DeclarePairedDelimiter{\abs}{\lvert}{\rvert} \def\open{(} \def\twice#1{#1#1}
"""
OTHERWISE = r"\text{otherwise}"
NAMES = ["a", "b", "i", "j", "k", "n", "p", "x", "y"]
VOCABULARY = Symbols(
    *map(symbol, NAMES),
    *(symbol(f"p{i}", f"p_{i}") for i in (1, 2, 3)),
    *(symbol(f"q{i}{j}", f"q_{{{i}{j}}}") for i in (1, 2) for j in (1, 2)),
    symbol("pi", r"\pi"),
    symbol("pi_hat", r"\hat\pi"),
    symbol("eps", r"\varepsilon"),
    symbol("p_new", "p'"),
    symbol("norm", r"\|x\|_1"),
    symbol("c_tilde", r"\tilde c_B"),
    function("f", arities=(0, 1, 2)),
    function("choose", "C", arities=(2,), scripted=True),
    set_name("S", r"\mathcal S"),
    operator("E", r"\mathbb E", unbracketed=True),
    operator("Var", r"\Var"),
    event_operator("P", r"\mathbb P"),
    macros=read_macros(MACROS),
)
FRAGMENTS = [
    *[r"\frac", r"\left(", r"\right)", r"\left\{", r"\right.", r"\left.", r"\right|", r"\{", r"\}", "{", "}", "(", ")"],
    *["[", "]", "|", r"\mid", "^", "_", "'", ",", ".", ";", ":", "+", "-", "*", "/", "=", r"\le", r"\in", r"\ne", "<"],
    *[
        "x",
        "y",
        "p",
        "i",
        r"\pi",
        "f",
        r"\mathcal S",
        r"\mathbb P",
        r"\mathbb E",
        r"\mathbb",
        "1",
        "0.5",
        "12",
        r"\sum",
    ],
    *[r"\prod", r"\min", r"\partial", "d", r"\sqrt", r"\binom", r"\log", r"\begin{cases}", r"\end{cases}", "&", r"\\"],
    *[
        r"\begin{pmatrix}",
        r"\end{pmatrix}",
        r"\begin{aligned}",
        r"\end{aligned}",
        r"\begin{array}{rcl}",
        r"\end{array}",
    ],
    *[
        r"\text{if }",
        r"\text{for all }",
        r"\text{ then }",
        r"\text{otherwise}",
        r"\mbox{if $",
        "$}",
        r"\cup",
        r"\times",
    ],
    *[
        r"\iff",
        r"\ldots",
        r"\cdots",
        "!",
        r"\hat",
        r"\prime",
        r"\not",
        r"\lfloor",
        r"\rfloor",
        r"\max",
        " ",
        "\n",
        "{x}",
    ],
    *[
        r"\underbrace{",
        "}_{",
        r"\overset{",
        r"\substack{",
        r"\mathbf 1",
        r"\mathbb 1_",
        r"\mathbf 1\{",
        "p_i",
        "p_{i+1}",
    ],
    *["q_{ij}", "p_1", "p_3", "q_{1j}", r"\sum_{i=1}^{3}", r"\sum_{i\ne j}", r"\forall", r"\quad", r"\choose", r"\Var"],
    *[
        r"\E",
        r"\E{",
        r"\half",
        r"\pr[",
        r"\pr",
        r"\abs",
        r"\abs*",
        r"\open",
        r"\twice",
        r"\label{a}",
        r"\tag",
        r"\hspace{",
    ],
    *[
        "C_",
        "C_n^k",
        "x_1",
        r"\[",
        r"\]",
        "$",
        "%",
        "#",
        "~",
        r"\,",
        r"\mathop{",
        r"\operatorname*",
        r"\boxed",
        "\t",
        "\\",
    ],
]


@dataclass
class Writer:
    """Writes formulas by a grammar, most of them well-formed, and damages printed ones."""

    draw: random.Random

    def pick(self, *choices: str) -> str:
        return self.draw.choice(choices)

    def text(self, printed: list[str]) -> str:
        """A text of any kind."""
        kind = self.draw.random()
        if kind < 0.4:
            text = self.display()
        elif kind < 0.8 and printed:
            text = self.draw.choice(printed)
        else:
            return "".join(self.draw.choice(FRAGMENTS) for _ in range(self.draw.randint(1, 30)))
        return self.damaged(text) if self.draw.random() < 0.6 else text

    def damaged(self, text: str) -> str:
        for _ in range(self.draw.randint(1, 3)):
            start = self.draw.randint(0, len(text))
            end = min(len(text), start + self.draw.choice([0, 1, 1, 2, 3, 8]))
            other = self.draw.randint(0, len(text))
            new = self.draw.choice(["", self.draw.choice(FRAGMENTS), text[other : other + self.draw.randint(1, 12)]])
            text = text[:start] + new + text[end:]
        return text

    def display(self) -> str:
        environment = self.pick("align*", "aligned", "gather", "multline", "split", "array", "cases", "")
        if not environment:
            return self.statement(3)
        if environment == "cases":
            return r"x = \begin{cases}" + r"\\".join(self.case() for _ in range(2)) + r"\end{cases}"
        lines = [self.line(environment) for _ in range(self.draw.randint(1, 4))]
        columns = "{rcl}" if environment == "array" else ""
        end = self.pick("", ".", ",")
        return rf"\begin{{{environment}}}{columns}" + "\\\\\n".join(lines) + rf"{end}\end{{{environment}}}"

    def case(self) -> str:
        condition = self.pick(r"\text{if } ", r"\mbox{for } ", "") + self.relation(1)
        return f"{self.expression(2)}{self.pick(',', '')} & {self.pick(condition, OTHERWISE)}"

    def line(self, environment: str) -> str:
        sign = self.pick("&=&", r"&\le&") if environment == "array" else self.pick("&=", r"&\le ", "=")
        right = (
            sign
            + self.expression(2)
            + self.pick("", ",", r" \nonumber", r" \tag{1}", r", & x &= y", r"\quad (x \ne 1)")
        )
        return (
            self.pick(self.expression(1), "", "x") + right + self.pick("", "", r"\quad\text{for } " + self.relation(1))
        )

    def statement(self, depth: int) -> str:
        return self.pick(
            self.relation(depth),
            f"{self.relation(depth)}, {self.relation(depth)}",
            self.relation(depth)
            + self.pick(r"\text{ if }", r"\quad\text{for all }", r"\iff ", r"\text{ and }")
            + self.relation(1),
            r"\text{if } " + self.relation(1) + r"\text{ then } " + self.relation(depth),
            r"\forall x \in \mathcal S: " + self.relation(depth),
            self.relation(depth) + r", \quad i = 1, \dots, 3",
        )

    def relation(self, depth: int) -> str:
        members = [self.expression(depth) for _ in range(self.draw.randint(2, 3))]
        return members[0] + "".join(self.pick("=", r" \le ", "<", r" \ne ") + member for member in members[1:])

    def expression(self, depth: int) -> str:
        if depth <= 0:
            return self.pick(
                *NAMES, r"\pi ", r"\hat\pi ", "1", "0.25", "p_1", "p_i", "q_{ij}", "q_{12}", r"\half ", r"\pr{2}"
            )
        x, y = self.expression(depth - 1), self.expression(depth - 1)
        low = self.pick("i=1", r"i \ne j", "i<j", r"i\in\{1,\ldots,3\}", r"\substack{1\le i,j\le 3\\i<j}", "i")
        return self.pick(
            f"{x}+{y}", f"{x}-{y}", rf"{x}\cdot {y}", f"{x} {y}", f"({x}){self.pick('^2', '')}", rf"\frac{{{x}}}{{{y}}}",
            rf"{{{x}}}^{{{y}}}", rf"\left({x}\right)", rf"\bigl[{x}\bigr]", rf"\sqrt{{{x}}}", rf"\log({x})",
            rf"\sum_{{{low}}}{self.pick('^{3}', '')} {x}", rf"\prod_{{{low}}} {x}", rf"\max\{{{x}, {y}\}}", rf"\lvert {x}\rvert",
            rf"\mathbf 1\{{{x}={y}\}}", f"[{x} = {y}] {x}", rf"\underbrace{{{x}}}_{{\text{{a remark}}}}", rf"f({x},{y})",
            rf"\E{{{x}}}", rf"\Var({x}\mid {y})", rf"\mathbb P({x}={y})", rf"\abs{{{x}}}", rf"{x}+\dots+{y}",
            rf"\binom{{{x}}}{{{y}}}", rf"{{{x} \choose {y}}}", rf"\min_{{x\in[0,1]}} {x}", rf"\lfloor {x}\rfloor", f"-{x}",
            rf"\begin{{pmatrix}} {x} & {y} \\ {y} & {x} \end{{pmatrix}}", rf"\frac{{\partial {x}}}{{\partial x}}", f"f'({x})",
            rf"\lceil {x}\rceil", rf"\left\lfloor {x}\right\rfloor", rf"\sqrt[3]{{{x}}}", rf"\sqrt[{x}]{{{y}}}", r"\lVert x\rVert_1",
            r"\|x\|_1", r"\left\|x\right\|_{1}", "p'", r"p^{\prime}", rf"\mathbb 1\{{{x}={y}\}}", rf"\mathbf 1_{{[{x}\ne {y}]}}", rf"I({x}<{y})",
            rf"\sum_{{1\le i<j\le k}} {x}", rf"\sum_{{i\in\{{1,\ldots,n\}}}} {x}", rf"\sup_{{x>0}} {x}", rf"\inf\{{{x}\mid x\in[0,1]\}}",
            rf"\arg\max_{{x\in\mathcal S}} {x}", rf"\lim_{{x\to 0^+}} {x}", rf"\lim_{{n\to\infty}} {x}", r"\widehat{\pi}", r"\tilde{c}_{\text{B}}",
            rf"\begin{{cases}} {x} & i=j \\ {y} & \text{{otherwise}}\end{{cases}}", rf"\exp\left\{{{x}\right\}}", rf"\tanh({x})",
            rf"\left\{{\begin{{array}}{{ll}} {x}, & \text{{if }} i=j \\ {y}, & i\ne j\end{{array}}\right.", r"\epsilon", rf"[{x}]_+",
            rf"\begin{{bmatrix}} {x} \\ {y}\end{{bmatrix}}^{{\top}}", rf"\mathbb P\{{{x}={y}\mid i=j\}}", rf"\log_2({x})", rf"{{{x} \over {y}}}",
            rf"\left.{x}\right|_{{x={y}}}", rf"\overset{{(a)}}{{{x}}}", rf"{x}/{y}", rf"{x}!", rf"C_{{{x}}}^{{{y}}}",
        )  # fmt: skip


@cache
def printed_formulas() -> tuple[tuple[str, Symbols], ...]:
    """Every formula that the five papers print, with the vocabulary that reads it."""
    found = []
    for key in paper_keys():
        vocabulary = paper_model(key).notation.vocabulary
        for claim in load_paper(key).claims:
            found += [(text, vocabulary) for reading in claim.readings for text in reading.statement.latex]
    return tuple(found)


def trouble(text: str, vocabulary: Symbols) -> str | None:
    """What is wrong with how a text is read; None when it gives an error, or a tree that prints and reads back."""
    try:
        tree = read_latex(text, vocabulary)
    except ReadingError as error:
        str(error).encode("ascii")
        return None if error.text == text and 0 <= error.position <= len(text) else "the error is about another text"
    except Exception:  # noqa: BLE001 -- this is what is looked for
        return traceback.format_exc(limit=-3)
    return trouble_with_tree(tree, text, vocabulary)


def with_letters(vocabulary: Symbols, tree: Node) -> Symbols:
    """The vocabulary with the letters that a formula introduces: the plain notation has only declared names."""
    new = dict.fromkeys(n.name for n in nodes(tree) if isinstance(n, Name) and n.name not in vocabulary)
    return vocabulary.extended(*map(symbol, new)) if new else vocabulary


def trouble_with_tree(tree: Node, text: str, vocabulary: Symbols) -> str | None:
    """What is wrong with a tree that was read: its place in the text, or that it does not print and read back."""
    if not isinstance(tree, Node) or not 0 <= tree.span[0] <= tree.span[1] <= len(text):
        return f"no tree of the text: {tree!r}"
    try:
        latex, plain = to_latex(tree, vocabulary), to_plain(tree)
        again = [read_latex(latex, vocabulary), read_plain(plain, with_letters(vocabulary, tree))]
    except ReadingError as error:
        return f"it prints as what cannot be read: {error}"
    except Exception:  # noqa: BLE001
        return traceback.format_exc(limit=-3)
    for node in nodes(tree):
        try:
            WritingOut(vocabulary, {"n": 3, "j": 2}).of(node)
        except WritingOutError:
            continue
        except Exception:  # noqa: BLE001
            return traceback.format_exc(limit=-3)
    if again != [tree, tree]:
        return f"it reads as {plain}, and then as {to_plain(again[0])} / {to_plain(again[1])}"
    return None


def trouble_with_definitions(text: str) -> str | None:
    """What is wrong with how definitions of macros are read, and then used."""
    try:
        macros = read_macros(text)
    except ReadingError as error:
        return None if error.text == text else "the error is about another text"
    except Exception:  # noqa: BLE001
        return traceback.format_exc(limit=-3)
    return trouble(r"x + \Var{\E{\half}} = \pr[a]{\twice x}", Symbols(symbol("x"), macros=macros))


def campaign(seed: int, seconds: float = math.inf, texts: float = math.inf, most: int = 10) -> list[tuple[str, str]]:
    """Texts that make trouble, with what it is, said as they are found; prints how many were read."""
    draw = random.Random(seed)
    writer = Writer(draw)
    printed = printed_formulas()
    found: list[tuple[str, str]] = []
    count, slowest, end = 0, (0.0, ""), time.monotonic() + seconds
    while time.monotonic() < end and count < texts and len(found) < most:
        if draw.random() < 0.5:
            text, vocabulary = draw.choice(printed)
            text = writer.damaged(text)
        else:
            text, vocabulary = writer.text([]), VOCABULARY
        before = time.process_time()
        if draw.random() < 0.05:
            text = writer.damaged(MACROS)
            wrong = trouble_with_definitions(text)
        else:
            wrong = trouble(text, vocabulary)
        slowest = max(slowest, (time.process_time() - before, text))
        count += 1
        if wrong is not None:
            found.append((text, wrong))
            print(f"\n{text!r}\n{wrong}", flush=True)
    print(f"{count} texts read, {len(found)} make trouble; the slowest took {slowest[0]:.2f} s: {slowest[1][:100]!r}")
    return found


def main() -> int:
    """Run a campaign; exit code 1 if a text makes trouble."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, help="how long (default 60, without --texts)")
    parser.add_argument("--texts", type=int, help="how many texts")
    parser.add_argument("--seed", type=int, default=0, help="for the same texts again (default 0)")
    arguments = parser.parse_args()
    seconds = arguments.seconds or (math.inf if arguments.texts else 60)
    return 1 if campaign(arguments.seed, seconds, arguments.texts or math.inf) else 0


if __name__ == "__main__":
    sys.exit(main())
