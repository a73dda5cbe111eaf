from fractions import Fraction

from derivations.theorems.binary.erasure import channel_reproduces


def test_the_channel_from_erasure_reproduces_a_response() -> None:
    sequent = channel_reproduces().sequent
    a, t, c, d = Fraction(3, 5), Fraction(1, 2), Fraction(7, 10), Fraction(1, 5)
    mu = d / (1 - t)
    point = {"a": a, "t": t, "c": c, "d": d, "mu": mu, "w": (c - d + (a - t) * mu) / a, "v": (a - t) * mu / a}
    assert all(h.holds_at(point) for h in sequent.hypotheses)
    assert sequent.conclusion.holds_at(point)
