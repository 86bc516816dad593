"""The bounds that protect the machine from a file, and a user from waiting."""

FILE_BYTES = 8 * 1024 * 1024
KEY_PARTS = 32
NESTING = 32
DEPTH = 64
INTEGER = 2**53
INCLUDE_DEPTH = 16
LOCK_SECONDS = 10.0
MISTAKES_SHOWN = 100
FORMAT = 1
SAVE_FORMAT = 2
