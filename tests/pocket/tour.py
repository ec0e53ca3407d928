"""A walk through the service as a browser runs it, from nothing but the packages it is given."""

import asyncio
import json
import re
import sys

LINK = re.compile(r'href="(/[^"#]*)')
KEY = re.compile(r"(?:[0-9a-z]{5}-){3}[0-9a-z]{5}")


async def walk(folder, games):
    """Return the status of every page one comes to, by its address without keys.

    `games` are by id a rule and the function that decides it, whose code its page shows.
    """
    from referee.pocket.start import Service  # the path is set first

    service = Service(f"{folder}/referee.db", "https://club.example", "en", is_kept=True)
    seen = {}

    async def ask(path, method="GET", headers=None, body=None):
        status, told, content = await service(method, path, headers, body)
        seen[KEY.sub("KEY", path).partition("?")[0]] = status
        return dict(told).get("location", ""), content.decode(errors="replace")  # a copy of tables is a zip

    pages = [service.start, "/api/games", "/api/schema/openapi.json", "/rules/ja/table/TAB-OPEN-01.html"]
    for game, (rule, function) in games.items():
        form = f"game={game}&" + "&".join(f"name={name}" for name in ("Ada", "Ben", "Chie", "Dora"))
        kind = {"content-type": "application/x-www-form-urlencoded"}
        table, _ = await ask(f"{service.start}open", "POST", Given(kind), Given(form.encode()))
        _, page = await ask(f"/rules/en/{game}/{rule}.html")
        seen[function] = 200 if function in page else 0
        pages += [f"/ask/{game}", table]
    for page in pages:
        found = sorted(link.replace("&amp;", "&") for link in LINK.findall((await ask(page))[1]))
        for link in {each.partition("?")[0]: each for each in found if page in each[:-1]}.values():
            await ask(link)
    service.close()
    return json.dumps(seen, sort_keys=True)


class Given:
    """What JavaScript hands over, as Pyodide shows it."""

    def __init__(self, value):
        self.value = value

    def to_py(self):
        return self.value


if __name__ == "__main__":
    sys.path.insert(0, sys.argv[1])
    sys.stdout.write(asyncio.run(walk(sys.argv[2], json.loads(sys.argv[3]))))
