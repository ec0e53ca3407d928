"""The board of Niagara: the river, as text and as a picture."""

from referee.draw.lazily import lazily

__getattr__ = lazily(
    __name__,
    text=("draw_text",),
    picture=("draw_svg",),
    taps=("picks", "pieces_of", "own_pieces", "put_by_hand", "icon"),
)
