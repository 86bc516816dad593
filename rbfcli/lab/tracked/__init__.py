"""The second gear of a simulation: steps of a fight kept by what they read of it, and played once for each such state.

`layout` lays a fight out as cells, `views` shows rules a fight that notes which of them are read, `tree` keeps what
came of a step by what was read and rolled, `gear` is the cache of one run, and `playing` plays fights by it.
"""
