"""Events turned into words: plain, rich and JSON."""
