"""The same as JSON: what is now, what may be done, what was done; described by OpenAPI."""

from litestar import Router
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

from referee.web.api import keeping, library, reading, streaming, witnessing, writing
from referee.web.api.showing import context_of, keeper_of
from referee.web.streams.disk_threads import threaded

HANDLERS = [
    *library.HANDLERS,
    *keeping.HANDLERS,
    *reading.HANDLERS,
    *writing.HANDLERS,
    *streaming.HANDLERS,
    *witnessing.HANDLERS,
]

COME_IN = {
    "context": Provide(threaded(context_of)),
    "keeper": Provide(threaded(keeper_of)),
    "book": Provide(threaded(witnessing.book_of)),
}

API = [Router("/", route_handlers=HANDLERS, dependencies=COME_IN)]


def openapi() -> OpenAPIConfig:
    """Describe the API."""
    bearer = SecurityScheme(type="http", scheme="bearer", description="The last part of a link's address.")
    return OpenAPIConfig(
        title="Referee",
        version="1",
        path="/api/schema",
        description=(
            "Everything the pages do. Every write carries `seen`, the revision it was decided on, and `key`:"
            " the same key gets the same answer, for ever."
        ),
        components=Components(security_schemes={"link": bearer}),
        render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        create_examples=False,
    )
