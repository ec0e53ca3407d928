"""A scaffold is refused where no game could stand."""

import pytest


@pytest.mark.parametrize("name", ["Marbles", "m", "my-game", "niagara", "a b"])
def test_a_name_that_cannot_be_is_refused(run, place, name):
    assert (2, []) == (run("scaffold", name).code, list(place.iterdir()))


def test_a_folder_that_is_there_is_left_alone(run, place):
    (place / "stones").mkdir()
    assert (2, []) == (run("scaffold", "stones").code, list((place / "stones").iterdir()))
