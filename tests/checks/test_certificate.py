"""A certificate says what is proved in the file beside it, on one page."""

import json
import re
from hashlib import sha256
from pathlib import Path

import pytest

from tests.compilation import compiled


@pytest.fixture
def rates(tmp_path: Path) -> Path:
    path = tmp_path / "rates.csv"
    path.write_text("1/2,1/4,1/4\n1/6,1/2,1/3\n1/4,1/4,1/2\n")
    return path


def test_the_page_names_design_eps_pair_theorem_and_how_to_recheck(rates, tmp_path, rrproof):
    page = tmp_path / "page.html"
    code, out, _ = rrproof("certificate", str(rates), "--eps", "log(2)", "-o", str(page))
    assert (code, out) == (0, "")
    proofs = tmp_path / "page.proofs.json"
    text = page.read_text()
    assert r'alttext="P(0\mid 0)=1/2"' in text
    assert r'alttext="P(0\mid 1)=1/6"' in text
    assert f"rrproof recheck {proofs.name}" in text
    assert sha256(proofs.read_bytes()).hexdigest() in text
    assert sha256(rates.read_bytes()).hexdigest() in text
    assert text.count("<figure>") == 1
    assert re.search(r"rrproof \S+, \d{4}-\d\d-\d\d \d\d:\d\d UTC", text), "by what it was made, and when"
    code, out, _ = rrproof("recheck", str(proofs))
    assert code == 0
    last = out.splitlines()[-1]
    assert last == "5 proofs check, nothing argued, no oracle"
    assert last in text
    assert "every statement was rebuilt from the questions in the file" in out


def test_another_matrix_in_the_proof_file_is_found_out(rates, tmp_path, rrproof):
    assert rrproof("certificate", str(rates), "-o", str(tmp_path / "page.html"))[0] == 0
    proofs = tmp_path / "page.proofs.json"
    data = json.loads(proofs.read_text())
    data["proofs"][0]["question"]["design"]["matrix"][0] = ["1/3", "1/3", "1/3"]
    proofs.write_text(json.dumps(data))
    assert rrproof("recheck", str(proofs))[0] == 1


def test_the_document_compiles_to_one_page(rates, tmp_path, rrproof):
    tex = tmp_path / "page.tex"
    assert rrproof("certificate", str(rates), "-o", str(tex))[0] == 0
    assert compiled(tex.read_text(), tmp_path) == 1


def test_a_certificate_is_of_one_matrix_and_a_known_format(rates, tmp_path, rrproof):
    code, _, err = rrproof("certificate", "grr(k=3)", "-o", str(tmp_path / "a.html"))
    assert code == 2
    assert "a certificate is of one matrix" in err
    code, _, err = rrproof("certificate", str(rates), "-o", str(tmp_path / "a.docx"))
    assert code == 2
    assert ".html, .pdf, .tex" in err


def test_a_design_that_is_private_at_no_eps_is_certified_at_a_level_only(tmp_path, rrproof):
    page = tmp_path / "a.html"
    code, _, err = rrproof("certificate", "direct", "-o", str(page))
    assert code == 2
    assert "direct is private at no eps; --eps names a level" in err
    assert not page.exists()
    assert rrproof("certificate", "mangat(p=1/2)", "--eps", "log(2)", "-o", str(page))[0] == 0
    code, out, _ = rrproof("recheck", str(tmp_path / "a.proofs.json"))
    assert code == 0
    assert "at eps = log(2) ~ 0.693147 with delta = 1/2, and with no smaller delta there" in " ".join(out.split())


def test_what_tells_nothing_is_private_at_zero(tmp_path, rrproof):
    assert rrproof("certificate", "grr(k=3, eps=0)", "-o", str(tmp_path / "a.html"))[0] == 0
    code, out, _ = rrproof("recheck", str(tmp_path / "a.proofs.json"))
    assert code == 0
    assert "private with eps = 0, and with no smaller eps" in " ".join(out.split())


def test_the_page_is_also_asked_for_as_elsewhere(rates, tmp_path, rrproof):
    page, other = tmp_path / "a.html", tmp_path / "b.html"
    assert rrproof("certificate", str(rates), "--html", str(page))[0] == 0
    assert (tmp_path / "a.proofs.json").exists()
    written = page.read_text()
    assert rrproof("certificate", str(rates), "-o", str(tmp_path / "a.tex"), "--html", str(other))[0] == 0
    assert "Certificate of privacy" in written
    assert "Certificate of privacy" in other.read_text()
    assert (tmp_path / "a.tex").exists()
    code, _, err = rrproof("certificate", str(rates))
    assert code == 2
    assert "where to? -o FILE" in err


def test_as_json_it_says_what_the_page_says_and_names_its_proofs(rates, tmp_path, rrproof):
    proofs, file = tmp_path / "a.proofs.json", tmp_path / "a.json"
    code, out, _ = rrproof("certificate", str(rates), "--eps", "log(2)", "--json", "--html", str(tmp_path / "a.html"))
    assert code == 0
    result = json.loads(out)["result"]
    assert result["proofs"] == {"file": str(proofs), "sha256": sha256(proofs.read_bytes()).hexdigest(), "count": 5}
    assert result["sha256"] == sha256(rates.read_bytes()).hexdigest()
    assert result["parity"]["exact"] == "3"
    assert result["attained"]["response"] == "0"
    assert result["attained"]["truths"] == ["0", "1"]
    assert [one["exact"] for one in result["attained"]["probabilities"]] == ["1/2", "1/6"]
    assert all(one["exact"] == "1/6" for one in result["delta"]), "1/2 - 2/6"
    assert "eps = log(3)" in result["theorems"][0]
    assert rrproof("certificate", str(rates), "--json", "-o", str(file), "--proof", str(proofs))[1] == ""
    assert json.loads(file.read_text())["result"]["proofs"]["file"] == str(proofs)
    assert rrproof("recheck", str(proofs))[0] == 0
    assert json.loads(rrproof("certificate", str(rates), "--json")[1])["result"]["proofs"] is None
    code, _, err = rrproof("certificate", str(rates), "--json", "-o", str(tmp_path / "a.pdf"))
    assert code == 2
    assert "--html FILE writes a page" in err


def test_labels_of_the_document_are_mathematics(rates, tmp_path, rrproof):
    tex = tmp_path / "page.tex"
    assert rrproof("certificate", str(rates), "--eps", "1", "-o", str(tex))[0] == 0
    assert r"\item[{smallest $\epsilon$}]" in tex.read_text()
    assert r"\item[{$\delta$ at $\epsilon=1$}]" in tex.read_text()
