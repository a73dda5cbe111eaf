"""The store of records: it returns what was put in under the same key, and never anything damaged."""

import fnmatch
import json
import re
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checks.claims.proof_data import KeptProof, packed
from checks.claims.record import ClaimRecord, ObligationRecord, ReadingRecord, StepRecord, WitnessRecord
from checks.running import cache
from checks.running.cache import CacheError, load, store
from checks.running.pool import unknown

PROOF = KeptProof(packed('{"rule": ["a", {"b": 1}]}'))
ROOT = Path(cache.__file__).resolve().parents[2]


@pytest.fixture
def record(workbench):
    claim = workbench.use("").claims[0]
    obligation = ObligationRecord("link", "|- 1 = 1", "proved", "one_variable", ("z3",), "", PROOF)
    reading = ReadingRecord("as printed", "proved", True, "s", "0 < p", None, None, "", (obligation,))
    return replace(
        unknown(claim, "ünïcode\n", 1.5),
        verdict="corrected",
        finding="misprint",
        readings=(reading, replace(reading, needed=False, breaks_at="x", counterexample={"p": "1/2"})),
        oracles=("z3",),
        witnesses=(WitnessRecord("grid", "agrees", True),),
        derivation=(StepRecord("a", "b", "c"),),
        correction_proof=(obligation,),
    )


def test_a_record_comes_back_whole(record):
    store(record, "key")
    assert load(record.id, "key") == record


def test_without_proofs_all_the_rest_comes_back(record):
    store(record, "key")
    bare = load(record.id, "key", with_proofs=False)
    assert bare.readings[0].obligations[0].proof is None
    assert replace(bare, readings=(), correction_proof=()) == replace(record, readings=(), correction_proof=())


def test_another_key_finds_nothing(record):
    store(record, "key")
    assert load(record.id, "kez") is None
    assert load("FAKE-77", "key") is None


def test_a_new_record_takes_the_place_of_the_old_and_leaves_no_litter(record, workbench):
    store(record, "key")
    store(replace(record, note="new"), "other")
    assert load(record.id, "key") is None
    assert load(record.id, "other").note == "new"
    assert [p.name for p in workbench.cache.iterdir()] == ["FAKE-01.jsonl"]


def test_unknown_is_not_kept(record, workbench):
    store(replace(record, verdict="unknown"), "key")
    assert not workbench.cache.exists()


@pytest.mark.parametrize("claim_id", ["../../escape", "a/b", "..", "nul\0", "C:\\x", "%2e"])
def test_no_claim_id_leads_out_of_the_directory(record, workbench, claim_id):
    store(replace(record, id=claim_id), "key")
    assert load(claim_id, "key").id == claim_id
    assert len(list(workbench.cache.iterdir())) == 1
    assert {p.name for p in workbench.folder.iterdir()} == {"cache", "drive.py", "fake_verifier.py", "papers"}


@given(st.data())
def test_no_flipped_or_missing_byte_goes_unnoticed(tmp_path_factory, data):
    folder = tmp_path_factory.mktemp("kept")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RRPROOF_CACHE_DIR", str(folder))
        record = ClaimRecord(
            "A-1", "A", "p", "k", "proved", None, (), "s", "d", {"p": "1/2"}, None, (), (), 0.5, "note", (), ()
        )
        store(record, "key")
        path = folder / "A-1.jsonl"
        content = bytearray(path.read_bytes())
        position = data.draw(st.integers(0, len(content) - 1))
        if data.draw(st.booleans()):
            content[position] ^= data.draw(st.integers(1, 255))
        else:
            del content[position:]
        path.write_bytes(bytes(content))
        with suppress(CacheError):  # damage that is told, and otherwise none that is taken for the record
            assert load("A-1", "key") in (None, record)


