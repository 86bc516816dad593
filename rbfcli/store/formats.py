"""The numbers of the formats of files: what this version writes, and the last that it reads."""

FORMAT = 1
SAVE_FORMAT = 3
