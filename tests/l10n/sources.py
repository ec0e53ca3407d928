"""What the engine can say: every message id that its code names."""

import ast
from functools import cache
from pathlib import Path

from referee.kernel.registry import own_games
from referee.l10n import catalogs
from referee.l10n.catalogs import catalog, placeholders
from referee.languages import LANGUAGES

HERE = Path(catalogs.__file__).parent
ROOT = HERE.parents[1]
ENGINE = (ROOT / "events", ROOT / "referee")
MODEL = ROOT / "referee" / "testing" / "model_game"
"""The model of a new game is a package of its own; its laws look after its words."""

SPEAKERS = {"Refused", "refuse", "NotationError"}
"""What takes a message id first."""

COUNTED = ("_count", "_ordinals")
"""What the telling of an event adds to the names of its fields."""

PARTS = (*sorted({file.stem for lang in LANGUAGES for file in (HERE / lang).glob("*.toml")}), *own_games())


def said_by(call: ast.Call) -> str | None:
    """Name the message a call says; `*` stands for what is only known when it runs."""
    name = getattr(call.func, "id", getattr(call.func, "attr", None))
    if name not in SPEAKERS or not call.args:
        return None
    match call.args[0]:
        case ast.Constant(value=str(id)):
            return id
        case ast.JoinedStr(values):
            return "".join(v.value if isinstance(v, ast.Constant) else "*" for v in values)
    return None


def given_to(call: ast.Call) -> set[str] | None:
    """Name the arguments a call gives its message; None where that is only known when it runs."""
    named = {keyword.arg for keyword in call.keywords} - {"expected"}
    if None in named or (len(call.args) > 2 and not isinstance(call.args[2], ast.Dict | ast.Constant)):
        return None
    given = {str(name) for name in named}
    for arg in call.args[2:]:
        if isinstance(arg, ast.Dict):
            given |= {key.value for key in arg.keys if isinstance(key, ast.Constant)}
    return given


@cache
def refusals() -> tuple[tuple[str, str, set[str] | None], ...]:
    found = []
    for file in sorted(
        path for folder in ENGINE for path in folder.rglob("*.py") if MODEL not in path.parents
    ):
        for node in ast.walk(ast.parse(file.read_bytes())):
            if isinstance(node, ast.Call) and (id := said_by(node)):
                where = f"{Path(file).relative_to(ROOT)}:{node.lineno}"
                found.append((where, id, given_to(node)))
    return tuple(found)


def takes(id: str, lang: str = "en") -> set[str]:
    return placeholders(catalog(lang, id.partition(".")[0])[id])
