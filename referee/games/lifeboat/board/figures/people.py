"""The people in the boat: a face and clothes for each character, how somebody fares; our own drawing."""

from typing import NamedTuple

from referee.draw.svg import NOTHING, Markup, el, group, join, path, text_at


class Looks(NamedTuple):
    """How a character is drawn: coat, skin and hair as colours, and what it wears as paths with classes."""

    coat: str
    skin: str
    hair: str
    wears: tuple[tuple[str, str], ...]


HEAD = "M-15 -2C-15 -22 15 -22 15 -2C15 10 8 17 0 17C-8 17 -15 10 -15 -2Z"
BODY = "M-30 60C-30 28 -18 20 0 20C18 20 30 28 30 60Z"
"""Head and body about the middle of the face; the body ends 60 units below it."""

LOOKS: dict[str | None, Looks] = {
    "lauren": Looks(
        "#8e3b8f", "#f3cfb3", "#7a3d1d",
        (
            ("M-17 4C-22 -24 22 -24 17 4C19 16 14 18 13 10C14 -6 -14 -6 -13 10C-14 18 -19 16 -17 4Z", "hair"),
            ("M-30 -13C-18 -19 18 -19 30 -13C18 -8 -18 -8 -30 -13ZM-14 -16C-12 -29 12 -29 14 -16Z", "coat"),
            ("M12 -19C20 -34 30 -32 26 -22C22 -17 16 -17 12 -19Z", "trim"),
            ("M-9 26H9M-6 29H6", "line trim-line"),
        ),
    ),
    "stephen": Looks(
        "#3d4654", "#eec3a2", "#8b8680",
        (
            ("M-20 -14H20V-10H-20ZM-13 -14V-36H13V-14Z", "dark"),
            ("M-13 -18H13V-14H-13Z", "trim"),
            ("M-9 8C-4 3 4 3 9 8C4 9 -4 9 -9 8Z", "hair"),
            ("M-7 22L0 27L7 22V32L0 27L-7 32Z", "trim"),
        ),
    ),
    "captain": Looks(
        "#1d3a6e", "#e9b48f", "#d8d2c6",
        (
            ("M-15 2C-15 24 15 24 15 2C12 9 7 7 0 7C-7 7 -12 9 -15 2Z", "hair"),
            ("M-18 -12C-20 -24 20 -24 18 -12ZM-17 -12H17V-8H-17Z", "coat"),
            ("M-16 -8C-12 -3 12 -3 16 -8Z", "dark"),
            ("M-4 -16A4 4 0 1 0 4 -16A4 4 0 1 0 -4 -16ZM-4 32h8v4h-8zM-4 42h8v4h-8z", "gold"),
        ),
    ),
    "mate": Looks(
        "#b5442f", "#b9774f", "#2b1a12",
        (
            ("M-16 -6C-18 -24 18 -24 16 -6C6 -11 -6 -11 -16 -6ZM14 -9L25 -4L22 -12Z", "coat"),
            ("M-13 6C-12 20 12 20 13 6C9 13 -9 13 -13 6Z", "hair"),
            ("M-26 38H26M-29 48H29", "line white-line"),
            ("M16 5A3 3 0 1 0 16 9", "line gold-line"),
        ),
    ),
    "frenchy": Looks(
        "#2f6f5e", "#f0c7a6", "#241a15",
        (
            ("M-19 -10C-26 -22 14 -30 20 -13C12 -9 -8 -8 -19 -10ZM-2 -24L2 -24L1 -29L-1 -29Z", "dark"),
            ("M-12 6C-8 2 -3 3 0 5C3 3 8 2 12 6C9 6 5 8 0 7C-5 8 -9 6 -12 6Z", "hair"),
            ("M-18 24C-10 34 10 34 18 24L13 36L0 32L-8 38Z", "red"),
        ),
    ),
    "harter": Looks(
        "#e8edf0", "#d9a987", "#5c5048",
        (
            ("M-16 -2C-18 -24 18 -24 16 -2C13 -12 -13 -12 -16 -2Z", "hair"),
            ("M-11 -1A4.5 4.5 0 1 0 -2 -1A4.5 4.5 0 1 0 -11 -1ZM-2 -1H2", "line dark-line"),
            ("M2 -1A4.5 4.5 0 1 0 11 -1A4.5 4.5 0 1 0 2 -1Z", "line dark-line"),
            ("M-10 22C-12 38 8 40 8 26M4 40A4 4 0 1 0 12 40A4 4 0 1 0 4 40Z", "line dark-line"),
        ),
    ),
    "kid": Looks(
        "#c98b1d", "#f4d2b4", "#c2571b",
        (
            ("M-16 -4C-18 -22 18 -22 16 -4C10 -12 4 -9 -2 -12C-6 -9 -12 -9 -16 -4Z", "hair"),
            ("M-16 -12C-14 -26 14 -26 16 -12ZM12 -14C20 -15 26 -12 26 -9H10Z", "coat"),
            ("M-8 5h.1M-5 7h.1M8 5h.1M5 7h.1", "line red-line"),
            ("M-12 24L-10 60M12 24L10 60", "line dark-line"),
        ),
    ),
    None: Looks("#7b878d", "#c9d1d4", "#7b878d", ()),
}  # fmt: skip
"""How each character looks; None: nobody knows yet who it is."""

