"""The shapes of what `--json` prints: all keys of each, and what they hold.

Nothing of this is imported while the program answers: mypy holds the code to the shapes, and `schema json` is made of
them. A shape has what stands behind the envelope of its document.
"""
