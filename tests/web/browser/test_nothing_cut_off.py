"""Every page in every size: nothing scrolls sideways, no words are cut, every control takes a tap."""

from itertools import cycle, product

import pytest

from tests.stages import slow
from tests.web.browser.survey import BROWSERS, GAMES, PAGES, SIZES, laid_out, seen

FOUND = """() => {
  const LEAST = 576; // on a screen narrower than this a boat is looked at part by part
  const found = [];
  const box = (each) => each.getBoundingClientRect();
  const name = (each) => {
    const words = (each.getAttribute("aria-label") || each.textContent).trim().slice(0, 40);
    return `${each.tagName.toLowerCase()}.${each.className?.baseVal ?? each.className} “${words}”`;
  };
  const isShown = (each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const isUnseen = (each) =>
    each && (getComputedStyle(each).clipPath !== "none" || isUnseen(each.parentElement));
  const rolls = (each) => each && each.scrollWidth > each.clientWidth + 1;
  for (const each of document.querySelectorAll("[data-fresh]")) delete each.dataset.fresh;

  if (document.documentElement.scrollWidth > innerWidth) found.push("the page scrolls sideways");

  for (const each of document.querySelectorAll("body *:not(svg, svg *, option)")) {
    if (!isShown(each) || !each.clientWidth) continue;
    const { overflowX, overflowY } = getComputedStyle(each);
    const clips = (way) => way === "hidden" || way === "clip";
    const isTall = each.scrollHeight > each.clientHeight + 6; // signs of some fonts reach over their line
    if (((rolls(each) && clips(overflowX)) || (isTall && clips(overflowY))) && !isUnseen(each))
      found.push(`cut off: ${name(each)}`);
    const mayRoll = each.matches("select, input") || (each.matches(".board") && innerWidth < LEAST);
    if (rolls(each) && ["auto", "scroll"].includes(overflowX) && !mayRoll)
      found.push(`scrolls sideways: ${name(each)}`);
  }

  for (const picture of document.querySelectorAll("main svg:not(svg svg)")) {
    if (!isShown(picture)) continue;
    const { left, right, bottom } = box(picture);
    const isScreen = innerWidth > 1200 && document.querySelector(".sofa") && picture.closest("#board");
    if (isScreen && bottom + scrollY > innerHeight) found.push(`below the screen: ${name(picture)}`);
    for (const each of picture.querySelectorAll("text:not(svg svg *)")) {
      const own = box(each);
      if (own.width && (own.left < left - 1 || own.right > right + 1 || own.bottom > bottom + 1))
        found.push(`off the picture: ${name(each)}`);
    }
  }

  const controls = "a[href]:not(.skip), button, summary, select, input:not([type=hidden], .picture input)";
  for (const each of document.querySelectorAll(controls)) {
    const isDrawn = each.closest("svg");
    if (!isShown(each) || !each.getClientRects().length || isUnseen(each)) continue;
    if (isDrawn && rolls(each.closest(".board"))) continue;
    each.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    const { left, right } = box(each);
    if (left < -1 || right > innerWidth + 1) found.push(`off the screen: ${name(each)}`);
    if (isDrawn) continue; // what lies on what in a picture is a matter of its game
    const at = [...each.getClientRects()].map(
      ({ left, top, width, height }) => document.elementFromPoint(left + width / 2, top + height / 2));
    const isOwn = (there) => each.contains(there) || each.labels?.[0]?.contains(there);
    if (!at.some((there) => there && isOwn(there))) found.push(`covered: ${name(each)}`);
  }
  scrollTo(0, 0);
  return [...new Set(found)];
}"""
"""What is wrong with a page, in words."""


def assert_nothing_is_wrong(evening, game, kind, lang, *, pages, sizes):
    tables = laid_out(evening, game, kind, is_over="end" in pages)
    looked = seen(evening, tables, lang, pages=pages, sizes=sizes)
    found = {(name, size): page.evaluate(FOUND) for name, size, page in looked}
    assert {} == {where: wrong for where, wrong in found.items() if wrong}


TIGHT = ("phone", "phone on its side", "tablet on its side")


@pytest.mark.parametrize(("game", "lang"), [*zip(cycle(GAMES), BROWSERS, strict=False)])
def test_nothing_is_cut_off_where_it_is_tight(evening, game, lang):
    """Many people with long names, on what is held in the hand."""
    pages = ("seat", "screen", "one device", "played on", "film")
    assert_nothing_is_wrong(evening, game, "crowded", lang, pages=pages, sizes=TIGHT)


@slow
@pytest.mark.parametrize(("game", "kind", "lang"), [*product(GAMES, ("quiet", "crowded"), BROWSERS)])
def test_nothing_is_cut_off(evening, game, kind, lang):
    assert_nothing_is_wrong(evening, game, kind, lang, pages=PAGES, sizes=SIZES)
