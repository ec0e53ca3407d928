"""The board of Lifeboat: the boat, as text and as a picture."""

from referee.draw.lazily import lazily

__getattr__ = lazily(
    __name__,
    text=("draw_text",),
    svg=("draw_svg",),
    taps=("picks", "WORDED", "words_for"),
    words=("window_words",),
)
