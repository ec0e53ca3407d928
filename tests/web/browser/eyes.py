"""What axe finds on a page: by day, by night and in high contrast."""

EYES = {
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
  const telling = /^(class|fill|aria-(pressed|current|busy)|data-(connection|state))$/;
  const lasting = (each) => [...each.attributes].filter(({ name }) => name !== "data-fresh");
  const look = (each) => each.tagName + lasting(each).map(
    ({ name, value }) => telling.test(name) ? name + value : name);
  const styled = [...document.querySelectorAll("link[rel=stylesheet], style")].map(
    (each) => each.href ? new URL(each.href).pathname : each.textContent).join();
  const path = (each) => each === document.body ? styled : path(each.parentElement) + ">" + look(each);
  const says = (each) => !each.closest("svg") && (each.matches("input, select, textarea")
    || [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim()));
  const saying = () => [...document.body.querySelectorAll("*")].filter(says);
  window.elementsByLook = () => Map.groupBy(saying(), path);
  window.noPictures = new CSSStyleSheet();
  noPictures.replaceSync("svg > * { display: none }");
}"""

LOOKS = "() => [...elementsByLook().keys()]"
"""Every way something is said on a page: its element, what colours depend on, and all it lies in.

Not in a picture: there axe finds no colour wrong, whatever it is.
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


class Eyes:
    """Looks at pages with all eyes; what was `seen` already, on whichever page, is not looked at again."""

    def __init__(self, axe, seen):
        self.axe, self.seen, self.found = axe, seen, {}

    def look(self, name, page):
        """Note what axe finds: on the whole page all but colours, with all eyes those of what looks new."""
        page.evaluate(self.axe)
        page.evaluate(PREPARE)
        by_day = next(iter(EYES))
        self.found[name] = [*self.see(page, by_day, OF_STRUCTURE)]
        if new := set(page.evaluate(LOOKS)) - self.seen:
            self.seen |= new
            for eyes in EYES:
                self.found[name] += self.see(page, eyes, OF_COLOURS, sorted(new))
            page.emulate_media(**EYES[by_day])

    def see(self, page, eyes, options, looks=None):
        """Give what axe finds with one pair of eyes."""
        page.emulate_media(**EYES[eyes])
        return [(eyes, *each) for each in page.evaluate(RUN, [options, looks])]
