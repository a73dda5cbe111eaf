"""Decks of cards, in real proportions and in whole cards."""
