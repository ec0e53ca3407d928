"""python-chess: games played at random, and read from PGN with every move validated."""

from io import StringIO
from random import Random
from time import process_time

import chess
import chess.pgn

from tests.bench.measure import Figure


def play(random: Random, moves: int) -> chess.Board:
    board = chess.Board()
    while not board.is_game_over() and board.ply() < moves:
        board.push(random.choice(list(board.legal_moves)))
    return board


def playing(count: int, moves: int) -> Figure:
    """Play games at random; give moves a second."""
    random = Random(1)

    def figure() -> float:
        start = process_time()
        played = sum(play(random, moves).ply() for _ in range(count))
        return played / (process_time() - start)

    return figure


def reading(count: int) -> Figure:
    """Read games from PGN, every move parsed, checked and pushed; give moves a second.

    `BoardBuilder` is the fastest reader the package has: it keeps the board and no tree of moves.
    """
    random = Random(2)
    boards = [play(random, 300) for _ in range(count)]
    written = [str(chess.pgn.Game.from_board(board)) for board in boards]
    moves = sum(board.ply() for board in boards)

    def figure() -> float:
        start = process_time()
        for text, board in zip(written, boards, strict=True):
            read = chess.pgn.read_game(StringIO(text), Visitor=chess.pgn.BoardBuilder)
            assert read is not None
            assert read.ply() == board.ply()
        return moves / (process_time() - start)

    return figure
