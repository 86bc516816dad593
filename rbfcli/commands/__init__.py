"""The verbs of the program, each from a command to its reply."""
