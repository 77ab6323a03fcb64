"""The web board: a server with a JSON API and WebSockets, its store, and the page.

``boardwright serve`` starts it. Everything here relies on the registry and the views that every game
has, so that a game added by a file or an entry point appears without a change. It needs the extra
``web``.
"""
