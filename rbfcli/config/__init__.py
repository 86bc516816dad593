"""The configuration file: settings and aliases of a user, imported only where there is one."""
