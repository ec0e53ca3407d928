"""Contact sheets of every page in every size: `python -m tests.web.browser.sheets FOLDER`.

A sheet for each language: a row for each page of each game, where the table is crowded.
"""

import argparse
from base64 import b64encode
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

from tests.web.browser.conftest import CHROMIUM, FLAGS
from tests.web.browser.devices import Devices
from tests.web.browser.evening import Evening
from tests.web.browser.survey import BROWSERS, GAMES, PAGES, laid_out, seen

STYLE = """
  body { font: 14px sans-serif; width: max-content; margin: 8px; background: #888; }
  div { display: flex; gap: 8px; }
  figure { margin: 0 }
  img { height: 340px }
"""


def sheet(shots):
    """Return a page with screenshots, by row and size, as HTML."""
    rows = {row: "" for row, _ in shots}
    for (row, size), shot in shots.items():
        picture = f'<img src="data:image/jpeg;base64,{b64encode(shot).decode()}">'
        rows[row] += f"<figure>{picture}<figcaption>{size}</figcaption></figure>"
    whole = "".join(f"<h4>{row}</h4><div>{pictures}</div>" for row, pictures in rows.items())
    return f"<!doctype html><meta charset=utf-8><style>{STYLE}</style>{whole}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--langs", nargs="+", default=[*BROWSERS])
    parser.add_argument("--games", nargs="+", default=GAMES)
    parser.add_argument("--pages", nargs="+", default=[*PAGES])
    parser.add_argument("--kind", default="crowded", choices=("quiet", "crowded"))
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        evening = Evening(Devices(browser), Path(folder) / "tables.db")
        tables = {game: laid_out(evening, game, asked.kind) for game in asked.games}
        for lang in asked.langs:
            shots = {
                (f"{name}, {game}", size): page.screenshot(type="jpeg", quality=80)
                for game in asked.games
                for name, size, page in seen(evening, tables[game], lang, pages=asked.pages)
            }
            page = browser.new_page(viewport={"width": 2700, "height": 900})
            page.set_content(sheet(shots))
            page.screenshot(path=asked.folder / f"{lang}.png", full_page=True)
            page.close()
        evening.close()
        browser.close()


if __name__ == "__main__":
    main()
