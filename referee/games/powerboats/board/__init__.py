"""The board of Powerboats: the lake, as text and as a picture."""

from referee.draw import Board, Picture
from referee.games.powerboats.board.text import (
    asked_words,
    draw_text,
    is_first_round_over,
    sentences,
    way_words,
)


def _make_picture() -> Picture:
    # Imported here: a terminal draws no picture, and the modules take as long as its whole start.
    from referee.games.powerboats.board import taps
    from referee.games.powerboats.board.picture import BY_HAND, draw_svg

    return Picture(
        draw_svg=draw_svg,
        picks=taps.picks,
        picks_ahead=taps.picks_ahead,
        read_taps=taps.read_taps,
        pieces_of=taps.pieces_of,
        icon=taps.icon,
        outcome=taps.outcome,
        worded=taps.WORDED,
        words_for=taps.words_for,
        own_pieces=taps.own_pieces,
        put_by_hand=taps.put_by_hand,
        values_by_hand=taps.values_by_hand,
        size_by_hand=BY_HAND,
        is_before_lists=True,
    )


BOARD = Board(
    draw_text=draw_text,
    sentences=sentences,
    make_picture=_make_picture,
    asked_words=asked_words,
    way_words=way_words,
    is_first_round_over=is_first_round_over,
)
