"""The grammar that both notations share: an operator-precedence (Pratt) parser over their tokens.

A parser of our own rather than lark: which tokens form a name, and whether a name followed by a bracket is a call,
depends on the declared vocabulary, which a fixed context-free grammar cannot see; Earley with all readings kept
is ambiguous there and slow on long products; and errors must name what was expected at a caret.

The parser is one class in layers, each a file: `token_stream`, what is read; `notation`, what the notations provide;
`comma_lists`; `sets`, with all brackets; on these `arithmetic`, `statements` and `ranges`, and on arithmetic
`declared_names`; `parser` chooses among them by `precedence`.
"""
