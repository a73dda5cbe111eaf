"""Plots: each module draws one kind of figure from exact data; `canvas` makes figures, saves and embeds them."""
