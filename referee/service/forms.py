"""What people fill in where an act has too many ways for buttons: an event with choices to be made in it."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, NamedTuple, Protocol

from referee.draw.svg import Node
from referee.kernel.game import Game
from referee.kernel.registry import Part

NOTHING = ""
"""Chosen where nothing is there: left out of a list, null in any other place."""

Option = tuple[Any, str]
"""A value, and what people call it."""

LEFT_OUT: Option = (NOTHING, "–")
"""Chosen where there is nothing."""


class Field(NamedTuple):
    """A choice in a form.

    `path` is where it goes in the event, `label` what it is called, `options` what there is, `chosen` what is
    chosen before anybody does. `is_many`: any number of options may be chosen. One with `pictures`, by value,
    is made by tapping a picture.
    """

    path: str
    label: str
    options: tuple[Option, ...]
    chosen: Any = None
    is_many: bool = False
    pictures: Mapping[Any, Node] = {}


class Form(NamedTuple):
    """An event with choices to be made in it.

    `event` is the event as a JSON object, to which each field adds its choice. `others` are recorded after
    it; `instead` is a kind of event that the form replaces buttons for (empty: none).
    """

    title: str
    event: dict[str, Any]
    fields: tuple[Field, ...] = ()
    how: str = ""
    others: tuple[dict[str, Any], ...] = ()
    instead: str = ""
    is_due: bool = False


class FormContext(Protocol):
    """Who fills in, in which language, and the table of that moment.

    `seat` is None at the screen of the table and where nobody plays. `has_own_link`: the page is opened by
    the link of a seat, not by one that several share. `open_to_device`: the seats that have no phone.
    """

    lang: str
    seat: str | None

    @property
    def game(self) -> Game: ...

    @property
    def state(self) -> Any: ...

    @property
    def view(self) -> Any: ...

    @property
    def has_own_link(self) -> bool: ...

    def say(self, message_id: str, /, **args: object) -> str: ...

    def seat_name(self, seat: str | None) -> str: ...

    def open_to_device(self) -> tuple[str, ...]: ...


class Forms(Part, frozen=True):
    """The forms of a game: `forms_now(context)` lists what may be filled in now."""

    module: ClassVar[str] = "forms"
    forms_now: Callable[[Any], Iterable[Form]]
