"""The board of Lifeboat: the boat, as text and as a picture."""

from referee.draw import Board, Picture
from referee.games.lifeboat.board.asked import asked_words, is_pressing
from referee.games.lifeboat.board.text import draw_text, seen_words, sentences, tour_step, window_words


def _make_picture() -> Picture:
    # Imported here: a terminal draws no picture, and the modules take as long as its whole start.
    from referee.games.lifeboat.board import taps
    from referee.games.lifeboat.board.picture import BESIDE_HAND, draw_svg
    from referee.games.lifeboat.board.pieces import icon, pictures

    return Picture(
        draw_svg=draw_svg,
        picks=taps.picks,
        picks_ahead=taps.picks_ahead,
        pieces_of=taps.pieces_of,
        icon=icon,
        pictures=pictures,
        brief=taps.brief,
        worded=taps.WORDED,
        words_for=taps.words_for,
        own_hand=taps.own_hand,
        own_secrets=taps.own_secrets,
        own_pieces=taps.own_pieces,
        put_by_hand=taps.put_by_hand,
        fact_by_hand=taps.fact_by_hand,
        sizes_beside_hand=BESIDE_HAND,
    )


BOARD = Board(
    draw_text=draw_text,
    sentences=sentences,
    make_picture=_make_picture,
    window_words=window_words,
    asked_words=asked_words,
    is_pressing=is_pressing,
    seen_words=seen_words,
    tour_step=tour_step,
)
