"""Run the server."""

import uvicorn

from boardwright.web.app import create_app
from boardwright.web.catalogue import Catalogue
from boardwright.web.store import Store


def serve(host: str, port: int, database: str) -> None:
    app = create_app(Store(database), Catalogue())
    uvicorn.run(app, host=host, port=port, access_log=False, log_level="warning", ws_per_message_deflate=False)
