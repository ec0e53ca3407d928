"""What axe finds on a page: by day, by night and in high contrast."""

SIGHTS = {
    "day": {"color_scheme": "light", "contrast": "no-preference"},
    "night": {"color_scheme": "dark", "contrast": "no-preference"},
    "high contrast": {"color_scheme": "light", "contrast": "more"},
    "high contrast at night": {"color_scheme": "dark", "contrast": "more"},
}
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
"""What changes with the eyes, and takes most of the time; everything else is the same by day and by night."""
OF_COLOURS = {"resultTypes": ["violations"], "runOnly": COLOURS}
OF_STRUCTURE = {
    "resultTypes": ["violations"],
    "rules": {rule: {"enabled": False} for rule in COLOURS["values"]},
}

PREPARE = """() => {
  const cached = (find) => {
    const known = new Map();
    return (each) => known.get(each) ?? (known.set(each, find(each)), known.get(each));
  };
  const looks = () => {
    const style = cached((each) => getComputedStyle(each));
    const over = (own, plain, further, up) => {
      const rest = up ? further(up) : "";
      return own.join() === plain ? rest : own.join() + ">" + rest;
    };
    const ground = cached((each) => {
      const { opacity, filter, mixBlendMode } = style(each);
      return over([opacity, filter, mixBlendMode], "1,none,normal", ground, each.parentElement);
    });
    const behind = cached((each) => {
      const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } = style(each);
      const own = [backgroundColor, backgroundImage, opacity, filter, mixBlendMode];
      const further = backgroundColor.startsWith("rgb(") ? ground : behind;
      return over(own, "rgba(0, 0, 0, 0),none,1,none,normal", further, each.parentElement);
    });
    const words = cached((each) => {
      const { color, textShadow, fontSize, fontWeight } = style(each), size = parseFloat(fontSize);
      return [color, textShadow, size >= 24 || (size > 18.6 && fontWeight >= 700)].join();
    });
    const linked = cached((link) => [link, link.parentElement].map((each) => {
      const { fontSize, fontWeight, textDecorationLine } = style(each);
      return [words(each), fontSize, fontWeight, textDecorationLine].join();
    }).join());
    return (each) => {
      const link = each.closest("a");
      const field = each.matches("input, select, textarea") ? [each.type, each.disabled] : "";
      return [words(each), field, link ? linked(link) : "", behind(each)].join(";");
    };
  };
  const isThere = (each) => {
    const { width, height, right, bottom } = each.getBoundingClientRect();
    const isOnPage = right + scrollX > 0 && bottom + scrollY > 0;
    return each.checkVisibility({ visibilityProperty: true }) && isOnPage && width > 1 && height > 1;
  };
  const says = (each) => each.matches("input, select, textarea")
    || [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const plain = () => [...document.querySelectorAll("body *:not(svg *)")];
  const saying = () => plain().filter((each) => says(each) && isThere(each));
  window.elementsByLook = () => Map.groupBy(saying(), looks());
  window.noPictures = new CSSStyleSheet();
  noPictures.replaceSync("svg > * { display: none }");
}"""

LOOKS = "() => [...elementsByLook().keys()]"
"""Every way something is said on a page: the colour and size of its words, and what lies behind them.

That is what axe judges a contrast by. Not in a picture: there it finds no colour wrong, whatever it is.
"""

RUN = """async ([options, looks]) => {
  const found = looks && elementsByLook();
  const where = looks ? { include: looks.flatMap((each) => found.get(each) ?? []) } : document;
  if (looks && !where.include.length) return [];
  document.adoptedStyleSheets = looks ? [noPictures] : [];
  const { violations } = await axe.run(where, options);
  document.adoptedStyleSheets = [];
  return violations.map((each) => [each.id, each.nodes.map((node) => node.html.slice(0, 160)).slice(0, 3)]);
}"""
"""Runs axe on all of a page, or on what looks in one of some ways and has not gone meanwhile.

There without what is in pictures, which takes half the time.
"""

OPEN = "document.querySelectorAll('details').forEach((each) => (each.open = true))"


class Axe:
    """Looks at pages by day, by night and in contrast; what was `seen` on any page is not looked at again.

    `found` are the violations of each look, by its name.
    """

    def __init__(self, script, seen):
        self.script, self.seen, self.found = script, seen, {}

    def look(self, name, page):
        """Note what axe finds: on the whole page all but colours, at every sight those of what looks new."""
        if not page.evaluate("'axe' in window"):
            page.evaluate(self.script)
            page.evaluate(PREPARE)
        found = self.found[name] = page.evaluate(RUN, [OF_STRUCTURE, None])
        for sight, how in SIGHTS.items():
            page.emulate_media(**how)
            if new := set(page.evaluate(LOOKS)) - self.seen:
                self.seen |= new
                found += [(sight, *each) for each in page.evaluate(RUN, [OF_COLOURS, sorted(new)])]
        page.emulate_media(**next(iter(SIGHTS.values())))