EYES = {
    "conscious": "M-8.2 0a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0 -4.4 0Z"
    "M3.8 0a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0 -4.4 0Z",
    "unconscious": "M-9 0Q-6 3 -3 0M3 0Q6 3 9 0",
    "dead": "M-8 -2L-4 2M-4 -2L-8 2M4 -2L8 2M8 -2L4 2",
}
MOUTHS = {"conscious": "M-4 11Q0 13.5 4 11", "unconscious": "M-3 12H3", "dead": "M-4 13Q0 10 4 13"}


def figure(character: str | None, status: str, *, fights: bool = False, swims: bool = False) -> Markup:
    """Draw somebody about the middle of the face, 120 units high; the face shows how somebody fares."""
    looks = LOOKS.get(character, LOOKS[None])
    body = join(arms(looks, up=fights or swims), path(BODY, fill=looks.coat, class_="outline"))
    head = path(HEAD, fill=looks.skin, class_="outline")
    wears = (worn(d, kind, looks) for d, kind in looks.wears)
    state = "dead" if status in {"dead", "lost", "eaten"} else status
    return group(
        body, head, face(character, state), *wears,
        class_="pale" if state == "dead" else None,
    )  # fmt: skip


def worn(d: str, kind: str, looks: Looks) -> Markup:
    """Draw something a character wears; hair and coat in their own colours."""
    fill = {"hair": looks.hair, "coat": looks.coat}.get(kind)
    return path(d, " ".join(f"w-{each}" for each in kind.split()), fill=fill)


def face(character: str | None, state: str) -> Markup:
    """Draw eyes and mouth; a question where nobody knows who it is."""
    if character is None:
        return text_at(0, 8, "?", "w-ink", font_size=24, text_anchor="middle")
    eyes = path(EYES[state], "w-eyes" if state == "conscious" else "w-line w-dark-line")
    return group(eyes, path(MOUTHS[state], "w-line w-dark-line"))


def arms(looks: Looks, *, up: bool) -> Markup:
    """Raise both arms, with fists, of somebody who fights or is in the water."""
    if not up:
        return NOTHING
    arms = path("M-22 40C-34 30 -36 14 -33 2M22 40C34 30 36 14 33 2", "n limb", stroke=looks.coat)
    fists = [el("circle", cx=x, cy=-2, r=7.5, fill=looks.skin, class_="outline") for x in (-33, 33)]
    return join(arms, *fists)
