"""One module for each page: a function from a visit to a page."""

from referee.web.access.links import DEVICE, SCREEN
from referee.web.acts.request_context import Page, RequestContext
from referee.web.pages.seat import seat_page
from referee.web.pages.table import handed_round_page, table_page, watch_page


def home_page(context: RequestContext) -> Page:
    """Show the page a link opens: a seat, the table, or the curtain and who is behind it."""
    if context.link.role == SCREEN:
        return table_page(context)
    if context.link.role == DEVICE and context.seat is None:
        return handed_round_page(context)
    if context.watches:
        return watch_page(context)
    return seat_page(context)
