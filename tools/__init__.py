"""What developers run from a checkout; nothing of it is shipped."""
