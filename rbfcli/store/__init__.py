"""Files on disk: reading, writing, locking and replacing TOML files, without knowledge of rules."""
