"""Numbers are drawn as Python draws them, so that the same seed gives the same points."""

import random

from hypothesis import given
from hypothesis import strategies as st

from mechanisms.exact.drawing import Draws


@given(st.integers(), st.lists(st.integers(1, 2000), min_size=1))
def test_the_same_seed_gives_what_the_standard_library_gives(seed, bounds):
    known, drawn = random.Random(seed), Draws(seed)
    for bound in bounds:
        assert drawn.below(bound) == known.randrange(bound)
        assert drawn.one_of(range(bound)) == known.choice(range(bound))
        assert drawn.random() == known.random()
