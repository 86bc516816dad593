"""Dice as a parameter: whoever needs chance is handed a source of faces and asks it.

`Seeded` draws the same dice for ever from a seed, `Given` hands out faces thrown at the table, `branching.walk` follows
every outcome with its exact weight. Rules and dice expressions know only the protocol `source.Dice`.
"""
