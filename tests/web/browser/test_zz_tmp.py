import json
from tests.web.browser.tables import Sitting, ask

def shot(devices, link, name, kind="phone", lang=None):
    ctx = devices.browser.new_context(viewport={"width": 390, "height": 844} if kind=="phone" else {"width":1280,"height":800}, device_scale_factor=1)
    page = ctx.new_page()
    if lang: ask(f"{link.partition('?')[0].rstrip('/')}/language", lang=lang, here="")
    page.goto(link, wait_until="load"); page.wait_for_timeout(900)
    page.screenshot(path=f"/tmp/consent.d/{name}.png", full_page=True)
    ctx.close()

def test_look(evening, devices):
    t = Sitting(evening, "lifeboat", "ABCD")
    position = {"characters": {"A": "captain", "B": "mate", "C": "frenchy", "D": "kid"}, "boat": list("ABCD"), "hands": {s: [None] for s in "ABCD"}, "phase": "navigation"}
    s = t.screen.rstrip("/")
    print(ask(f"{s}/do", event=json.dumps({"type": "corrected", "position": position}))[0])
    ask(f"{s}/do", notation="top card N02")
    for l in t.links.values(): ask(l + "/")
    shot(devices, t.links["A"], "thirst_A_before")
    print(ask(f"{t.links['A']}/do", notation="thirst closed")[0])
    shot(devices, t.links["A"], "thirst_A")
    shot(devices, t.links["B"], "thirst_B")
    shot(devices, t.links["C"], "thirst_C_ja", lang="ja")
    shot(devices, s, "thirst_screen", "wide")
    ask(f"{t.links['D']}/leave", seat="D")

    n = Sitting(evening, "niagara", "ABC")
    s = n.screen.rstrip("/")
    for l in n.links.values(): ask(l + "/")
    print(ask(f"{s}/correct", **{"fact.weather": "1", "reason":"bumped"})[0])
    shot(devices, s, "ask_screen", "wide"); shot(devices, n.links["A"], "ask_A"); shot(devices, n.links["B"], "ask_B_zh", lang="zh-Hans")
    page = devices.browser.new_page(viewport={"width":1280,"height":800}); page.goto(s, wait_until="load"); page.wait_for_timeout(900)
    page.locator("#all-agree summary").click(); page.wait_for_timeout(600); page.screenshot(path="/tmp/consent.d/ask_screen2.png")
    page.locator("#all-agree button").click(); page.wait_for_timeout(1200); page.screenshot(path="/tmp/consent.d/ask_screen3.png"); 
    ask(f"{n.links['C']}/leave", seat="C")
    import re
    from html import unescape
    p = ask(n.links["A"]+"/")[2]
    pid = re.search(r'name="proposal" value="(P\d+)"', p)[1]
    ask(f"{n.links['A']}/answer", proposal=pid, reply="agree"); ask(f"{n.links['B']}/answer", proposal=pid, reply="agree")
    shot(devices, n.links["A"], "left_A"); shot(devices, s, "left_screen", "wide"); shot(devices, n.links["A"]+"/as/C", "left_A_as_C"); shot(devices, n.links["C"], "left_C")
    print(ask(f"{n.links['A']}/do?as=C", notation="C plays 5")[0], ask(f"{n.links['A']}/do", notation="A plays 6")[0], ask(f"{n.links['B']}/do", notation="B plays 4")[0])
    print(ask(f"{n.links['A']}/do", notation="A1 launch to S3")[0])
    shot(devices, n.links["A"]+"/dispute?"+"topic=&question=May+I+steal+after+I+unloaded+a+gem+this+turn%3F", "dispute_A")
    shot(devices, n.links["A"]+"/log", "log_A")
