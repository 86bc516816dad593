"""The shapes of the documents that `--json` prints."""
