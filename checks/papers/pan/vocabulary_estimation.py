"""Names of sections 5 and 6 and appendices E to G: RAPPOR, mean estimation, experiments, estimated frequencies."""

from __future__ import annotations

from checks.reading.symbols import Declaration

ESTIMATION: tuple[Declaration, ...] = ()
