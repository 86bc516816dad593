"""The prompt, with completion and history; it notices when the save changes."""
