"""The prompt: one way to get a line, with completion, history and an eye on the save."""
