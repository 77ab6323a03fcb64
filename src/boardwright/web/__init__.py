"""The board in the browser: a server with a JSON API and WebSockets, the store behind it, and the page.

``boardwright serve`` starts it. Everything here follows the registry and the views that every game
has, so that a game added by a file or an entry point appears without a change. It needs the extra
``web``.
"""
