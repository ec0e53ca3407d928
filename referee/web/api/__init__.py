"""The same as JSON: what is now, what may be done, what was done; described by OpenAPI."""

from litestar import Router
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

from referee.web.api import service_routes, table_routes
from referee.web.api.schema import find_context, require_keeper
from referee.web.streams.disk_threads import threaded

_HANDLERS = [*service_routes.HANDLERS, *table_routes.HANDLERS, *service_routes.WITNESS_HANDLERS]

_DEPENDENCIES = {
    "context": Provide(threaded(find_context)),
    "keeper": Provide(threaded(require_keeper)),
    "book": Provide(threaded(service_routes.open_book)),
}

API = [Router("/", route_handlers=_HANDLERS, dependencies=_DEPENDENCIES)]


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
