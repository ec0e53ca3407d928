"""What can be pressed on a page, as somebody who listens hears it."""

from html.parser import HTMLParser

_VOID = {"input", "meta", "link", "br", "hr", "img"}


class _Reader(HTMLParser):
    """Reads the controls of a page: the name each is called by, and all that is sent where it is pressed."""

    def __init__(self):
        super().__init__()
        self.open, self.controls, self.form = [], [], None

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        if tag == "form":
            self.form = {"action": attributes.get("action"), "sent": []}
        is_sent = tag == "input" and self.form and attributes.get("type") == "hidden"
        if is_sent and attributes["name"] not in {"seen", "key"}:
            self.form["sent"].append((attributes["name"], attributes.get("value")))
        if tag in _VOID:
            return
        control = None
        if tag in {"button", "summary"} or (tag == "a" and attributes.get("href")):
            control = {"tag": tag, "attributes": attributes, "form": self.form, "said": []}
            control["in"] = self.open[-1][1].get("id") if self.open else None
            self.controls.append(control)
        self.open.append((tag, attributes, control))

    def handle_endtag(self, tag):
        if tag == "form":
            self.form = None
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data):
        if any(each.get("aria-hidden") == "true" or tag in {"style", "desc"} for tag, each, _ in self.open):
            return
        for *_, control in self.open:
            if control:
                control["said"].append(data)


def controls_of(page):
    """Yield the name of each control of a page that is seen, and what pressing it does."""
    reader = _Reader()
    reader.feed(page)
    for each in reader.controls:
        attributes, form = each["attributes"], each["form"]
        if "hidden" in attributes:
            continue
        name = attributes.get("aria-label") or " ".join(" ".join(each["said"]).split())
        match each["tag"]:
            case "a":
                yield name, attributes["href"]
            case "summary":
                yield name, f"unfolds {each['in']}"
            case _:
                yield (
                    name,
                    str(
                        (attributes.get("formaction"), form, attributes.get("name"), attributes.get("value"))
                    ),
                )


def alike(page):
    """Give the names that controls of a page share although they do different things, with what they do."""
    does = {}
    for name, effect in controls_of(page):
        does.setdefault(name, {})[effect] = None
    return {name: list(effects) for name, effects in does.items() if len(effects) > 1}
