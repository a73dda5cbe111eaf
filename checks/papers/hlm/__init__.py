"""Holohan, Leith, Mason: Optimal Differentially Private Mechanisms for Randomised Response."""
