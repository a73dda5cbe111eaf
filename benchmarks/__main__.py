"""Print measurements as one table: `python -m benchmarks [NAME ...] [--plot FILE]`; all SUBJECTS if none is named."""

import argparse
import platform
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks import blackwell, design_program, models, paper, sampling, simulation, staircases, startup, symmetry
from benchmarks.timing import Measurement

SUBJECTS: dict[str, Callable[[], list[Measurement]]] = {
    "startup": startup.measure,
    "sampling": sampling.measure,
    "simulation": simulation.measure,
    "paper": paper.measure,
    "symmetry": symmetry.measure,
    "blackwell": blackwell.measure,
    "staircases": staircases.measure,
    "design-program": design_program.measure,
    "models": models.measure,
}


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Print measurements as one table.")
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"what to measure, of {', '.join(SUBJECTS)}; all if none"
    )
    parser.add_argument("--plot", type=Path, metavar="FILE", help="image of the growth that design-program measures")
    parser.add_argument("--growth", type=Path, metavar="FILE", help="the same as JSON, for `rrproof plot growth FILE`")
    options = parser.parse_args(arguments)
    unknown = [name for name in options.names if name not in SUBJECTS]
    if unknown:
        parser.error(f"no benchmark is called {unknown[0]!r}; there are {', '.join(SUBJECTS)}")
    subjects = SUBJECTS | {"design-program": partial(design_program.measure, options.plot, options.growth)}
    table = Table(title=f"Python {platform.python_version()} on {platform.machine()}, {platform.system()}")
    for heading in ("what", "result", "compared with"):
        table.add_column(heading, justify="right" if heading == "result" else "left")
    for name in options.names or SUBJECTS:
        for row in subjects[name]():
            table.add_row(row.what, row.result, row.comparison)
        table.add_section()
    Console().print(table)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
