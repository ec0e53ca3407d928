"""The replay: a game as one HTML file that plays by itself, with the board after every act."""

import re
from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from referee.draw import board_for_file
from referee.draw.documents.report import css
from referee.draw.documents.report_words import ReportWords
from referee.draw.svg import Markup, el, take_style, words
from referee.service.timeline import Timeline, TimelineEvent

_TAG = re.compile(r"(?=<)")


class _FilmFrame(msgspec.Struct, array_like=True):
    """A board as a diff against the frame before it, in indices of `Film.parts`.

    `before` and `after` are the lengths of the common prefix and suffix, `between` is what lies between.
    `said` is the sentence of what happened, `chapter` the number of its round, race or day, from 1.
    """

    said: str
    chapter: int
    before: int
    after: int
    between: list[int]


class _Film(msgspec.Struct):
    """All frames of a game.

    `parts` are the distinct pieces of SVG text they are made of; `chapters` are names.
    """

    parts: list[str]
    frames: list[_FilmFrame]
    chapters: list[str]


def as_replay(timeline: Timeline, lang: str) -> str:
    """Return the replay of a timeline as one HTML page that fetches nothing, with a board for each act."""
    it = ReportWords(timeline, lang)
    film, sheet = _film_of(it)
    data = msgspec.json.encode(film).decode().replace("<", "\\u003c")
    labels = {name: it.say(f"report.replay.{name}") for name in ("play", "pause", "back", "on", "where")}
    head = el(
        "head",
        Markup('<meta charset="utf-8">'),
        Markup('<meta name="viewport" content="width=device-width,initial-scale=1">'),
        el("title", words(it.heading())),
        el("style", Markup(css(lang, it.game) + sheet + LOOKS)),
    )
    rounds = [el("option", words(name), value=str(n)) for n, name in enumerate(film.chapters, 1)]
    bar = el(
        "p",
        el("button", words("←"), id="back", aria_label=labels["back"]),
        el("button", words(labels["pause"]), id="play"),
        el("button", words("→"), id="on", aria_label=labels["on"]),
        el("select", *rounds, id="chapter", aria_label=labels["where"]),
        Markup(f'<input type="range" id="at" min="0" max="{len(film.frames) - 1}" value="0" '),
        Markup(f'aria-label="{words(labels["where"])}">'),
        class_="bar",
    )
    body = el(
        "body",
        el("main", el("h1", words(it.heading())), Markup('<p id="said" role="status"></p>'), bar),
        Markup('<div id="board"></div>'),
        el("script", Markup(data), type="application/json", id="film"),
        el("script", Markup(_SCRIPT)),
        data_play=labels["play"],
        data_pause=labels["pause"],
    )
    return f"<!doctype html>\n{el('html', head, body, lang=lang, class_='look')}\n"


def _film_of(it: ReportWords) -> tuple[_Film, str]:
    """Draw the board at each moment to show; return the film, and the style sheet its pictures share."""
    known: dict[str, int] = {}
    frames: list[_FilmFrame] = []
    chapters: list[str] = []
    sheet, last = "", list[int]()
    for n, chapter in enumerate(it.timeline.chapters, 1):
        chapters.append(it.say(f"{it.game}.chapter", n=chapter.number))
        for moment in _moments_to_show(chapter.events):
            picture, sheet = take_style(board_for_file(it.timeline.game.view(moment.after, None), it.lang))
            parts = [known.setdefault(part, len(known)) for part in _TAG.split(str(picture)) if part]
            frames.append(_frame_of(it, moment, n, last, parts))
            last = parts
    return _Film(list(known), frames, chapters), sheet


def _moments_to_show(moments: Iterable[TimelineEvent]) -> list[TimelineEvent]:
    """Return the actions and observations; the `after` of each is the state after its consequences."""
    found: list[TimelineEvent] = []
    for each in moments:
        if found and each.is_consequence:
            found[-1] = replace(found[-1], after=each.after)
        else:
            found.append(each)
    return found


def _frame_of(
    it: ReportWords, moment: TimelineEvent, chapter: int, last: list[int], parts: list[int]
) -> _FilmFrame:
    """Return `parts` as a diff against `last`, both lists of indices of `Film.parts`."""
    most = min(len(last), len(parts))
    before = next((n for n in range(most) if last[n] != parts[n]), most)
    rest = most - before
    after = next((n for n in range(rest) if last[-1 - n] != parts[-1 - n]), rest)
    said = it.moment(moment)
    return _FilmFrame(said, chapter, before, after, parts[before : len(parts) - after])


LOOKS = """
body{height:100vh;height:100dvh;margin:0;display:flex;flex-direction:column}
main{max-width:none;width:100%;box-sizing:border-box;padding:.5rem 1rem;margin:0}
h1{margin:0 0 .3rem;padding:.4rem .8rem;font-size:1.2rem}
#board{flex:1;min-height:0}#board svg{display:block;width:100%;height:100%}
.bar{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;margin:.3rem 0}.bar input{flex:1;min-width:8rem}
.bar button,.bar select{font:inherit;min-height:2.75rem;min-width:2.75rem}
#said{min-height:1.5em;font-weight:600}
"""

_SCRIPT = """
"use strict";
const film = JSON.parse(document.getElementById("film").textContent);
const get = (id) => document.getElementById(id), calm = matchMedia("(prefers-reduced-motion: reduce)");
let at = 0, parts = [], drawn = -1, timer = null;
const draw = (n) => {
  if (drawn > n || drawn < 0) { parts = []; drawn = -1; }
  while (drawn < n) {
    const [, , before, after, between] = film.frames[++drawn];
    parts = [...parts.slice(0, before), ...between, ...parts.slice(parts.length - after)];
  }
  get("board").innerHTML = parts.map((each) => film.parts[each]).join("");
  const [said, chapter] = film.frames[n];
  get("said").textContent = said; get("at").value = n; get("chapter").value = chapter; at = n;
};
const words = document.body.dataset;
const stop = () => { clearInterval(timer); timer = null; get("play").textContent = words.play; };
const play = () => {
  if (at === film.frames.length - 1) draw(0);
  get("play").textContent = words.pause;
  timer = setInterval(() => { if (at + 1 < film.frames.length) draw(at + 1); else stop(); }, 1200);
};
get("play").onclick = () => (timer ? stop() : play());
get("back").onclick = () => { stop(); draw(Math.max(at - 1, 0)); };
get("on").onclick = () => { stop(); draw(Math.min(at + 1, film.frames.length - 1)); };
get("at").oninput = (event) => { stop(); draw(Number(event.target.value)); };
get("chapter").onchange = (event) => {
  stop();
  draw(film.frames.findIndex((each) => each[1] == event.target.value));
};
draw(0);
if (calm.matches) stop(); else play();
"""
