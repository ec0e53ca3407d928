"""The board of Lifeboat: the boat, as text and as a picture."""

from referee.draw.lazily import lazily

__getattr__ = lazily(
    __name__,
    text=("draw_text",),
    layout=("BESIDE_HAND",),
    svg=("draw_svg",),
    taps=("own_hand", "picks", "pieces_of", "own_pieces", "put_by_hand", "WORDED", "words_for", "brief"),
    sailing=("icon", "pictures"),
    words=("tour_step", "window_words", "seen_words"),
)
