"""The numbers of the formats of files: what this version writes, and the last that it reads.

A save gets a new number with every change of its form but one: a new field with a default. `session.old_saves` and
`Rules.migrate` read the older ones, and `tests/session/test_form.py` notices a change without a number.
"""

FORMAT = 1
SAVE_FORMAT = 4
