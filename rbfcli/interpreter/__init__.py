"""Carries out lines: one road from words to a reply for the command line, the prompt and scripts."""
