"""Constraints from TOML files: each kind is read exactly, and what is wrong is said with file, constraint and key."""

from fractions import Fraction as F

import pytest

from lp.constraints.constrained_design import optimal_design_under
from lp.constraints.entries import (
    EntryBounds,
    EqualEntries,
    ExpectedScores,
    LinearRelation,
    LocalDiversity,
    SymmetricMatrix,
    ZeroEntries,
)
from lp.constraints.files import KINDS, MAXIMAL_BYTES, ConstraintFileError, constraints_from_text, read_constraints
from lp.constraints.metric_factors import geo_indistinguishability
from lp.constraints.nearness import NearDesign
from lp.constraints.posteriors import GuessingCap, InformationPrivacy, PosteriorCap, PriorBreach
from lp.constraints.privacy import ApproximatePrivacy, BoundedRange, LocalPrivacy, MetricPrivacy
from lp.losses.linear_loss import hamming
from mechanisms.exact.privacy_level import PrivacyLevel
from mechanisms.guarantees.criteria.information_privacy import breach_demand

HALF = (F(1, 2), F(1, 2))
READ = [
    ('kind = "local-privacy"\nepsilon = "log(3)"', LocalPrivacy(F(3))),
    ('kind = "local-privacy"\nx = "5/2"', LocalPrivacy(F(5, 2))),
    ('kind = "approximate-privacy"\nx = 2\ndelta = "0.1"', ApproximatePrivacy(F(2), F(1, 10))),
    ('kind = "metric-privacy"\nx = 4\ndistances = [[0, "1/2"], ["inf", 0]]', MetricPrivacy(((1, 2), (None, 1)))),
    ('kind = "metric-privacy"\nfactors = [[1, "3/2"], [2, 1]]', MetricPrivacy(((1, F(3, 2)), (2, 1)))),
    (
        'kind = "metric-privacy"\nx = 4\npoints = [[0, 0], [1, 1]]\nrounding = "safe"',
        geo_indistinguishability(PrivacyLevel.of_x(4), ((0, 0), (1, 1))),
    ),
    ('kind = "bounded-range"\nx = 2\noffsets = [[1, "2/3"], [1, 1]]', BoundedRange(F(2), ((1, F(2, 3)), (1, 1)))),
    ('kind = "parity"\nmost = 4', LocalPrivacy(F(4))),
    ('kind = "factor-privacy"\nbeta = "5/4"', LocalPrivacy(F(5, 4))),
    ('kind = "average-security"\nphi = "5/4"', ApproximatePrivacy(F(1), F(1, 4))),
    ('kind = "posterior"\nprior = ["1/2", "1/2"]\nmost = "3/4"', PosteriorCap(HALF, F(3, 4))),
    (
        'kind = "posterior"\nprior = ["1/2", "1/2"]\nleast = "1/8"\nevents = [[0]]',
        PosteriorCap(HALF, F(1), F(1, 8), ((0,),)),
    ),
    ('kind = "breach"\nrho1 = "1/4"\nrho2 = "1/2"', InformationPrivacy(breach_demand(F(1, 4), F(1, 2)))),
    ('kind = "breach"\nrho1 = "1/4"\nrho2 = "1/2"\nprior = ["1/2", "1/2"]', PriorBreach(HALF, F(1, 4), F(1, 2))),
    ('kind = "guess"\nprior = ["1/2", "1/2"]\nmost = "2/3"', GuessingCap(HALF, F(2, 3))),
    ('kind = "local-diversity"\nlevel = 2\ntruths = 3', LocalDiversity(2, ((0, 1), (0, 2), (1, 2)))),
    ('kind = "local-diversity"\nlevel = 1\nsets = [[0, 1], [1]]', LocalDiversity(1, ((0, 1), (1,)))),
    ('kind = "entry"\ntruth = 0\nresponse = 1\nvalue = "1/3"', EntryBounds(0, 1, F(1, 3), F(1, 3))),
    ('kind = "entry"\ntruth = 0\nresponse = 1\nleast = "1/3"', EntryBounds(0, 1, F(1, 3))),
    ('kind = "zeros"\ncells = [[0, 1]]', ZeroEntries(((0, 1),))),
    ('kind = "equal"\ngroups = [[[0, 0], [1, 1]]]', EqualEntries((((0, 0), (1, 1)),))),
    ('kind = "symmetric"', SymmetricMatrix()),
    (
        'kind = "relation"\nterms = [[0, 1, "-1/2"], [1, 1, 2]]\nrelation = ">="\nbound = "-1"',
        LinearRelation((((0, 1), F(-1, 2)), ((1, 1), F(2))), ">=", F(-1)),
    ),
    ('kind = "scores"\nscores = [0, 1]\nexpectations = ["1/4", "3/4"]', ExpectedScores((0, 1), (F(1, 4), F(3, 4)))),
    (
        'kind = "near"\ncenter = [[1, 0], [0, 1]]\nradius = "1/4"\ndistance = "max"',
        NearDesign(((1, 0), (0, 1)), F(1, 4), "max"),
    ),
]


def test_each_kind_is_read_exactly():
    text = "\n".join(f"[[constraint]]\n{table}" for table, _ in READ)
    assert constraints_from_text(text, "all.toml") == tuple(constraint for _, constraint in READ)
    assert {table.split('"')[1] for table, _ in READ} == set(KINDS)


