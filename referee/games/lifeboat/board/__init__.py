"""The board of Lifeboat: the boat, as text and as a picture."""

from referee.draw.lazily import lazily

__getattr__ = lazily(
    __name__,
    text=("draw_text", "tour_step", "window_words", "seen_words"),
    picture=("draw_svg", "BESIDE_HAND"),
    taps=("own_hand", "picks", "pieces_of", "own_pieces", "put_by_hand", "WORDED", "words_for", "brief"),
    pieces=("icon", "pictures"),
)
