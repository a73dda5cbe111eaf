"""LaTeX documents of designs and of results, and the breaking of long formulas into lines."""
