"""Respondents who draw cards from a deck, alone or shared."""
