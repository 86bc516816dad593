"""TAB in a shell: the words that could stand at the cursor, as the prompt would suggest them.

A shell asks `rbf __complete :WORD BEFORE...` with the word at the cursor and those before it.
"""
