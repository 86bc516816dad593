"""Sessions: the journal, undo, saves, import and export."""
