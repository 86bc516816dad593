"""The second screen: it follows a save, and shows it anew whenever it changes."""
