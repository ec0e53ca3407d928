// Spot the foul: one act after another; what was chosen right is counted in the page and nowhere else.

(function () {
  "use strict";

  var fouls = Array.prototype.slice.call(document.querySelectorAll("article.foul"));
  var tally = document.querySelector(".tally"), again = document.querySelector(".again");
  if (!fouls.length || !tally) { return; }
  var at = 0, right = 0, judged = 0;

  function part(foul, name) { return foul.querySelector("[data-for=" + name + "]"); }

  function say() {
    tally.hidden = !judged;
    tally.textContent = tally.dataset.tally.replace("%r", right).replace("%n", judged);
  }

  function show() {
    fouls.forEach(function (foul, n) { foul.hidden = n !== at; });
    again.hidden = at < fouls.length;
    if (at < fouls.length) { reset(fouls[at]); }
  }

  function reset(foul) {
    part(foul, "verdict").hidden = false;
    if (part(foul, "rule")) { part(foul, "rule").hidden = true; }
    foul.querySelector("details").hidden = true;
    foul.querySelector("details").open = false;
    foul.querySelector("[role=status]").hidden = true;
    foul.querySelector(".on").hidden = true;
  }

  // `how`: the name of what is said of it.
  function answer(foul, how) {
    var word = foul.querySelector("[role=status]");
    judged += 1;
    right += how === "right" ? 1 : 0;
    part(foul, "verdict").hidden = true;
    if (part(foul, "rule")) { part(foul, "rule").hidden = true; }
    word.textContent = word.dataset[how];
    word.className = "word " + how;
    word.hidden = false;
    foul.querySelector("details").hidden = false;
    foul.querySelector("details").open = true;
    foul.querySelector(".on").hidden = false;
    foul.querySelector(".on button").focus({ preventScroll: true });
    word.scrollIntoView({ block: "center" });
    say();
  }

  function choose(foul, kind, value) {
    if (kind === "rule") {
      answer(foul, value === foul.dataset.rule ? "right" : "wrongRule");
    } else if (value !== foul.dataset.verdict) {
      answer(foul, "wrong");
    } else if (value === "foul" && part(foul, "rule")) {
      part(foul, "verdict").hidden = true;
      part(foul, "rule").hidden = false;
      part(foul, "rule").querySelector("button").focus({ preventScroll: true });
    } else {
      answer(foul, "right");
    }
  }

  fouls.forEach(function (foul) {
    foul.addEventListener("click", function (event) {
      var button = event.target.closest("button"), choice = event.target.closest("[data-for]");
      if (!button) { return; }
      if (choice) { choose(foul, choice.dataset.for, button.value); return; }
      at += 1;
      show();
      window.scrollTo(0, 0);
      (fouls[at] ? part(fouls[at], "verdict") : again).querySelector("button").focus({ preventScroll: true });
    });
  });
  again.querySelector("button").addEventListener("click", function () {
    at = right = judged = 0;
    say();
    show();
    window.scrollTo(0, 0);
  });

  show();
}());
