"""Lakes, courses and tracks for tests."""

from functools import cache
from random import Random

from referee.games.powerboats.course import Course, build, plan
from referee.games.powerboats.lake import LETTERS, CourseSpec, Lake, Letter
from referee.games.powerboats.setup import courses_of, spec_of
from referee.games.powerboats.tiles import lay_tiles, shipped_lake

REAL = "D1 D2 D3 / D4 D5 D6"
INVENTED = "D3r D4 D2r / D6 D1r D5"


def printed() -> tuple[Lake, Course]:
    return with_course("rulebook")


def with_course(name: str) -> tuple[Lake, Course]:
    lake = shipped_lake(name)
    letter, spec = lake.courses[0]
    return lake, build(lake, plan(lake, spec, letter, house=False))


SAMPLED = 72
"""How many courses there are of all kinds."""


@cache
def sample_courses() -> list[tuple[Lake, CourseSpec, Letter]]:
    """Give courses of all kinds: both arrangements of the tiles, all letters, the training lake."""
    found = []
    for lake in (lay_tiles(REAL), lay_tiles(INVENTED), shipped_lake("training")):
        for race in (1, 2, 3):
            courses = courses_of(lake, race)
            found += [(lake, spec_of(course), LETTERS[race - 1]) for course in courses[:8]]
    return found


def drift(course: Course, seed: int, steps: int) -> list[int]:
    random = Random(seed)
    at, heading = course.number(random.choice(course.tile)), random.randrange(6)
    track = [at]
    while len(track) <= steps:
        if random.random() < 0.3:
            heading = (heading + random.choice((1, -1))) % 6
        ray = course.rays[at][heading]
        if not ray:
            heading = (heading + random.choice((1, -1))) % 6
            continue
        at = ray[0]
        track.append(at)
    return track
