"""TAB in a shell: the words that this fight's system has at the cursor, without its engine.

A shell asks `rbf __complete :WORD BEFORE...` with the word at the cursor and those before it. What verbs, options and
words there are stands in tables made of the command structs; what is in the fight is read from the save.
"""
