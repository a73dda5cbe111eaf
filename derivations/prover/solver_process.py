"""Run as a script of its own: asks z3 or cvc5 about the SMT-LIB text on standard input, answers with one line of JSON.

Usage: solver_process.py z3|cvc5 MILLISECONDS STEPS, with 0 for any number of steps of z3. A process can always be
stopped; a solver inside this one could not.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any


def ask_z3(text: str, milliseconds: int, steps: int) -> dict[str, Any]:
    """{"answer": sat, unsat or unknown, "model": {name: "a/b"}}; algebraic values are rounded."""
    import z3

    solver = z3.SolverFor("QF_NRA") if "is_int" not in text else z3.Solver()
    solver.set("timeout", milliseconds)
    solver.set("rlimit", steps)
    solver.from_string(text)
    answer = str(solver.check())
    model: dict[str, str] = {}
    if answer == "sat":
        found = solver.model()
        for declared in found.decls():
            value = found[declared]
            if z3.is_algebraic_value(value):
                value = value.approx(30)
            if z3.is_rational_value(value) or z3.is_int_value(value):
                model[declared.name()] = str(value.as_fraction() if z3.is_rational_value(value) else value.as_long())
    return {"answer": answer, "model": model}


def ask_cvc5(text: str, milliseconds: int, _: int) -> dict[str, Any]:
    """{"answer": sat, unsat or unknown}"""
    import cvc5

    solver = cvc5.Solver(cvc5.TermManager())
    solver.setOption("tlimit-per", str(milliseconds))
    if "is_int" not in text:
        solver.setOption("nl-cov", "true")
    parser = cvc5.InputParser(solver)
    parser.setStringInput(
        cvc5.InputLanguage.SMT_LIB_2_6,
        f"(set-logic {'QF_NIRA' if 'is_int' in text else 'QF_NRA'})\n{text}\n(check-sat)\n",
        "goal",
    )
    answer = "unknown"
    while True:
        command = parser.nextCommand()
        if command.isNull():
            return {"answer": answer, "model": {}}
        answer = str(command.invoke(solver, parser.getSymbolManager())).strip() or answer


if __name__ == "__main__":
    ask = {"z3": ask_z3, "cvc5": ask_cvc5}[sys.argv[1]]
    found = ask(sys.stdin.read(), int(sys.argv[2]), int(sys.argv[3]))
    print(json.dumps({**found, "seconds": time.process_time()}))
