"""The file of certificates is written from a verification."""

from __future__ import annotations

from click.testing import CliRunner

from checks.running import certificates
from derivations.prover.certificates import VARIABLE, Certificates

CLAIM = "NZ-60"


def test_a_verification_writes_what_it_searched_for(tmp_path, monkeypatch):
    path = tmp_path / "some.sqlite"
    monkeypatch.setattr(certificates, "PATH", path)
    monkeypatch.setenv(VARIABLE, "none")
    searched = CliRunner().invoke(certificates.main, [CLAIM, "--jobs", "1"])
    assert searched.exit_code == 0, searched.output
    found = Certificates(path).keys()
    assert found
    assert searched.output.startswith(f"some.sqlite: {len(found)} new certificates, 0 that were known")
    monkeypatch.delenv(VARIABLE)
    again = CliRunner().invoke(certificates.main, [CLAIM, "--jobs", "1"])
    assert again.exit_code == 0, again.output
    assert len(Certificates(path).keys()) >= len(found)
    assert " 0 that were known" not in again.output
