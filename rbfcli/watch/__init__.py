"""The second screen."""
