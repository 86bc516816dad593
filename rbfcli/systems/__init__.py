"""The rule systems bundled with the program."""
