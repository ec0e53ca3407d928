"""What an interpreter in a browser lacks, stood in for: to be imported before the program."""

import asyncio
import os
import shutil
from collections.abc import Callable
from typing import Any


async def _call(function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
    return function(*args, **kwargs)


asyncio.to_thread = _call
os.link = shutil.copyfile  # type: ignore[assignment] # no other process sees the copy half written
