"""Baseball, seven-card stud with wild cards: everything that is particular to this game."""
