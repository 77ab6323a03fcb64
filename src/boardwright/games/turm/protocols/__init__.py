"""Turm & Wächter over the network: the course's protocol, its server, client and referee."""
