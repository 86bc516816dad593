"""Sessions: the journal, undo, saves, and files that come in or go out."""
