"""The story of a fight: its journal played again, told round by round, with what the numbers of it came to."""
