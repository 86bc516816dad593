"""Files on disk: TOML read and written, locked and replaced whole; nothing here knows a rule."""
