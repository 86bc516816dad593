"""Who may act, and the tracker that every action moves."""
