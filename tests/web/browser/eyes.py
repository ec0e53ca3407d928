"""What axe finds on a page: by day, by night and in high contrast."""

EYES = {
    "day": {"color_scheme": "light", "contrast": "no-preference"},
    "night": {"color_scheme": "dark", "contrast": "no-preference"},
    "high contrast": {"color_scheme": "light", "contrast": "more"},
    "high contrast at night": {"color_scheme": "dark", "contrast": "more"},
}
EVERYTHING = {"resultTypes": ["violations"]}
COLOURS = {**EVERYTHING, "runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
"""What changes with the eyes; everything else is the same by day and by night."""

RUN = """async (options) => (await axe.run(document, options)).violations.map(
  (each) => [each.id, each.nodes.map((node) => node.html.slice(0, 160)).slice(0, 3)])"""

LOOKS = """() => {
  const telling = /^(class|fill|aria-(pressed|current|busy)|data-(connection|state))$/;
  const look = (each) => each.tagName + [...each.attributes].map(
    ({ name, value }) => telling.test(name) ? name + value : name);
  const path = (each) => each === document.body ? "" : path(each.parentElement) + ">" + look(each);
  return [...new Set([...document.body.querySelectorAll("*")].map(path))];
}"""
"""Every way something looks on a page: its element, what colours depend on, and all it lies in."""

OPEN = "document.querySelectorAll('details').forEach((each) => (each.open = true))"


class Eyes:
    """Looks at pages with all eyes; what these eyes have seen already is not looked at again."""

    def __init__(self, axe):
        self.axe, self.found, self.seen = axe, {}, set()

    def look(self, name, page):
        """Note what axe finds: everything by day, colours for all other eyes where something looks new."""
        page.evaluate(self.axe)
        self.found[name] = [*self.see(page, "day", EVERYTHING)]
        looks = set(page.evaluate(LOOKS))
        if not looks <= self.seen:
            self.seen |= looks
            for eyes in ("night", "high contrast", "high contrast at night"):
                self.found[name] += self.see(page, eyes, COLOURS)

    def see(self, page, eyes, options):
        """Give what axe finds with one pair of eyes."""
        page.emulate_media(**EYES[eyes])
        found = [(eyes, *each) for each in page.evaluate(RUN, options)]
        page.emulate_media(**EYES["day"])
        return found
