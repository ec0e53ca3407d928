"""The API asked everything its own description allows, and more: it may say no, it may not break."""

import json

import pytest

schemathesis = pytest.importorskip("schemathesis", reason="pip install -e '.[web-test]'")

from hypothesis import HealthCheck, given, settings  # noqa: E402 - only where schemathesis is
from schemathesis import GenerationMode  # noqa: E402
from schemathesis.core import NotSet  # noqa: E402

from referee.testing.phones import KEEPER  # noqa: E402
from tests.stages import slow  # noqa: E402

EXAMPLES = [5, pytest.param(30, marks=slow)]
"""For each route and each kind of request: few enough for every day, enough to find what is fragile."""


def operations(table):
    """List the routes a description names; a stream never ends and is tested elsewhere."""
    described = table.client.get("/api/schema/openapi.json").json()
    found = schemathesis.openapi.from_dict(described).get_all_operations()
    return [each.ok() for each in found if not each.ok().path.endswith("/stream")]


def ask(table, case):
    token = KEEPER if case.path == "/api/tables" else table.token("A")
    body = None if isinstance(case.body, NotSet) else json.dumps(case.body, default=str).encode()
    headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
    address = case.formatted_path
    return table.client.request(
        case.method, address, params=case.query or None, headers=headers, content=body
    )


@pytest.mark.parametrize("examples", EXAMPLES)
@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_no_request_breaks_the_service(service, mode, examples):
    table = service.open("Ada", "Ben", "Chie").lay(A=6, B=4, C=3)
    broken = []
    for operation in operations(table):

        @settings(
            max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck)
        )
        @given(case=operation.as_strategy(generation_mode=mode))
        def asks(case):
            answer = ask(table, case)
            if answer.status_code >= 500:
                broken.append((case.method, case.formatted_path, case.query, case.body))

        try:
            asks()
        except schemathesis.errors.SchemathesisError:
            continue
        except Exception as error:
            if "Unsatisfiable" not in type(error).__name__:
                raise
    assert [] == broken
