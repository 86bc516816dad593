"""Mutation tests of the rules: every function is changed in small ways, and a test has to fail each time.

`changes` makes the mutants, `trial` runs the tests of each, `survivors` knows which may live, `report` counts.
"""
