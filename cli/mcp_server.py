"""A server of the Model Context Protocol: it lists and calls the tools of `assistant_tools`. Needs `mcp`."""

from importlib.metadata import version
from typing import Any

import msgspec
from mcp.server import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    TextContent,
    ToolAnnotations,
)
from mcp_types import Tool as ListedTool

from referee.service.answers import json_value
from referee.service.answers.verdicts import Failed, Refusal
from referee.service.assistant_tools import INSTRUCTIONS, TOOLS, Tool, call_tool


async def serve(lang: str) -> None:
    """Answer on stdout what is asked on stdin until it ends; `lang` is as in `make_server`."""
    server = make_server(lang)
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


def make_server(lang: str) -> Server[Any]:
    """Return a server; `lang` is the language of an answer where a call names none."""

    async def list_tools(_context: object, _page: object) -> ListToolsResult:
        listed = [_list_tool(tool) for tool in TOOLS.values()]
        return ListToolsResult(tools=listed)

    async def call(_context: object, asked: CallToolRequestParams) -> CallToolResult:
        if asked.name not in TOOLS:
            raise MCPError(INVALID_PARAMS, f"There is no tool {asked.name}; there are {', '.join(TOOLS)}.")
        answer = call_tool(TOOLS[asked.name], asked.arguments or {}, lang)
        return CallToolResult(
            content=[TextContent(text=msgspec.json.encode(answer).decode())],
            structured_content=json_value(answer),
            is_error=isinstance(answer, Failed | Refusal),
        )

    return Server(
        "referee",
        version=version("referee"),
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call,
    )


def _list_tool(tool: Tool) -> ListedTool:
    return ListedTool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=_schema_of(tool.arguments),
        output_schema=_schema_of(tool.answer),
        annotations=ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False),
    )


def _schema_of(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the JSON Schema of a struct with an object at its root: the protocol allows no reference."""
    schema = msgspec.json.schema(kind)
    return {**schema["$defs"].pop(kind.__name__), "$defs": schema["$defs"]}
