// What a browser adds to pages that work without it: they follow the game, and survive a lost connection.
"use strict";
(() => {
  const part = () => document.getElementById("main");
  const network = () => document.getElementById("network");
  let source = null;

  // One notice for the connection: said when it goes, and when it is back.
  const say = (lost) => {
    const line = network();
    if (!line || (line.dataset.state === "lost") === lost) return;
    line.dataset.state = lost ? "lost" : "back";
    line.textContent = lost ? line.dataset.lost : line.dataset.back;
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
  const show = (html, follows) => Idiomorph.morph(part(), html, {
    morphStyle: "outerHTML",
    callbacks: {
      beforeNodeMorphed: (node) => !(follows && typed(node)),
      beforeAttributeUpdated: (name, node) => !(name === "open" && node.tagName === "DETAILS"),
    },
  });

  const follow = () => {
    const address = document.body.dataset.stream;
    if (!address || source) return;
    source = new EventSource(address);
    source.onopen = () => say(false);
    source.onerror = () => {
      say(true);
      if (source && source.readyState === EventSource.CLOSED) { leave(); setTimeout(follow, 2000); }
    };
    source.addEventListener("page", (event) => {
      say(false);
      show(event.data, true);
      const mark = document.getElementById("disputes");
      if (mark) mark.textContent = part().dataset.disputes || "";
    });
    source.addEventListener("replaced", leave); // a newer page of this phone follows; this one does when looked at
    source.addEventListener("gone", () => { leave(); location.reload(); });
  };
  const leave = () => { if (source) source.close(); source = null; };

  // A whole page from the server in place of this one.
  const enter = async (answer) => {
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    const next = fresh.getElementById("main");
    if (!next) { location.reload(); return; }
    document.title = fresh.title;
    document.documentElement.lang = fresh.documentElement.lang;
    for (const sheet of fresh.querySelectorAll('link[rel="stylesheet"]')) {
      if (!document.querySelector(`link[href="${sheet.getAttribute("href")}"]`)) document.head.append(sheet);
    }
    const header = fresh.querySelector("header"), own = document.querySelector("header");
    if (header && own) Idiomorph.morph(own, header.outerHTML);
    const words = fresh.getElementById("network");
    if (words && network()) Object.assign(network().dataset, { lost: words.dataset.lost, back: words.dataset.back });
    show(next.outerHTML, false);
    const stream = fresh.body.dataset.stream;
    if (answer.url !== location.href) history.replaceState(null, "", answer.url);
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

  const jumps = (answer) => new URL(answer.url).pathname.split("/")[2] !== location.pathname.split("/")[2];

  document.addEventListener("submit", async (event) => {
    const form = event.target, button = event.submitter;
    const method = (button?.getAttribute("formmethod") || form.method).toLowerCase();
    if (method !== "post" || !document.body.dataset.stream) return;
    event.preventDefault();
    if (form.dataset.sending) return;
    form.dataset.sending = "1";
    const body = new URLSearchParams(new FormData(form, button)), mine = ++asked;
    button?.setAttribute("aria-busy", "true");
    try {
      const answer = await send(form.action, { method: "POST", body });
      if (jumps(answer)) { location.assign(answer.url); return; }
      if (mine !== asked && answer.status < 400) return;
      const stays = form.id === "tapped" && answer.status < 400;
      await (stays ? still(() => enter(answer)) : enter(answer));
      if (!stays && (answer.status >= 400 || answer.url !== form.action)) scrollTo(0, 0);
      if (answer.status >= 400) part().focus({ preventScroll: true });
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
    if (mine === asked) await (link.closest("#board, .chosen, .trail") ? still(() => enter(answer)) : enter(answer));
  };

  // A tap on the board that means one act is sent as its button would be; any other narrows down.
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a.tap, a.pick, a.quiet");
    if (!link || event.metaKey || event.ctrlKey || !document.body.dataset.stream) return;
    event.preventDefault();
    const form = document.getElementById("tapped"), button = form?.querySelector("button");
    if (!link.dataset.event || !button) { await narrow(link); return; }
    button.value = link.dataset.event;
    form.requestSubmit(button);
  });

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
    if (link.matches(".quiet")) narrow(link); else location.assign(link.href);
  });

  // One stream for a page that is looked at; none behind another.
  document.addEventListener("visibilitychange", () => (document.hidden ? leave() : follow()));
  addEventListener("pagehide", leave);
  addEventListener("pageshow", follow);
  addEventListener("popstate", () => location.reload());
  if (!document.hidden) follow();
})();
