"""Output: events as sentences, tables and JSON."""
