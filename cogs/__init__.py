"""Discord's slash commands and buttons: thin, without state, rules or SQL."""
