"""Dice notation: text → tree → rolled tree → words, each in its file.

`tokens`, `reader`, `grammar`, `modifiers`, `anydice`, `checks`: text → tree (`parsing.parse` is the way in).
`dialects`: what each dialect's spellings mean. `foreign`: what a line that does not read was perhaps meant to be.
`tree`, `canonical`: the tree, and back to text in one spelling.
`roller`, `cup`, `rethrow`, `selection`, `exact`: tree × dice → rolled tree (`plan.roll` is the way in).
`rolled`, `result`, `table`: what a roll came to. The words are in the renderer.
"""

from rbfcli.kernel.notation.plan import roll, sides_of_sum

__all__ = ["roll", "sides_of_sum"]
