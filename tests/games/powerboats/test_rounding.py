"""Rounding, un-rounding and finishing agree with a string drawn along the track."""

from itertools import pairwise
from random import Random

import pytest

from referee.games.powerboats.courses.course import build, usual_progress
from referee.games.powerboats.courses.plan import plan
from referee.games.powerboats.courses.rounding import UNSTARTED, sail
from referee.games.powerboats.courses.route import shortest_route
from tests.games.powerboats.lakes import SAMPLED, drift, printed, sample_courses, with_course
from tests.games.powerboats.string import String, sweeps


@pytest.mark.parametrize("n", range(SAMPLED))
def test_a_shortest_route_sweeps_every_buoy_as_the_bend_says(n: int) -> None:
    """A string along the route, drawn taut, passes each mark on its side, without a circle too many."""
    lake, spec, letter = sample_courses()[n]
    course = build(lake, plan(lake, spec, letter, house=True))
    route = shortest_route(course)
    assert route is not None
    _track, marks = sail(course, "string", "enforced", UNSTARTED, route[0], route[1:])

    assert "finished" == marks[-1].what
    for swept, bend in sweeps(lake, course, route, marks):
        assert bend == pytest.approx(swept % 360, abs=1e-6)
        assert 0 <= swept < 360 + 1e-6


@pytest.mark.parametrize("seed", range(60))
def test_a_drifting_boat_is_where_the_string_says(seed: int) -> None:
    lake, spec, letter = sample_courses()[seed % SAMPLED]
    course = build(lake, plan(lake, spec, letter, house=True))
    route = drift(course, seed, 600)
    string = String(lake, course)
    for a, b in pairwise(route):
        if not string.over:
            string.move(course.hex_of(a), course.hex_of(b))
    track, marks = sail(course, "string", "enforced", UNSTARTED, route[0], tuple(route[1:]))

    assert string.found == [(m.what, m.buoy) for m in marks if m.what != "started"]
    assert string.buoys == track.buoys


@pytest.mark.parametrize("rounding", ["string", "latch", "gate"])
@pytest.mark.parametrize("seed", range(12))
def test_progress_does_not_depend_on_how_a_track_is_split(seed: int, rounding: str) -> None:
    lake, spec, letter = sample_courses()[seed * 5 % SAMPLED]
    course = build(lake, plan(lake, spec, letter, house=True))
    route = drift(course, seed, 300)
    whole = sail(course, rounding, "enforced", UNSTARTED, route[0], tuple(route[1:]))
    random, track, marks, at = Random(seed), UNSTARTED, [], 0
    while at < len(route) - 1 and not (marks and marks[-1].what == "finished"):
        end = min(len(route) - 1, at + random.randint(1, 7))
        track, found = sail(course, rounding, "enforced", track, route[at], tuple(route[at + 1 : end + 1]))
        marks += found
        at = end

    assert whole == (track, marks)


def test_the_printed_course_is_derived_as_it_is_printed() -> None:
    """Arrows ccw, ccw, cw; gates E, NW, SE; out and in on the E side; 67 steps from the start tile."""
    _, course = printed()
    route = shortest_route(course)

    assert ("ccw", "ccw", "cw") == course.arrows
    assert ("E", "NW", "SE") == course.gates
    assert ((7, 19), (8, 20), (8, 21), (9, 22)) == course.tile
    assert (9, 23) == course.finish_buoy
    assert route is not None
    assert 67 == len(route) - 1


def test_the_training_course_rounds_where_it_was_solved() -> None:
    """The route printed with the training lake: 25 steps, rounding at 7,2, 14,4 and 10,8."""
    _, course = with_course("training")
    legs = ["NE3", "NW1", "NE1", "E7", "SE2", "SW1", "W2", "SW3", "W5"]
    at = course.number((4, 7))
    track, found, steps = UNSTARTED, [], 0
    for leg in legs:
        heading, n = ("E", "NE", "NW", "W", "SW", "SE").index(leg[:-1]), int(leg[-1])
        path = course.rays[at][heading][:n]
        track, marks = sail(course, "string", "enforced", track, at, path)
        found += [(m.what, m.buoy, course.hex_of(m.at)) for m in marks]
        at, steps = path[-1], steps + len(path)

    assert 25 == steps
    assert [
        ("started", 0, (5, 6)),
        ("rounded", 1, (7, 2)),
        ("rounded", 2, (14, 4)),
        ("rounded", 3, (10, 8)),
        ("finished", 0, (5, 8)),
    ] == found


def test_wrong_way_travel_has_to_be_undone_except_at_bare_gates() -> None:
    """A boat that circled buoy 1 against its arrow reaches the gate only once the circle is undone."""
    _, course = printed()
    ring = [course.number(cell) for cell in ((24, 11), (24, 10), (23, 10), (22, 11), (23, 12), (24, 12))]
    against, along = [*reversed(ring), *reversed(ring)], [*ring, *ring, *ring]
    path = tuple(at for at in (*against, *along))
    start = sail(course, "string", "free", UNSTARTED, course.number((24, 13)), (course.number((24, 12)),))[0]
    string = sail(course, "string", "free", start, course.number((24, 12)), path)[1]
    gate = sail(course, "gate", "free", start, course.number((24, 12)), path)[1]

    assert "rounded" == gate[0].what
    assert path.index(gate[0].at) < len(path)
    assert all(mark.what == "rounded" for mark in string)


def test_a_boat_set_down_with_the_buoy_between_came_round_it_the_arrows_way() -> None:
    """Behind buoy 3, seen from buoy 2: one click before its gate, not a circle and one more."""
    _, course = printed()
    assert -7 == course.references[2]
    assert -1 == usual_progress(course, 3, course.number((23, 27)))
