"""`referee mcp`: a chatbot asks the referee by the Model Context Protocol, over stdin and stdout."""

import asyncio
import signal
import sys
from importlib.util import find_spec

import typer

from cli.problems import Problem
from cli.session import Session

EXAMPLE = """\
referee mcp
# "mcpServers": {
#   "referee": {"command": "referee", "args": ["mcp"]}}
"""


def command(ctx: typer.Context) -> None:
    """Let a chatbot ask the referee instead of guessing: MCP, over stdin and stdout."""
    session = ctx.ensure_object(Session)
    if find_spec("mcp") is None:
        raise Problem("cli.no_mcp", "pip install 'referee[mcp]'")
    if sys.stdin.isatty():
        session.tell(session.say("cli.mcp_waits"))
    from cli.mcp_server import serve  # an extra

    before = signal.signal(signal.SIGINT, signal.SIG_DFL)  # a thread waits for stdin, which no exception ends
    try:
        asyncio.run(serve(session.lang))
    finally:
        signal.signal(signal.SIGINT, before)