@pytest.mark.parametrize("content", [b"", b"\n", b"[]\n{}", b"{}\n{}", b"null", b"\xff\xfe\n", b"[" * 100_000, b"7\n"])
def test_garbage_is_refused(record, workbench, content):
    store(record, "key")
    (path,) = workbench.cache.iterdir()
    path.write_bytes(content)
    with pytest.raises(CacheError, match=r"FAKE-01\.jsonl cannot be used"):
        load(record.id, "key")


def test_a_record_of_another_shape_is_refused_though_its_checksum_is_right(record, workbench):
    from hashlib import sha256

    store(record, "key")
    (path,) = workbench.cache.iterdir()
    for body in (
        b"{}",
        b"[]",
        json.dumps({**record.to_data(), "extra": 1}).encode(),
        b'{"readings": 3}',
        json.dumps(record.to_data()).encode(),
    ):
        body += b"\n[]"
        head = json.dumps({"key": "key", "sha256": sha256(body).hexdigest()}).encode()
        path.write_bytes(head + b"\n" + body)
        with pytest.raises(CacheError):
            load(record.id, "key")


def test_a_directory_in_the_place_of_a_file_is_refused(record, workbench):
    (workbench.cache / "FAKE-01.jsonl").mkdir(parents=True)
    with pytest.raises(CacheError):
        load(record.id, "key")
    with pytest.raises(CacheError, match="cannot be written"):
        store(record, "key")
    assert [p.name for p in workbench.cache.iterdir()] == ["FAKE-01.jsonl"], "no litter"


def test_where_records_are_kept(monkeypatch, tmp_path):
    monkeypatch.setenv("RRPROOF_CACHE_DIR", str(tmp_path / "a"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "b"))
    assert cache.directory() == tmp_path / "a"
    monkeypatch.delenv("RRPROOF_CACHE_DIR")
    assert cache.directory() == tmp_path / "b" / "rrproof"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache.directory() == tmp_path / ".cache" / "rrproof"


def test_sources_count_that_a_verdict_can_depend_on():
    names = [name for name, _ in cache.source_files()]
    assert len(names) == len(set(names))
    assert {
        "derivations/arithmetic/kernel.py",
        "mechanisms/exact/rational.py",
        "lp/__init__.py",
        "checks/claims/verdict.py",
    } <= set(names)
    assert {"checks/papers/hlm/model.py", "checks/reading/latex/reader.py"} <= set(names)
    assert not any(name.endswith((".pyc", "claims.toml")) for name in names)
    assert not {
        "checks/show/typeset.py",
        "checks/show/html/templates/style.css",
        "checks/show/plots/canvas.py",
        "checks/papers/mw/figures.py",
    } & set(names)


def _sources():
    return [path for package in ("checks", "derivations") for path in (ROOT / package).rglob("*.py")]


def test_each_pattern_of_what_comes_after_verdicts_has_files():
    found = {path.relative_to(ROOT).as_posix() for path in _sources()}
    for pattern in cache.AFTER_VERDICTS:
        assert fnmatch.filter(found, pattern), pattern


def test_nothing_that_decides_a_verdict_imports_what_comes_after_verdicts():
    later = {
        ".".join(path.with_suffix("").relative_to(ROOT).parts)
        for path in _sources()
        if cache.is_after_verdicts(path.relative_to(ROOT).as_posix())
    }
    found = set()
    for path in _sources():
        name = path.relative_to(ROOT).as_posix()
        if not cache.is_after_verdicts(name):
            source = path.read_text(encoding="utf-8")
            words = set(re.findall(r"(?:checks|derivations)(?:\.\w+)+", source))
            imported = re.findall(r"from ((?:checks|derivations)[\w.]*) import (\w+)", source)
            words |= {f"{package}.{each}" for package, each in imported}
            found |= {(name, word) for word in words & later}
    assert {name for name, _ in found} == {
        "checks/__init__.py",
        "checks/__main__.py",
        "checks/mutation/__main__.py",
        "checks/running/runner.py",
    }
    assert {word for name, word in found if name == "checks/running/runner.py"} == {"checks.show.report"}
