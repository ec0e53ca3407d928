"""The log: every entry, what was taken back struck through; any moment looked at, and gone back to."""

from referee.service.history import Seen
from referee.web.acts.possible_acts import words_of
from referee.web.acts.visit import Page, Visit
from referee.web.parts.board import board
from referee.web.parts.markup import Html, el
from referee.web.parts.shared_parts import action, hidden


def log_page(visit: Visit) -> Page:
    """List the log, the latest first."""
    rows = [row(visit, each) for each in reversed(visit.entries)]
    return Page(
        visit.say("web.page.log"),
        el("h1", visit.say("web.page.log"), class_="title"),
        el("p", visit.say("web.log_how")),
        el("ol", rows, class_="log", reversed=True),
        live=True,
    )


def row(visit: Visit, each: Seen) -> Html:
    """Show one entry."""
    entry = each.entry
    kept = "" if each.in_force else "struck"
    said = el("span", words_of(each.before, each.event, visit.lang))
    out = None if each.in_force else el("small", visit.say("web.taken_back"))
    return el(
        "li",
        el(
            "a",
            el("span", str(entry.seq), class_="seq"),
            el("span", said, class_="said"),
            href=f"{visit.root}log/{entry.seq}",
        ),
        out,
        class_=f"{entry.kind} {kept}".strip(),
        value=entry.seq,
    )


def moment_page(visit: Visit, seq: int) -> Page:
    """Show the table as it was believed to be at an entry."""
    walked = visit.entries
    if not 1 <= seq <= len(walked):
        return log_page(visit)
    each = walked[seq - 1]
    picture, sheet = board(visit, "phone", visit.game.view(each.after, visit.seat))
    said = words_of(each.before, each.event, visit.lang)
    return Page(
        visit.say("web.entry", n=seq),
        el(
            "h1",
            visit.say("web.entry", n=seq),
            el("small", said, class_=None if each.in_force else "struck"),
            class_="title",
        ),
        walk(visit, seq, len(walked)),
        el("figure", picture, class_="board"),
        back_here(visit, seq, len(walked), each),
        el("p", el("a", visit.say("web.dispute_it"), href=f"{visit.root}dispute?at={seq}", class_="button")),
        board=sheet,
    )


def walk(visit: Visit, seq: int, last: int) -> Html:
    """Walk to the entries before and after, by key and by tap."""

    def step(to: int, text: str, key: str) -> Html:
        if not 1 <= to <= last or to == seq:
            return el("span", text, class_="button off")
        return el("a", text, href=f"{visit.root}log/{to}", class_="button", data_key=key)

    return el(
        "nav",
        step(1, "⇤", "Home"),
        step(seq - 1, visit.say("web.earlier"), "ArrowLeft"),
        step(seq + 1, visit.say("web.later"), "ArrowRight"),
        step(last, "⇥", "End"),
        class_="row walk",
        aria_label=visit.say("web.walk"),
    )


def back_here(visit: Visit, seq: int, last: int, each: Seen) -> Html | None:
    """Offer to take everything after an entry back."""
    if seq == last or not each.in_force:
        return None
    return el(
        "form",
        hidden(visit),
        el("input", type="hidden", name="to", value=seq),
        el("label", visit.say("web.reason"), for_="reason"),
        el(
            "div",
            el("input", id="reason", name="reason"),
            el("button", visit.say("web.back_here")),
            class_="row",
        ),
        method="post",
        action=action(visit, "back"),
        class_="back",
    )
