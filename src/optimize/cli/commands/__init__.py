"""The commands. Every module beside this one holds the `app` of the command that it is named after."""
