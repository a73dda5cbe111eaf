"""Frequency oracles: shares of many categories from perturbed, hashed or encoded answers."""
