"""The maximum of a multinomial likelihood: the way up to it."""

from derivations.estimation.multinomial_maximum import ascent_term


def test_each_term_of_the_ascent_is_proved_without_oracles() -> None:
    weak, strict = ascent_term()
    assert not weak.oracles | strict.oracles
    assert len(strict.sequent.hypotheses) == 2
