"""The command line: one way to get a line, and the frame every process runs in."""
