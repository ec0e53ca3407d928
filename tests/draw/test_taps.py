"""A picture woven anew: what can be tapped becomes a link, everything else stays a picture."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.draw.svg import document, el, group, hit, join, link_taps, pick, piece, space, text_at, translate
from tests.games.niagara.views import read

SVG = "{http://www.w3.org/2000/svg}"
LINK = {"href": "?pick=canoe:A.1", "role": "button", "aria_label": "Canoe 1"}


def picture(*body):
    return document(
        width=9, height=9, lang="en", name="x", title="t", description="d", css="", body=join(*body)
    )


DISC = pick("to:S4", el("circle", r=4), hit(44, 44))
CANOE = translate(1, 2, el("rect", width=3), hit(44, 44), data_pick="steal:A.1 canoe:A.1")
KEY = group(pick("turn:left", text_at(0, 0, "3"), hit(44, 44), is_offered=True))
PICTURE = picture(DISC, CANOE, KEY)


def links(svg):
    return {each.get("href"): each for each in read(svg).iter(SVG + "a")}


def test_without_taps_nothing_of_them_is_left():
    """A report and a terminal get a picture and no more."""
    plain = str(link_taps(PICTURE, {}))
    assert [word for word in ("data-", "hit", "<a", ">3<", "<g></g>") if word in plain] == []
    assert 'role="img"' in plain


def test_a_thing_that_can_be_tapped_is_a_link_where_it_was():
    """Its place, its shape, and room for a thumb."""
    link = links(link_taps(PICTURE, {"canoe:A.1": LINK}))["?pick=canoe:A.1"]
    assert ("translate(1 2)", "tap-canoe:A.1") == (link.get("transform"), link.get("id"))
    assert ["", "hit"] == [each.get("class", "") for each in link]


def test_of_several_meanings_the_first_that_is_possible_counts():
    both = {"canoe:A.1": LINK, "steal:A.1": {**LINK, "href": "?steal"}}
    assert ["?steal"] == list(links(link_taps(PICTURE, both)))


def test_what_is_offered_is_there_only_while_it_is_possible():
    """Keys and chips come and go."""
    drawn = [">3<" in str(link_taps(PICTURE, taps)) for taps in ({}, {"to:S4": LINK}, {"turn:left": LINK})]
    assert [False, False, True] == drawn


def asked(ids):
    return {"href": f"?why={' '.join(ids)}", "class_": "far"}


def test_what_no_tap_leads_to_may_be_asked_about():
    """A thing by all its ids, that of its piece first; not what is offered or has none."""
    boat = pick("steal:B.1 canoe:B.1 to:S3", piece("canoe:B.1", el("rect")), hit(44, 44))
    river = picture(DISC, boat, KEY, space("hex:1,2", el("path")), pick("", el("circle", r=1)))
    svg = str(link_taps(river, {"to:S4": LINK}, ask=asked))
    found = links(link_taps(river, {"to:S4": LINK}, ask=asked))
    assert {LINK["href"], "?why=canoe:B.1 steal:B.1 to:S3", "?why=hex:1,2"} == set(found)
    assert ["far", "far", ""] == [found[href].get("class", "") for href in sorted(found, reverse=True)]
    assert 'id="tap-canoe:B.1"' not in svg


def test_a_space_that_nobody_may_ask_about_is_not_drawn():
    assert "<path" not in str(link_taps(picture(DISC, space("hex:1,2", el("path"))), {"to:S4": LINK}))


def test_with_links_a_picture_is_a_group_of_them():
    """An image hides from a screen reader what is within it."""
    root = read(link_taps(PICTURE, {"to:S4": LINK}))
    assert ("group", "x-title", "x-desc") == (
        root.get("role"),
        root.get("aria-labelledby"),
        root.get("aria-describedby"),
    )


def test_a_target_drawn_twice_has_one_id():
    """Ids are unique on a page."""
    drawn = str(link_taps(picture(DISC, DISC), {"to:S4": LINK}))
    assert (2, 1) == (drawn.count("<a "), drawn.count('id="tap-to:S4"'))


@pytest.mark.parametrize("seat", ["小明", "a&b", "P1.2"])
def test_seats_are_called_as_people_like(seat):
    """An id is escaped on its way in and out."""
    drawn = link_taps(picture(pick(f"who:{seat}", el("circle", r=1))), {f"who:{seat}": LINK})
    assert [f"tap-who:{seat}"] == [each.get("id") for each in links(drawn).values()]


NESTED = st.recursive(
    st.just(el("circle", r=1)),
    lambda inner: st.builds(
        lambda parts, ids, offered: pick(ids, *parts, is_offered=offered) if ids else group(*parts),
        st.lists(inner, min_size=1, max_size=3),
        st.sampled_from(["", "a:1", "b:2", "a:1 b:2"]),
        st.booleans(),
    ),
)


@given(NESTED, st.sets(st.sampled_from(["a:1", "b:2"])))
def test_whatever_is_marked_the_picture_stays_well_formed(body, possible):
    """Groups within groups, offered or not."""
    drawn = link_taps(picture(body), dict.fromkeys(possible, LINK))
    assert read(drawn).tag == SVG + "svg"
    assert "data-" not in str(drawn)
