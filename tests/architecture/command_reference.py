"""Writes the reference of commands into `cli/README.md`: `python -m tests.architecture.command_reference`."""

from typer.main import get_command

from cli.main import app
from cli.reference import markdown_reference
from cli.session import Session
from referee.languages import LANGUAGES
from tests.architecture.sources import ROOT

README = ROOT / "cli" / "README.md"
BEGINNING = "<!-- From here on made of --help: python -m tests.architecture.command_reference -->\n"


def with_reference(text):
    """Return the text of `cli/README.md` with the reference as `--help` has it today.

    Which languages there are is left to the help: it changes with each that is added.
    """
    session = Session()
    session.note_option("lang", "en")
    group = get_command(app)
    with group.make_context("referee", [], obj=session, resilient_parsing=True) as ctx:
        reference = markdown_reference(ctx, group).replace(", ".join(LANGUAGES), "the languages there are")
        return f"{text.partition(BEGINNING)[0]}{BEGINNING}\n{reference}\n"


if __name__ == "__main__":
    README.write_text(with_reference(README.read_text("utf-8")), "utf-8")