def test_a_level_that_is_irrational_is_rounded_on_request():
    (found,) = constraints_from_text(
        '[[constraint]]\nkind = "local-privacy"\nepsilon = "1/2"\nrounding = "safe"', "rounded"
    )
    assert F("1.6487") < found.x < F("1.6487212707001282")
    with pytest.raises(ConstraintFileError, match=r"key 'epsilon': e\^\(1/2\) is irrational"):
        constraints_from_text('[[constraint]]\nkind = "local-privacy"\nepsilon = "1/2"', "refused")


def test_a_file_is_a_mixture(tmp_path):
    path = tmp_path / "mixture.toml"
    path.write_text(
        '[[constraint]]\nkind = "local-privacy"\nx = 3\n\n'
        '[[constraint]]\nkind = "entry"\ntruth = 0\nresponse = 0\nmost = "1/2"\n'
    )
    found = optimal_design_under(hamming(2), read_constraints(path))
    # P[0, 0] <= 1/2 leaves P[0, 1] >= 1/2, so that P[1, 0] >= 1/6 and P[1, 1] <= 5/6.
    assert found.value == F(1, 2) + F(1, 6)
    assert found.active == ("P[0, 0] = 3 P[1, 0]", "P[0, 0] = 1/2")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[constraint]", "bad.toml: not a TOML file"),
        ("", "bad.toml: no constraint"),
        ("other = 1", "bad.toml: unknown key 'other'"),
        ("constraint = 3", "key 'constraint': write each table under its own"),
        ("[[constraint]]\nx = 3", "constraint 1: key 'kind' is missing; it is one of local-privacy,"),
        ('[[constraint]]\nkind = "privat"', "constraint 1: key 'kind' 'privat' is unknown"),
        (
            '[[constraint]]\nkind = "local-privacy"',
            r"constraint 1 \(local-privacy\): exactly one of the keys epsilon, x",
        ),
        ('[[constraint]]\nkind = "local-privacy"\nx = 3.5', "key 'x': an exact number such as .* is needed, not 3.5"),
        ('[[constraint]]\nkind = "local-privacy"\nx = "1e9"', "key 'x': a number such as"),
        ('[[constraint]]\nkind = "local-privacy"\nx = "1/0"', "key 'x': a number such as"),
        ('[[constraint]]\nkind = "local-privacy"\nx = "1/2"', "key 'x': x = e.eps must be at least 1"),
        (f'[[constraint]]\nkind = "local-privacy"\nx = {"9" * 70}', "at most 60 characters"),
        (f'[[constraint]]\nkind = "local-privacy"\nx = {"9" * 7000}', "too long"),
        ('[[constraint]]\nkind = "local-privacy"\nepsilon = "e"', "key 'epsilon': eps is a number such as 1/2"),
        ('[[constraint]]\nkind = "parity"\nmost = 2\nleast = 1', "unknown key 'least'; the keys are most"),
        ('[[constraint]]\nkind = "symmetric"\nx = 2', "unknown key 'x'; the keys are none but kind"),
        ('[[constraint]]\nkind = "guess"\nmost = 1', "key 'prior' is missing"),
        ('[[constraint]]\nkind = "guess"\nprior = 1\nmost = 1', "key 'prior': a list of at most 4096 items is needed"),
        ('[[constraint]]\nkind = "guess"\nprior = ["1/2", "1/3"]\nmost = 1', r"\(guess\): the prior must have weights"),
        ('[[constraint]]\nkind = "zeros"\ncells = [[0]]', "key 'cells': a cell is"),
        ('[[constraint]]\nkind = "relation"\nterms = [[0, 1]]', "key 'terms': a term is"),
        ('[[constraint]]\nkind = "breach"\nrho1 = "1/2"\nrho2 = "1/4"', "needs 0 < rho1 <= rho2 < 1"),
        ('[[constraint]]\nkind = "entry"\ntruth = 0\nresponse = 0', "one of the keys value, least, most is missing"),
        ('[[constraint]]\nkind = "entry"\ntruth = -1\nresponse = 0', "key 'truth': an integer from 0"),
        (
            '[[constraint]]\nkind = "near"\ncenter = [[1]]\nradius = 0\ndistance = "angle"',
            "one of total-variation, l1, max, not 'angle'",
        ),
        (
            '[[constraint]]\nkind = "parity"\nmost = 2\n[[constraint]]\nkind = "parity"',
            r"constraint 2 \(parity\): key 'most'",
        ),
    ],
)
def test_errors_name_file_constraint_and_key(tmp_path, text, message):
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(ConstraintFileError, match=message) as caught:
        read_constraints(path)
    assert str(caught.value).startswith(str(path))


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(ConstraintFileError, match=r"none\.toml: cannot be read: No such file"):
        read_constraints(tmp_path / "none.toml")
    (tmp_path / "latin.toml").write_bytes(b"# \xe9")
    with pytest.raises(ConstraintFileError, match="not text in UTF-8"):
        read_constraints(tmp_path / "latin.toml")
    (tmp_path / "large.toml").write_bytes(b"#" * (MAXIMAL_BYTES + 1))
    with pytest.raises(ConstraintFileError, match="larger than 1000000 bytes"):
        read_constraints(tmp_path / "large.toml")
    (tmp_path / "deep.toml").write_text("constraint = " + "[" * 50_000)
    with pytest.raises(ConstraintFileError, match="not a TOML file"):
        read_constraints(tmp_path / "deep.toml")
