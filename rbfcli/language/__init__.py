"""The language of the program: parsing lines into commands, completion, and help texts."""
