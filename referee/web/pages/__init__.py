"""One module for each page: a function from a visit to a page."""

from referee.web.access.seat_links import DEVICE, SCREEN
from referee.web.acts.visit import Page, Visit
from referee.web.pages.seat import seat_page
from referee.web.pages.table import handed_round_page, table_page, watch_page


def home_page(visit: Visit) -> Page:
    """Show the page a link opens: a seat, the table, or the curtain and who is behind it."""
    if visit.link.role == SCREEN:
        return table_page(visit)
    if visit.link.role == DEVICE and visit.seat is None:
        return handed_round_page(visit)
    if visit.watches:
        return watch_page(visit)
    return seat_page(visit)
