"""Names of section 3.3, section 4 and appendices C and D: continual relaxation, inference, the linear program."""

from __future__ import annotations

from checks.reading.symbols import Declaration

CONTINUAL: tuple[Declaration, ...] = ()
