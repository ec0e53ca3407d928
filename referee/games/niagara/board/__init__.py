"""The board of Niagara: the river, as text and as a picture."""

from referee.draw import Board, Picture
from referee.games.niagara.board.text import asked_words, draw_text, sentences


def _make_picture() -> Picture:
    # Imported here: a terminal draws no picture, and the modules take as long as its whole start.
    from referee.games.niagara.board import taps
    from referee.games.niagara.board.picture import draw_svg

    return Picture(
        draw_svg=draw_svg,
        picks=taps.picks,
        picks_ahead=taps.picks_ahead,
        alone=frozenset({"to", "site", "steal", "weather"}),
        pieces_of=taps.pieces_of,
        icon=taps.icon,
        own_pieces=taps.own_pieces,
        put_by_hand=taps.put_by_hand,
        fact_by_hand=taps.fact_by_hand,
    )


BOARD = Board(draw_text=draw_text, sentences=sentences, make_picture=_make_picture, asked_words=asked_words)
