"""Figures are saved by suffix, the same bytes each time, and embedded in pages without clashes."""

import re
import sys
from xml.etree import ElementTree

import pytest

from checks.show.plots import canvas
from checks.show.plots.canvas import PlotFileError, drawing, new_figure, plain, save, svg

pytest.importorskip("matplotlib")


@drawing
def curve(height=3.0):
    figure = new_figure(3, 2)
    axes = figure.add_subplot()
    axes.plot([0, 1, 2], [1, height, 2], label="$x^2$", **canvas.line(1))
    axes.fill_between([0, 1, 2], [1, height, 2], hatch="//")
    return figure


def test_a_figure_is_written_in_each_format_and_twice_the_same(tmp_path):
    begins = {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}
    for suffix, begin in begins.items():
        first, second = (save(curve(), tmp_path / f"{name}.{suffix}").read_bytes() for name in "ab")
        assert first == second
        assert first.startswith(begin)


@pytest.mark.parametrize("name", ["curve.gif", "curve", "curve.svg.gz"])
def test_another_suffix_is_refused(name, tmp_path):
    with pytest.raises(PlotFileError, match=re.escape(f"{name}: a plot is written to a file whose name ends in .svg")):
        save(curve(), tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_a_place_without_a_folder_is_refused(tmp_path):
    with pytest.raises(PlotFileError, match="cannot be written: there is no directory"):
        save(curve(), tmp_path / "none" / "curve.svg")
    (tmp_path / "folder.svg").mkdir()
    with pytest.raises(PlotFileError, match="it is a directory"):
        save(curve(), tmp_path / "folder.svg")


def test_pictures_in_one_page_share_no_ids_and_refer_to_their_own():
    pages = [svg(curve(), "a & <b>"), svg(curve(4.0), "another"), svg(curve(), "again", name="second-")]
    assert pages[0] == svg(curve(), "a & <b>")
    ids = []
    for page in pages:
        root = ElementTree.fromstring(page)
        own = [element.get("id") for element in root.iter() if element.get("id")]
        used = {element.get("{http://www.w3.org/1999/xlink}href") for element in root.iter()} - {None}
        used |= {"#" + place for place in re.findall(r"url\(#([^)]+)\)", page)}
        assert len(used) > 3
        assert used <= {f"#{name}" for name in own}
        assert root.get("aria-labelledby") in own
        ids += own
    assert len(ids) == len(set(ids))
    assert ElementTree.fromstring(pages[0])[0].text == "a & <b>"


def test_no_state_of_pyplot_and_no_style_of_the_user():
    import matplotlib

    expected = svg(curve(), "")
    with matplotlib.rc_context({"figure.facecolor": "black", "font.size": 30, "lines.linewidth": 9}):
        assert svg(curve(), "") == expected
        assert matplotlib.rcParams["font.size"] == 30
    assert "matplotlib.pyplot" not in sys.modules


def test_labels_of_users_are_no_mathematics_and_not_too_long():
    assert plain("cost in $ and\n$") == r"cost in \$ and \$"
    assert len(plain("x" * 100)) == 40
    assert plain("x" * 40) == "x" * 40


def test_curves_next_to_each_other_differ_in_colour_and_dashes():
    styles = [canvas.line(number) for number in range(7)]
    assert len({style["color"] for style in styles}) == len({str(style["linestyle"]) for style in styles}) == 7


def test_without_matplotlib_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(canvas.MissingPlotPackageError, match=r"extra `plots` brings along: pip install matplotlib"):
        curve()


def test_images_inside_a_picture_stay_what_they_are() -> None:
    from checks.show.plots.heat_map import heat_map
    from mechanisms.protocols.relaxation import randomized_response

    picture = svg(heat_map(randomized_response(3, 2)), "heat map")
    assert 'href="data:image/png;base64,' in picture
    assert 'href="#p' in picture
