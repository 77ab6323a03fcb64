"""The programs that the Congo course asks for."""
