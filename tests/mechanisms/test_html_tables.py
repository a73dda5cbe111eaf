"""HTML tables of results: escaped, well-formed, of one width."""

from fractions import Fraction
from xml.etree import ElementTree

import pytest

from mechanisms.exact.html_tables import paragraph, table


def test_every_text_is_escaped_and_the_table_is_well_formed():
    hostile = '<script>alert("&")</script>'
    found = ElementTree.fromstring(table([hostile, "n"], [[hostile, Fraction(2, 3)], ["b", 7]], caption=hostile))
    assert [cell.text for cell in found.iter("th")] == [hostile, "n"]
    assert [cell.text for cell in found.iter("td")] == [hostile, "2/3", "b", "7"]
    assert found.find("caption").text == hostile
    assert found.find(".//script") is None
    assert ElementTree.fromstring(paragraph(hostile)).text == hostile


def test_without_headings_rows_have_them():
    found = ElementTree.fromstring(table([], [["eps", 1, 2], ["delta", 3]]))
    assert [cell.text for cell in found.iter("th")] == ["eps", "delta"]
    assert {cell.get("scope") for cell in found.iter("th")} == {"row"}
    assert found.find("thead") is None


def test_a_row_of_another_width_is_refused():
    with pytest.raises(ValueError, match="row 2 of the table has 1 cells, the header has 2"):
        table(["a", "b"], [[1, 2], [3]])
