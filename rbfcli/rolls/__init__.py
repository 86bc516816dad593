"""`roll` and `odds` of dice, for every front end: nothing is imported that these dice do not need."""
