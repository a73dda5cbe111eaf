"""Sections 4 and 5 and the proof of Theorem 4.1: local l-diversity."""

from __future__ import annotations

from checks.papers.nz.encodings.common import Encoding

ENCODINGS: dict[str, Encoding] = {}
