"""How fast Umpire is beside its peers, measured in one run; `README.md` says how to start them."""
