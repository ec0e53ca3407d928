"""What a table of Niagara fills in: a river that jammed at the fork."""

from collections.abc import Iterator

from referee.games.niagara.events import Side
from referee.l10n import noun
from referee.service.forms import Field, Form, FormContext, Forms

_SIDES: tuple[Side, ...] = ("left", "right")


def _forms_now(context: FormContext) -> Iterator[Form]:
    """Yield a form that asks which arm each disc took and which pushes jammed, while the river is due."""
    pushes = context.view.pushes
    if pushes == 0 or context.state.closed:
        return
    arms = tuple((side, noun("side", side, context.lang, "niagara")) for side in _SIDES)
    said = [context.say("niagara.fill.push", n=n + 1) for n in range(pushes)]
    fields = [Field(f"exits.{n}", said[n], arms, context.view.fork_next) for n in range(pushes)]
    jams = Field("jams", context.say("niagara.fill.jams"), tuple(enumerate(said)), is_many=True)
    event = {"type": "river_flowed", "exits": ["left"] * pushes, "jams": []}
    title, how = context.say("niagara.fill.jam"), context.say("niagara.remark.jam")
    yield Form(title, event, (*fields, jams), how)


FORMS = Forms(_forms_now)
