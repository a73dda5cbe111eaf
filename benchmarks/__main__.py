"""Print all measurements as one table: `python -m benchmarks [startup] [sampling] [paper] [symmetry] [staircases]`."""

import platform
import sys
from collections.abc import Callable

from rich.console import Console
from rich.table import Table

from benchmarks import paper, sampling, staircases, startup, symmetry
from benchmarks.timing import Measurement

SUBJECTS: dict[str, Callable[[], list[Measurement]]] = {
    "startup": startup.measure,
    "sampling": sampling.measure,
    "paper": paper.measure,
    "symmetry": symmetry.measure,
    "staircases": staircases.measure,
}


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in SUBJECTS]
    if unknown:
        print(f"no benchmark is called {unknown[0]!r}; there are {', '.join(SUBJECTS)}", file=sys.stderr)
        return 2
    table = Table(title=f"Python {platform.python_version()} on {platform.machine()}, {platform.system()}")
    for heading in ("what", "result", "compared with"):
        table.add_column(heading, justify="right" if heading == "result" else "left")
    for name in names or SUBJECTS:
        for row in SUBJECTS[name]():
            table.add_row(row.what, row.result, row.comparison)
        table.add_section()
    Console().print(table)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
