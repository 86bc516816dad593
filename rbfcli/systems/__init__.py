"""The rule systems that come with the program."""
