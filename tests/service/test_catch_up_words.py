"""What catching up says: acts worked out, questions and their options, near ways, in three languages."""

import json
import random
from pathlib import Path

import pytest

from events.table import TableOpened
from referee.games.niagara.events import CanoeMoved, GemAct, PaddleRevealed, Steal
from referee.kernel.registry import find_game, folder_of
from referee.l10n import LANGUAGES
from referee.service.catch_up.catch_up import MOST_QUESTIONS, Near, work_out
from referee.service.catch_up.question import ACTS, Option, Question, find_question, fits_answers
from referee.service.catch_up.search import Way
from referee.service.catch_up.told import Told, public_facts
from referee.service.catch_up.words import act_sentences, near_words, outcome_words, question_words, summary_words
from referee.service.catch_up.catch_up import CaughtUp
from referee.service.commands.correct import make_correction

NIAGARA = find_game("niagara")


def state_with(**facts):
    """Return the position of Ada, Ben and Chie in which A is on turn with a 3 up, and these facts."""
    names = {"A": "Ada", "B": "Ben", "C": "Chie"}
    state = NIAGARA.decide(None, TableOpened(game="niagara", seats=("A", "B", "C"), names=names)).state
    from referee.games.niagara.events import PaddleChosen

    for event in (*(PaddleChosen(seat, None) for seat in "ABC"),):
        state = NIAGARA.decide(state, event).state
    paths = {path.replace("__", "."): value for path, value in facts.items()}
    if paths:
        state = NIAGARA.decide(state, make_correction(NIAGARA, state, paths)).state
    return state
