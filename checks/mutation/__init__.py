"""The proof that the checker can fail: change what is printed, a little and everywhere, and see that it is found out.

`mutators` change a syntax tree, `mutants` a statement, `judge` decides on one changed statement with the machinery that
verifies claims, `campaign` runs them all in processes, `report` prints what came out.
"""
