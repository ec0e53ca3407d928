"""The board of Powerboats: the lake, as text and as a picture."""

from referee.draw.lazily import lazily

__getattr__ = lazily(
    __name__,
    text=("draw_text",),
    svg=("draw_svg",),
    taps=("picks", "icon", "outcome", "WORDED", "words_for"),
    words=("way_words",),
)
