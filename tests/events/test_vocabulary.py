"""What a log of each version may say: a field more is a new version, so that older programs say so."""

import json
from typing import get_args

import msgspec
import pytest

from referee.kernel.registry import find_game
from tests.architecture.sources import ROOT

GAMES = ("lifeboat", "niagara", "powerboats")


def said_by(game):
    """Describe every event of a game and of the table, and what it is made of: fields and their types."""
    _, components = msgspec.json.schema_components(get_args(find_game(game).vocabulary))
    return {
        name: {field: shape(each) for field, each in sorted(one.get("properties", {}).items())}
        for name, one in sorted(components.items())
        if "properties" in one
    }


def shape(schema):
    """Leave out what is said for people: the shape of a field alone."""
    kept = {key: value for key, value in schema.items() if key not in {"description", "title", "default"}}
    return json.dumps(kept, sort_keys=True)


@pytest.mark.parametrize("game", GAMES)
def test_a_field_more_is_a_new_rules_version(game):
    """Where this fails: raise `rules_version` in the game's ruleset, and write what is said now under it.

    What an older version said is never changed. A program of that version answers a newer log by its
    version, where it would call an unknown field damage.
    """
    frozen = json.loads((ROOT / "fixtures" / "vocabulary" / f"{game}.json").read_text("utf-8"))
    version = str(find_game(game).ruleset.rules_version)
    assert version == max(frozen, key=int)
    assert said_by(game) == frozen[version]
