"""The rules of every game, the house that runs them, and records of play.

Everything here is pure: no input or output, no time, no randomness, no Discord. What happens is
handed in (a shuffled deck, the present time, a player's words); what comes of it is handed back.
"""
