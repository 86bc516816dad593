"""What each result of an action roll brings."""
