"""Theorems about families of mechanisms, one folder a family."""
