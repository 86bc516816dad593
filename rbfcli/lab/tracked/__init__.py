"""The second gear of a simulation: steps of a fight kept by what they read of it, and played once for each such state.

How a fight is read: `layout` lays it out as a row of cells by its `parts`, `views` shows rules a fight of which
`reading` notes what they read, `rolls` shows them dice in the same way, `compared` are numbers of both that are
compared and not read, `questions` are asked in the middle of a step, and `asking` asks policies.

What is kept: `tree` keeps what came of a step by what was read and rolled, in `nodes`, `kept` the values of cells,
`form` all that is kept of fights of one shape (`alone` what follows from one cell, `people` what is left of theirs,
`wishes` what policies would do in one), `states` whole rows that came again, `came` what came of a command, and
`gear` is the cache of one run.

How fights are played by it: `row_playing` is a fight that is a row of cells and takes one command after another,
`playing` goes on with it by whole states and first deeds, and `switching` says when a run is played so.

How fights are solved by it: `followed` are positions that are rows of cells, `chances` the trees of all that commands
may come to, and `positions` finds the ways between positions by them.
"""
