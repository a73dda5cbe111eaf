"""Printed tables of a claims file: the right entries for the wrong ones, and a second witness entry by entry."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from checks.claims.claim import Claim, Correction, Statement
from checks.claims.record import WitnessRecord
from checks.claims.tables import PrintedTable, TableEntry
from checks.claims.verdict import Finding, Verdict
from checks.interpreter.arithmetic import is_decimal
from checks.interpreter.values import MeaninglessError
from checks.papers.rounding import rounded_like
from checks.papers.writing import Writer
from checks.reading import ReadingError, Symbols, read_latex
from checks.reading import syntax as tree
from checks.verifying.verification import PaperModel, entry_statement, statement_interpreter
from checks.witness import StatementWitness

WRONG_ENTRIES = "The entries in bold are what the declared mechanism gives."
WRONG_ROUNDING = "The entries in bold are the rounded numbers."
METHOD = "exact evaluation from the protocol, entry by entry"


def table_corrections(
    claim: Claim, vocabulary: Symbols, writer: Writer, model: PaperModel, witness: StatementWitness
) -> Iterator[Correction]:
    """The table with the right entries in the place of the wrong ones."""
    statement = claim.main.statement
    assert statement.table is not None, "asked for tables only"
    changed: dict[tuple[int, int], str] = {}
    slight = True
    try:
        for entry, there in _wrong(statement, statement.table, witness):
            node = read_latex(entry.latex, vocabulary, slash=there.slash)
            if not isinstance(node, tree.Chain):
                return
            exact, printed = node.members[0], node.members[-1]
            if is_decimal(printed):
                changed[entry.row, entry.column], one_off = rounded_like(printed, exact, there, witness)
                slight = slight and one_off
            else:
                value = statement_interpreter(there, model).value(exact)
                changed[entry.row, entry.column], slight = writer.value(value), False
    except (MeaninglessError, ReadingError, ZeroDivisionError):
        return
    if changed:
        corrected = replace(statement, table=statement.table.with_entries(changed))
        finding = Finding.ROUNDING if slight else Finding.FALSE
        yield Correction(corrected, finding, WRONG_ROUNDING if slight else WRONG_ENTRIES)


def table_records(claim: Claim, verdict: Verdict, witness: StatementWitness) -> list[WitnessRecord]:
    """What evaluating the entries says of the printed table, and of the corrected one."""
    if verdict not in (Verdict.PROVED, Verdict.REFUTED, Verdict.CORRECTED):
        return []
    statement = claim.main.statement
    assert statement.table is not None, "asked for tables only"
    wrong = [entry.label for entry, _ in _wrong(statement, statement.table, witness)]
    count = len(statement.table.entries())
    said = f"wrong: {'; '.join(wrong)}" if wrong else f"all {count} entries hold"
    records = [WitnessRecord(METHOD, f"the printed table: {said}", bool(wrong) == (verdict is not Verdict.PROVED))]
    corrected = claim.correction.statement if claim.correction is not None else None
    if verdict is Verdict.CORRECTED and corrected is not None and corrected.table is not None:
        left = [entry.label for entry, _ in _wrong(corrected, corrected.table, witness)]
        said = f"wrong: {'; '.join(left)}" if left else f"all {count} entries hold"
        records.append(WitnessRecord(METHOD, f"the corrected table: {said}", not left))
    return records


def _wrong(
    statement: Statement, table: PrintedTable, witness: StatementWitness
) -> Iterator[tuple[TableEntry, Statement]]:
    """The entries that do not hold, each with what it claims."""
    for entry in table.entries():
        there = entry_statement(statement, entry)
        if witness.survey(there, 0, generic=1, boundary=0).failure is not None:
            yield entry, there
