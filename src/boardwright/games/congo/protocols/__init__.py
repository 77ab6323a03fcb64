"""The Congo course's tournament: the protocol, its player and its programs."""
