"""The papers whose claims are checked, one package each."""
