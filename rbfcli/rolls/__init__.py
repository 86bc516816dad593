"""`roll` and `odds` of dice, for every front end, with as few imports as possible."""
