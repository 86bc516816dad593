"""Where a fight, its rules, its dice and its file meet: perform, undo, redo, save."""
