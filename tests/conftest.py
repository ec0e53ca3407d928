"""How properties are tested: without a clock, and the same way twice where nobody watches."""

import os

from hypothesis import settings

settings.register_profile("house", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "house")
