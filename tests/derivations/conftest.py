"""The prover is tested by its searches, of which no certificate may take the place."""

from __future__ import annotations

import pytest

from derivations.prover.certificates import VARIABLE


@pytest.fixture(autouse=True)
def _searched_anew(request, monkeypatch):
    if request.module.__name__.rpartition(".")[2].startswith("test_prover"):
        monkeypatch.setenv(VARIABLE, "none")
