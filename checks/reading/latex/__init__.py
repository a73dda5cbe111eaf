"""The reader of LaTeX as printed in papers.

`reader` reads; its parser is one class in layers above that of the grammar: `names`, `arguments`, on these `functions`
with the `operators` over domains, `derivatives`, and `environments`.
"""
