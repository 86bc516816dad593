"""A fight told as a story, with its statistics."""
