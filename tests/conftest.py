"""Hypothesis profiles: `ci` repeats the same examples every time, `deep` looks for new ones for long."""

from hypothesis import settings

settings.register_profile("ci", derandomize=True, deadline=None, max_examples=50)
settings.register_profile("deep", deadline=None, max_examples=2000)
settings.load_profile("ci")
