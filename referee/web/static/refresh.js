// For browsers that cannot read app.js, or break off in it: what they show is asked for again every ten seconds.
// Nothing in here is newer than 2011.
(function () {
  "use strict";
  var PAUSE = 10000, main = document.getElementById("main"), last = main && main.outerHTML, touched = 0;

  function touch() { touched = new Date().getTime(); }
  function isInUse() {
    var held = document.activeElement;
    return /^(INPUT|SELECT|TEXTAREA)$/.test(held ? held.tagName : "") || new Date().getTime() - touched < PAUSE;
  }

  // "/live/<token>?page=<path>" follows the page "/s/<token>/<path>".
  function address() {
    var found = /^\/live\/([^?]+)\?page=([^&]*)/.exec(document.body.getAttribute("data-stream") || "");
    return found && document.body.getAttribute("data-live") !== null ? "/s/" + found[1] + "/" + decodeURIComponent(found[2]) : null;
  }

  function say(what) {
    var line = document.getElementById("network");
    if (line) line.textContent = what ? line.getAttribute("data-" + what) : "";
  }

  function show(text) {
    var fresh = new DOMParser().parseFromString(text, "text/html"), next = fresh.getElementById("main"), sheets, i;
    if (!next || next.outerHTML === last) return;
    last = next.outerHTML;
    sheets = fresh.querySelectorAll('link[rel="stylesheet"]');
    for (i = 0; i < sheets.length; i++) {
      if (!document.querySelector('link[href="' + sheets[i].getAttribute("href") + '"]')) {
        document.head.appendChild(document.importNode(sheets[i], true));
      }
    }
    document.title = fresh.title;
    document.getElementById("main").outerHTML = last;
  }

  function ask() {
    var at = address(), request;
    setTimeout(ask, PAUSE);
    if (document.documentElement.getAttribute("data-runs") !== null || !at || isInUse()) return;
    request = new XMLHttpRequest();
    request.open("GET", at);
    request.onload = function () {
      if (request.status === 404) { location.reload(); return; }
      say(request.status === 200 ? null : "away");
      if (request.status === 200) show(request.responseText);
    };
    request.onerror = function () { say("lost"); };
    request.send();
  }

  document.addEventListener("click", touch);
  document.addEventListener("keydown", touch);
  setTimeout(ask, PAUSE);
})();
