"""The ground of RPJ: regions and the groups in them, and cover."""
