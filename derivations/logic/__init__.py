"""The logic in which claims are stated: terms, rules, reader, printer; simple type theory over the real numbers."""
