// What a browser adds to pages that work without it: they follow the game, and survive a lost connection.
"use strict";
(() => {
  const part = () => document.getElementById("main");
  const stays = () => document.body.dataset.stream || "stays" in document.body.dataset; // taps narrow down here
  const network = () => document.getElementById("network");
  let source = null;

  // An older browser lacks some of what is asked for here: it does without, and where that fails forms and links
  // are its own again, as on a page without this script, and refresh.js follows the game.
  let isLeftAlone = false;
  const letGo = () => { isLeftAlone = true; leave(); delete document.documentElement.dataset.runs; };
  const replace = (own, html, how) => {
    if (window.Idiomorph) Idiomorph.morph(own, html, how); else own.outerHTML = html;
  };
  let pressed = null; // the button a form is sent by, where the event does not say it
  document.addEventListener("click", (event) => { pressed = event.target.closest("button"); }, true);
  const fields = (form, button) => {
    const found = new URLSearchParams(new FormData(form));
    if (button?.name) found.append(button.name, button.value);
    return found;
  };

  // One notice for the connection: said when it goes, and when it is back.
  const say = (lost, why = "lost") => {
    const line = network(), state = lost ? why : "back";
    if (!line || (line.dataset.state || "back") === state) return;
    line.dataset.state = state;
    line.textContent = line.dataset[state];
    if (!lost) setTimeout(() => { if (line.dataset.state === "back") line.textContent = ""; }, 2000);
  };

  // Take over what the server drew; what somebody has opened stays open, and what is being typed or chosen
  // stays where the page only follows the game.
  const typed = (node) => {
    if (node.tagName === "SELECT") {
      const given = [...node.options].findIndex((each) => each.defaultSelected);
      return node.selectedIndex !== Math.max(given, 0);
    }
    if (node.tagName !== "INPUT" || node.type === "hidden") return false;
    return node.type === "checkbox" ? node.checked !== node.defaultChecked : node.value !== node.defaultValue;
  };
  const morph = (html, follows) => replace(part(), html, {
    morphStyle: "outerHTML",
    callbacks: {
      beforeNodeMorphed: (node) => !(follows && typed(node)),
      beforeAttributeUpdated: (name, node) => !(name === "open" && node.tagName === "DETAILS") && name !== "data-fresh" && name !== "data-sought"
        && !(name === "tabindex" && node.matches("h1, h2"))
        && !(name === "hidden" && node.matches("[data-festive]")),
    },
  });
  // Whoever goes by keyboard or ear is led to the heading of what comes next.
  const lead = () => {
    const isMine = part().dataset.mine && "live" in document.body.dataset; // else it is an answer
    const next = part().querySelector(".question h2") || (isMine && part().querySelector(".groups > .group > h2"));
    const heading = next || part().querySelector("h1") || part();
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  };
  // They stay where they were, or at what was tapped first; but not on a button that has come to mean something
  // else, which a second Enter would press.
  const purpose = (each) => JSON.stringify([
    each.form?.action, each.name, each.value, each.dataset.event, each.matches("summary") && each.parentElement.id,
    ...[...each.form?.querySelectorAll("[type=hidden]:not([name=seen], [name=key])") || []].map((one) => one.value),
  ]);
  const focused = (change) => {
    const held = document.activeElement, { id } = held, isOurs = part().contains(held);
    const meant = isOurs && held.matches("button, summary, [data-event]") && purpose(held);
    const first = new URLSearchParams(location.search).get("pick")?.split(" ")[0];
    change();
    const now = document.activeElement, isOther = meant && now === held && purpose(held) !== meant;
    if (!isOurs || (part().contains(now) && !isOther)) return;
    const known = (!isOther && id && document.getElementById(id)) || document.getElementById(`tap-${first}`);
    if (known) known.focus({ preventScroll: true }); else lead();
  };
  const show = (html, follows) => {
    const before = new Map(tappable().map((each) => [each, spot(each)])), stood = pieces();
    focused(() => morph(html, follows));
    seek();
    glide(stood);
    led();
    celebrate();
    label();
    setSwitches(); // as they stood, before it is seen what is new or has moved
    freshen(tappable().filter((each) => before.get(each) !== spot(each)));
  };

  // What lies face down is seen while a finger holds it; by keyboard Enter turns it over, and leaving hides it.
  const hold = (event) => {
    const secret = event.target.closest?.(".secret");
    document.querySelectorAll(".secret[open]").forEach((each) => { if (each !== secret || event.type !== "pointerdown") each.open = false; });
    if (secret && event.type === "pointerdown") secret.open = true;
  };
  for (const type of ["pointerdown", "pointerup", "pointercancel", "focusout"]) document.addEventListener(type, hold);
  for (const type of ["click", "contextmenu"]) document.addEventListener(type, (event) => {
    if (event.target.closest?.(".secret") && (type !== "click" || event.detail)) event.preventDefault();
  });

  // A board larger than its frame shows what was tapped on it, once.
  const seek = () => {
    const frame = part().querySelector(".board.roams"), piece = frame?.querySelector(".tap.picked");
    if (!piece || frame.dataset.sought === piece.id) return;
    frame.dataset.sought = piece.id;
    const { left, top, width, height } = piece.getBoundingClientRect(), round = frame.getBoundingClientRect();
    frame.scrollLeft += left + width / 2 - round.left - frame.clientWidth / 2;
    frame.scrollTop += top + height / 2 - round.top - frame.clientHeight / 2;
  };

  // A piece glides from where it stood to where it stands, on the same board; not where motion is unwelcome.
  const GLIDE = 250;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const pieces = () => {
    const found = new Map();
    for (const each of part().querySelectorAll(".board [data-piece]")) {
      const place = each.closest("[transform]")?.transform.baseVal.consolidate()?.matrix;
      const nth = [...found.keys()].filter((key) => key.startsWith(each.dataset.piece + "#")).length;
      const board = each.ownerSVGElement?.getAttribute("viewBox");
      if (place) found.set(`${each.dataset.piece}#${nth}`, { each, board, x: place.e, y: place.f, scale: place.a });
    }
    return found;
  };
  const glide = (stood) => {
    if (calm.matches) return;
    for (const [key, now] of pieces()) {
      const was = stood.get(key);
      if (!was || was.board !== now.board || (was.x === now.x && was.y === now.y)) continue;
      const from = `translate(${(was.x - now.x) / now.scale}px, ${(was.y - now.y) / now.scale}px)`;
      now.each.animate?.([{ transform: from }, { transform: "none" }], { duration: GLIDE, easing: "ease-out" });
    }
  };

  // A tap is meant: what is new, or has moved under the finger, takes none for a moment.
  const FRESH = 400;
  const TAPPABLE = "button, summary, a.tap, a.pick, a.button, a.door";
  const tappable = () => [...part().querySelectorAll(TAPPABLE)];
  const spot = (each) => {
    const { left, top } = each.getBoundingClientRect();
    const means = each.value || each.dataset.event || each.getAttribute("href") || each.textContent;
    const about = [...(each.form?.querySelectorAll("[name=proposal], [name=dispute]") || [])].map((one) => one.value);
    return [Math.round(left), Math.round(top), means, ...about].join(" ");
  };
  let freshened = 0; // no clock: WebKit's may stand short of the moment its own timer waited for
  const freshen = (some) => {
    const mark = String(++freshened);
    for (const each of some) each.dataset.fresh = mark;
    setTimeout(() => {
      for (const each of some) if (each.dataset.fresh === mark) delete each.dataset.fresh;
    }, FRESH);
  };
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-fresh]") || (event.detail === 0 && !event.target.closest(".sure"))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  document.addEventListener("keydown", (event) => {
    if (event.repeat && (event.key === "Enter" || event.key === " ")) event.preventDefault();
  });

  // What a tap unfolds to be confirmed is seen, and takes no tap for a moment.
  document.addEventListener("toggle", ({ target }) => {
    const sure = target.matches?.(".twice[open]") && part().contains(target) && target.querySelector(".sure");
    if (sure) point(sure);
  }, true);
  const point = (button) => {
    button.scrollIntoView({ block: "nearest" });
    button.focus({ preventScroll: true });
    freshen(tappable());
  };

  // Nobody's cards lie behind the curtain for whoever goes back: the page of a seat on a device that is handed
  // round is not kept in the history. Whoever hands it on is told once of what was tapped and not done.
  const handing = () => part().querySelector(".thumb.handed > a");
  const go = (address) => location[handing() ? "replace" : "assign"](address);
  const undone = () => [...part().querySelectorAll(".twice[open] .sure, .chosen button.offer")].find((each) => each.offsetParent);
  const leaves = (event) => {
    const link = event.target.closest("a[href]"), from = handing();
    if (!link || !from || isLeftAlone || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const address = new URL(link.href.baseVal ?? link.href, location), line = document.getElementById("unconfirmed");
    if (link.hasAttribute("download") || address.href.split("#")[0] === location.href.split("#")[0]) return;
    event.preventDefault();
    const waits = link === from && line?.hidden && undone();
    if (!waits) { location.replace(address); return; }
    line.hidden = false;
    point(waits);
  };

  // Nothing changes under a finger that is down: what came meanwhile is shown when it is lifted.
  const LIFTED = 50;
  let isDown = false, late = null;
  const lift = () => setTimeout(() => {
    isDown = false;
    if (late) late();
    late = null;
  }, LIFTED);
  document.addEventListener("pointerdown", () => { isDown = true; });
  for (const each of ["pointerup", "pointercancel"]) document.addEventListener(each, lift);

  // The tab says whose move it is too; when it comes to be mine, the phone trembles once where its seat wants it.
  const quietly = (act) => { try { return act(); } catch { return null; } };
  const wants = () => quietly(() => localStorage.getItem("vibrate")) === "on";
  const dress = (wasMine) => {
    const { title, icon, mine } = part().dataset;
    if (title) document.title = title;
    if (icon) document.getElementById("icon")?.setAttribute("href", icon);
    if (mine && !wasMine && wants()) navigator.vibrate?.(120);
    setSwitches();
    hearken();
  };
  const setSwitches = () => {
    flip("vibrate", navigator.vibrate, wants());
    flip("awake", navigator.wakeLock, !maySleep());
    flip("voice", Voice, speaks());
  };
  const flip = (id, isThere, isOn) => {
    const button = document.getElementById(id);
    if (!button || !isThere) return;
    button.hidden = false;
    button.setAttribute("aria-pressed", String(isOn));
    button.firstElementChild.textContent = isOn ? "☑" : "☐";
  };
  document.addEventListener("click", (event) => {
    if (!event.target.closest("#vibrate")) return;
    quietly(() => localStorage.setItem("vibrate", wants() ? "off" : "on"));
    if (wants()) navigator.vibrate(120);
    dress(true);
  });

  // A screen that is looked at stays awake, where the browser allows that (over https, or on the machine itself).
  let awake = null;
  const maySleep = () => quietly(() => localStorage.getItem("awake")) === "off";
  const wake = async () => {
    if (!navigator.wakeLock || !document.body.dataset.stream) return;
    if (maySleep() || document.hidden) { awake?.then((lock) => lock?.release()); awake = null; return; }
    if (!awake) awake = navigator.wakeLock.request("screen").catch(() => null);
    (await awake)?.addEventListener("release", () => { awake = null; }, { once: true });
  };
  document.addEventListener("click", (event) => {
    if (!event.target.closest("#awake")) return;
    quietly(() => localStorage.setItem("awake", maySleep() ? "on" : "off"));
    wake();
    dress(true);
  });

  // A voice beside it, where the browser has one (over https, or on the machine itself) and the seat wants it: what
  // was heard comes back as buttons, and is never done by itself.
  const Voice = isSecureContext && (window.SpeechRecognition || window.webkitSpeechRecognition);
  const speaks = () => quietly(() => localStorage.getItem("voice")) === "on";
  let ear = null, heard = "rest";
  const hearken = (state = heard) => {
    const button = document.getElementById("speak");
    heard = state;
    if (!button || !Voice) return;
    button.hidden = !speaks();
    button.setAttribute("aria-pressed", String(Boolean(ear)));
    if (button.lastElementChild.textContent !== button.dataset[state]) button.lastElementChild.textContent = button.dataset[state];
  };
  document.addEventListener("click", (event) => {
    if (event.target.closest("#voice")) {
      quietly(() => localStorage.setItem("voice", speaks() ? "off" : "on"));
      ear?.abort();
      dress(true);
    }
    const button = event.target.closest("#speak");
    if (!button) return;
    if (ear) { ear.stop(); return; }
    ear = new Voice();
    Object.assign(ear, {
      lang: button.dataset.lang,
      maxAlternatives: 5,
      onresult: ({ results }) => {
        const link = document.getElementById("heard"), said = Array.from(results[0], (each) => each.transcript);
        link.href = link.dataset.to + encodeURIComponent(said.join("\n"));
        link.click();
      },
      onerror: () => hearken("failed"),
      onend: () => { ear = null; hearken(heard === "failed" ? "failed" : "rest"); },
    });
    hearken("listens");
    ear.start();
  });

  const pushed = (html) => {
    const wasMine = part().dataset.mine;
    show(html, true);
    dress(wasMine);
    for (const what of ["disputes", "proposals"]) {
      const mark = document.getElementById(what);
      if (mark) mark.textContent = part().dataset[what] || "";
    }
  };

  // An answer, such as a refusal, stays until it is left; that the game goes on meanwhile is said on it, and how.
  const passedBy = (html) => {
    const now = new DOMParser().parseFromString(html, "text/html").getElementById("main");
    const line = document.getElementById("gone-on"), wasMine = part().dataset.mine;
    if (!now || Number(now.dataset.revision) <= Number(part().dataset.revision)) return;
    for (const each of ["title", "icon"]) part().dataset[each] = now.dataset[each];
    if ("mine" in now.dataset) part().dataset.mine = "1"; else delete part().dataset.mine;
    dress(wasMine);
    part().querySelector(".now")?.remove();
    if (!line) return;
    line.textContent = line.dataset.said;
    line.append(document.createElement("br"), now.dataset.title.split(" · ")[0]);
  };

  const follow = () => {
    const address = document.body.dataset.stream;
    if (!address || source || isLeftAlone) return;
    source = new EventSource(address);
    source.onopen = () => say(false);
    source.onerror = () => {
      say(true);
      if (source && source.readyState === EventSource.CLOSED) { leave(); setTimeout(follow, 2000); }
    };
    source.addEventListener("page", (event) => {
      say(false);
      const take = () => {
        try { ("live" in document.body.dataset ? pushed : passedBy)(event.data); } catch { letGo(); }
      };
      if (isDown) late = take; else take();
    });
    source.addEventListener("back", () => say(false));
    source.addEventListener("away", () => say(true, "away")); // the service is there, what it keeps is not
    source.addEventListener("next", (event) => { // the table plays again: who looked before goes along
      if (part().dataset.next) return;
      part().dataset.next = event.data; // whoever comes back to this page stays
      go(event.data);
    });
    source.addEventListener("replaced", leave); // a newer page of this phone follows; this one does when looked at
    source.addEventListener("gone", () => { leave(); location.reload(); });
  };
  const leave = () => { if (source) source.close(); source = null; };

  // An answer was on its way while the game went on, and the same page came meanwhile as it stands by now: ask again.
  const isOvertaken = ({ body }, next) => "live" in body.dataset && body.dataset.stream === document.body.dataset.stream
    && Number(next.dataset.revision) < Number(part().dataset.revision);

  // A whole page from the server in place of this one.
  const enter = async (answer) => {
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    const next = fresh.getElementById("main");
    if (!next) { location.reload(); return; }
    if (isOvertaken(fresh, next)) { await enter(await send(answer.url)); return; }
    const wasBehindName = handing();
    document.title = fresh.title;
    document.documentElement.lang = fresh.documentElement.lang;
    document.body.toggleAttribute("data-live", "live" in fresh.body.dataset);
    for (const sheet of fresh.querySelectorAll('link[rel="stylesheet"]')) {
      if (!document.querySelector(`link[href="${sheet.getAttribute("href")}"]`)) document.head.append(sheet);
    }
    for (const each of ["header", "a.skip"]) {
      const given = fresh.querySelector(each), own = document.querySelector(each);
      if (given && own) replace(own, given.outerHTML);
    }
    const words = fresh.getElementById("network");
    if (words && network()) Object.assign(network().dataset, { lost: words.dataset.lost, back: words.dataset.back });
    show(next.outerHTML, false);
    dress(true);
    const stream = fresh.body.dataset.stream;
    if (answer.url !== location.href) history[stream || wasBehindName ? "replaceState" : "pushState"](null, "", answer.url);
    if (stream !== document.body.dataset.stream) {
      leave();
      if (stream) document.body.dataset.stream = stream; else delete document.body.dataset.stream;
    }
    follow();
  };

  // Each tap and each form asks for a page; what was asked for last is shown, whichever answer comes last.
  let asked = 0;

  const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

  // Send until there is an answer: the same submission twice is one entry, so that is safe.
  const send = async (address, how) => {
    for (let wait = 500; ; wait = Math.min(wait * 2, 8000)) {
      try {
        const answer = await fetch(address, how);
        if (answer.status < 502) { say(false); return answer; }
      } catch { /* nobody there: said below */ }
      say(true);
      await pause(wait);
    }
  };

  const linkIn = (address) => new URL(address, location).pathname.split("/s/")[1]?.split("/")[0];
  const jumps = (answer) => linkIn(answer.url) !== linkIn(location);

  document.addEventListener("submit", async (event) => {
    const form = event.target, button = event.submitter || (pressed?.form === form ? pressed : null);
    const method = (button?.getAttribute("formmethod") || form.method).toLowerCase();
    if (method !== "post" || !document.body.dataset.stream || isLeftAlone) return;
    const body = fields(form, button), mine = ++asked, stood = part().dataset.revision;
    event.preventDefault();
    if (form.dataset.sending) return;
    form.dataset.sending = "1";
    button?.setAttribute("aria-busy", "true");
    try {
      const answer = await send(form.action, { method: "POST", body });
      if (jumps(answer)) { go(answer.url); return; }
      if (mine !== asked && answer.status < 400) return;
      const isSpoken = form.matches(".languages"), stays = (form.id === "tapped" || isSpoken) && answer.status < 400;
      await (stays ? still(() => enter(answer)) : enter(answer));
      const isNew = answer.url !== form.action || part().dataset.revision !== stood;
      if (!stays && (answer.status >= 400 || isNew)) scrollTo(0, 0);
      if (!isSpoken) lead();
    } catch { // the same sent twice is one entry, and has one answer
      letGo();
      if (!form.isConnected) location.reload(); else if (button) button.click(); else form.submit();
    } finally {
      delete form.dataset.sending;
      button?.removeAttribute("aria-busy");
    }
  });

  // Whoever looks at the board goes on looking at it, whatever comes or goes above.
  const still = async (change) => {
    const top = () => document.getElementById("board")?.getBoundingClientRect().top ?? 0;
    const before = top();
    await change();
    scrollBy(0, top() - before);
  };

  // Narrowing down stays on the page: no jump, no flash.
  const narrow = async (link) => {
    const mine = ++asked, answer = await send(link.getAttribute("href"));
    try {
      if (mine === asked) await (link.closest("#board, .chosen, .trail, .chips") ? still(() => enter(answer)) : enter(answer));
    } catch { letGo(); go(link.href.baseVal || link.href); }
  };

  // A tap on the board that means one act is sent as its button would be; any other narrows down.
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a.tap, a.pick, a.quiet, a.step");
    if (!link || event.metaKey || event.ctrlKey || !stays() || isLeftAlone) return;
    event.preventDefault();
    const form = document.getElementById("tapped"), button = form?.querySelector("button");
    if (!link.dataset.event || !button) { await narrow(link); return; }
    button.value = link.dataset.event;
    button.click();
  });
  document.addEventListener("click", leaves); // after what stays on the page

  // The log is a film: it walks on by itself until the end, or until somebody stops it.
  const PACE = 1300;
  let film = null;
  const player = () => document.querySelector("[data-play]");
  const label = () => {
    const button = player();
    if (!button) return;
    button.hidden = false;
    button.textContent = film ? button.dataset.plays : button.dataset.paused;
    button.setAttribute("aria-pressed", String(Boolean(film)));
  };
  const stop = () => { clearTimeout(film); film = null; label(); };
  const roll = () => { film = setTimeout(async () => {
    const next = player() && document.querySelector('a.step[data-key="ArrowRight"]');
    if (!next) { stop(); return; }
    await narrow(next);
    if (film) roll();
    label();
  }, PACE); };
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-play]")) { if (event.target.closest("a")) stop(); return; }
    if (film) stop(); else { roll(); label(); }
  });
  if (player()?.dataset.play === "on") roll();
  label();

  // What this device is to remember: in a cookie as well, for where it keeps nothing else.
  const YEAR = 31536000;
  const remember = (key, value) => {
    quietly(() => localStorage.setItem(key, value));
    quietly(() => { document.cookie = `${key}=${encodeURIComponent(value)}; path=/; max-age=${YEAR}; samesite=lax`; });
  };
  const remembered = (key) => quietly(() => localStorage.getItem(key)) || quietly(() => {
    const found = document.cookie.split("; ").find((each) => each.startsWith(`${key}=`));
    return found ? decodeURIComponent(found.slice(key.length + 1)) : null;
  });

  // A first game is led, and no other one on this device; one tap ends that before the round does.
  const led = () => {
    const here = linkIn(location);
    for (const each of document.querySelectorAll("[data-tour]")) {
      const key = `tour-${each.dataset.tour}`;
      if (!remembered(key)) remember(key, here);
      each.hidden = remembered(key) !== here;
      each.querySelector("[data-skip]").hidden = false;
    }
  };
  document.addEventListener("click", (event) => {
    const skip = event.target.closest("[data-skip]");
    if (!skip) return;
    remember(`tour-${skip.dataset.skip}`, "off");
    led();
  });
  led();

  // A win is celebrated once on a device, for as long as it takes to fall.
  const celebrate = () => {
    const found = part().querySelector("[data-festive]");
    if (!found || calm.matches || remembered("festive") === found.dataset.festive) return;
    remember("festive", found.dataset.festive);
    found.hidden = false;
    found.addEventListener("animationend", (event) => { if (event.target === found.lastElementChild) found.hidden = true; });
  };
  celebrate();

  // What is called a button is pressed by the space bar too.
  document.addEventListener("keydown", (event) => {
    const link = event.key === " " && event.target.closest("a[role=button]");
    if (!link) return;
    event.preventDefault();
    link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  });

  // The log is walked with the arrow keys; Escape lets go of what was tapped.
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    const link = document.querySelector(`a[data-key="${CSS.escape(event.key)}"]`);
    if (!link) return;
    event.preventDefault();
    if (link.matches(".quiet, .step")) narrow(link); else go(link.href);
  });

  // A tap beside the open menu, or Escape, closes it and does nothing else.
  const shut = (event) => {
    const menu = document.querySelector("#menu[open]");
    if (!menu || (event.type === "click" ? menu.contains(event.target) : event.key !== "Escape")) return;
    menu.open = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  for (const each of ["click", "keydown"]) document.addEventListener(each, shut, true);

  // One stream for a page that is looked at; none behind another.
  document.addEventListener("visibilitychange", () => { if (document.hidden) leave(); else follow(); wake(); });
  addEventListener("pagehide", leave);
  addEventListener("pageshow", follow);
  addEventListener("popstate", () => location.reload());
  seek();
  freshen(tappable());
  dress(true);
  if (!document.hidden) follow();
  wake();
  document.documentElement.dataset.runs = ""; // refresh.js has nothing to do
})();
