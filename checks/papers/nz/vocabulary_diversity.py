"""Spellings of sections 4 and 5 and of the proof of Theorem 4.1, beyond those that all sections share."""

from __future__ import annotations

from checks.reading.symbols import Declaration

DIVERSITY: tuple[Declaration, ...] = ()
