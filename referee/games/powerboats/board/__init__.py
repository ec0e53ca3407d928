"""The board of Powerboats: the lake, as text and as a picture."""

from referee.draw.lazily import lazily

__getattr__ = lazily(
    __name__,
    text=("draw_text", "is_first_round_over", "way_words"),
    picture=("draw_svg",),
    taps=(
        "picks",
        "pieces_of",
        "own_pieces",
        "put_by_hand",
        "BY_HAND",
        "icon",
        "outcome",
        "WORDED",
        "words_for",
    ),
)
