"""The language of the program: from a line to a command, completion, and help texts."""
