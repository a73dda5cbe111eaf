"""HTML: the frame that all pages share, formulas as MathML, tables, and the report on verified papers."""
