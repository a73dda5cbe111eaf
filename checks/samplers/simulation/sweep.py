"""`sweep`: what theory, privacy and simulation say at each point of a grid; a sweep that was stopped can go on."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path

from checks.claims.prose import escape
from checks.samplers.simulation.errors import SimulationError
from checks.samplers.simulation.execution import Executor, results
from checks.samplers.simulation.facts import Facts, PointDone, columns_of, finished, work_at, work_on
from checks.samplers.simulation.grid import Grid, Point
from checks.samplers.simulation.journal import Journal, journal_of
from checks.samplers.simulation.output import Columns, Row, check_output, write_rows
from checks.samplers.simulation.problem import problem_from
from checks.samplers.simulation.simulation import works
from checks.samplers.simulation.tally import Chunks, Tally, tally_chunks
from mechanisms.exact.html_tables import table
from mechanisms.exact.notebook import Brief

MOST_SHOWN = 200  # rows in a notebook

Progress = Callable[[int], None]


@dataclass(frozen=True)
class Sweep(Brief):
    """The rows of a sweep, one for each point of the grid, in its order; `columns` are names and kinds of the cells."""

    grid: Grid
    columns: Columns
    rows: tuple[Row, ...]

    @property
    def disagreements(self) -> tuple[int, ...]:
        """The numbers of the points at which theory and simulation disagree."""
        return tuple(number for number, row in enumerate(self.rows) if row.get("agrees") is False)

    def _cells(self) -> list[list[str]]:
        shown = [name for name in self.columns if not name.endswith("_exact")]
        return [shown, *([_short(row.get(name)) for name in shown] for row in self.rows[:MOST_SHOWN])]

    def _repr_html_(self) -> str:
        head, *rows = self._cells()
        return table(head, rows, caption=f"{len(self.rows)} points")

    def _repr_latex_(self) -> str:
        lines = [" & ".join(rf"\text{{{escape(cell)}}}" for cell in row) for row in self._cells()]
        body = r" \\ ".join(lines).replace(r"\\", r"\\ \hline", 1)
        return rf"$\displaystyle \begin{{array}}{{{'r' * len(self._cells()[0])}}} {body} \end{{array}}$"


def _short(value: object) -> str:
    return "" if value is None else f"{value:.6g}" if isinstance(value, float) else str(value)


class Stopped(KeyboardInterrupt):
    """Ctrl-C; `done` of `points` points are kept in `journal`; None if there is no file, or nothing to keep."""

    def __init__(self, done: int, points: int, journal: Path | None) -> None:
        super().__init__(f"stopped: {done} of {points} points are done")
        self.done, self.points, self.journal = done, points, journal


def sweep(
    grid: Grid,
    output: Path | None = None,
    *,
    resume: bool = False,
    skip_invalid: bool = False,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Sweep:
    """Compute a row for each point of a grid.

    Args:
        grid: the points, and what is computed.
        output: a .csv or .parquet file, which is written when all is done; points are kept in a journal beside it.
        resume: take the points of the journal of a sweep that was stopped.
        skip_invalid: give a point that is none (such as subsets larger than the whole) a row with a note.
        executor: who does the work; this process if left out. The numbers are the same.
        progress: is told how many points were done more.

    Raises SimulationError, also for a point that is none, and Stopped on Ctrl-C.

    """
    points, columns = grid.points(), columns_of(grid)
    rows: dict[int, Row] = {}
    journal: Journal | None = None
    with ExitStack() as stack:
        if output is not None:
            check_output(output)
            journal = stack.enter_context(Journal(journal_of(output), grid.identity(), resume=resume))
            rows |= journal.rows
        if progress is not None:
            progress(len(rows))
        todo = [point for point in points if point.number not in rows]
        try:
            with closing(_rows(grid, todo, skip_invalid, executor)) as found:
                for number, row in found:
                    rows[number] = row
                    if journal is not None:
                        journal.add(number, row)
                    if progress is not None:
                        progress(1)
        except KeyboardInterrupt as stopped:
            kept = journal_of(output) if output is not None and rows else None
            raise Stopped(len(rows), len(points), kept) from stopped
        result = Sweep(grid, columns, tuple(rows[point.number] for point in points))
        if output is not None and journal is not None:
            write_rows(output, result.columns, result.rows)
            journal.remove()
    return result


@dataclass(frozen=True)
class PointChunks:
    """A piece of the simulation of a point."""

    number: int
    chunks: Chunks


def tally_piece(work: PointChunks) -> Tally:
    """The sums over the runs of the piece."""
    return tally_chunks(work.chunks)


def _rows(
    grid: Grid, points: list[Point], skip_invalid: bool, executor: Executor | None
) -> Generator[tuple[int, Facts]]:
    """The rows as they are done; what is simulated for long comes last, in pieces."""
    divided: dict[int, PointDone] = {}
    first = results(executor, work_on, (work_at(grid, point) for point in points))
    with closing(first):
        for work, done in first:
            if done.invalid and not skip_invalid:
                raise SimulationError(
                    f"at {work.point}: {done.invalid} (--skip-invalid gives such a point a row with a note)"
                )
            if done.problem:
                divided[work.point.number] = done
            else:
                yield work.point.number, done.facts
    pieces = {number: works(problem_from(done.problem), grid.runs, grid.seed) for number, done in divided.items()}
    left = {number: len(some) for number, some in pieces.items()}
    tallies = dict.fromkeys(pieces, Tally())
    all_pieces = (PointChunks(number, chunks) for number, some in pieces.items() for chunks in some)
    with closing(results(executor, tally_piece, all_pieces)) as found:
        for piece, tally in found:
            tallies[piece.number] += tally
            left[piece.number] -= 1
            if not left[piece.number]:
                yield piece.number, finished(grid, divided[piece.number], tallies.pop(piece.number))
