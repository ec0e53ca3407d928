// The book without a server: the search box, and the way from a permanent address to one's own language.

(function () {
  "use strict";

  // A page in every language: on to the one the browser prefers, where it has one.
  var leads = document.querySelectorAll("[data-leads] a");
  if (leads.length) {
    var wanted = navigator.languages || [navigator.language];
    for (var n = 0; n < wanted.length; n++) {
      var best = null, length = 0;
      leads.forEach(function (link) {
        (link.dataset.tags + " " + link.hreflang).split(" ").forEach(function (tag) {
          var is = (wanted[n] + "-").toLowerCase().indexOf(tag.toLowerCase() + "-") === 0;
          if (is && tag.length > length) { best = link; length = tag.length; }
        });
      });
      if (best) { location.replace(best.href); break; }
    }
  }

  // Boards that are loaded when they come into sight are on paper, too.
  window.addEventListener("beforeprint", function () {
    document.querySelectorAll("img[loading=lazy]").forEach(function (board) { board.loading = "eager"; });
  });

  var box = document.querySelector("form.find");
  if (!box) { return; }
  var input = box.querySelector("input"), list = box.querySelector("ol"), status = box.querySelector("[role=status]");
  var index = null, isLoading = false, MOST = 12;
  box.hidden = false;

  window.refereeSearch = function (found) {
    index = found;
    var words = {};
    index.entries.forEach(function (each) {
      each.push(fold(each[1] + " " + each[0]));
      (each.slice(3).join(" ").match(/[a-z]{4,}/g) || []).forEach(function (word) { words[word] = true; });
    });
    index.words = Object.keys(words);
    show();
  };

  function load() {
    if (index || isLoading) { return; }
    isLoading = true;
    var script = document.createElement("script");
    script.src = box.dataset.index;
    document.head.appendChild(script);
  }

  function fold(text) {
    return text.normalize("NFKC").toLowerCase().replace(/×/g, "x").replace(/['\u2019]/g, "")
      .replace(/[\u4e00-\u9fff]/g, function (sign) { return index.simple[sign] || sign; });
  }

  // A word without its English ending, so that steals and stealing are near one another.
  function stem(word) {
    var endings = ["ning", "ting", "ing", "ies", "es", "ed", "s"];
    for (var n = 0; n < endings.length; n++) {
      var at = word.length - endings[n].length;
      if (at >= 3 && word.slice(at) === endings[n]) { return word.slice(0, at); }
    }
    return word;
  }

  var WIDE = /[\u3040-\u30ff\u3400-\u9fff]/;

  // What is looked for in a text: words by their beginning, signs in pairs, katakana by three. A single
  // hiragana between them says nothing.
  function terms(text) {
    var found = [], all = [];
    (text.match(/[a-z0-9]+|[\u30a0-\u30ff]+|[\u3040-\u309f\u3400-\u9fff\u3005\u3007]+|[^\s\w]+/g) || []).forEach(function (run) {
      if (WIDE.test(run)) {
        var size = /[\u30a0-\u30ff]/.test(run) ? 3 : 2;
        for (var n = 0; n < Math.max(1, run.length - size + 1); n++) {
          all.push(run.slice(n, n + size));
          if (!/^[\u3040-\u309f]$/.test(run)) { found.push(run.slice(n, n + size)); }
        }
      } else if (/[a-z0-9]/.test(run)) {
        all.push(stem(run));
        if (index.stopped.indexOf(run) < 0) { found.push(stem(run)); }
      }
    });
    return found.length ? found : all;
  }

  function holds(text, term) {
    return WIDE.test(term) ? text.indexOf(term) >= 0 : (" " + text).search(new RegExp("[^a-z0-9]" + term)) >= 0;
  }

  // Each thing the question names, as all that it is called; the beginning of a name is enough.
  function meant(text) {
    var begun = text.match(/[a-z]{5,}/g) || [];
    return index.things.filter(function (names) {
      return names.some(function (name) {
        if (WIDE.test(name)) { return name.length > 1 && text.indexOf(name) >= 0; }
        return holds(text, stem(name)) || begun.some(function (word) { return name.indexOf(word) === 0; });
      });
    });
  }

  // Whether one letter is left out, too many, another, or changed its place with the next.
  function isSlip(one, other) {
    var at = 0;
    while (at < one.length && one[at] === other[at]) { at++; }
    var a = one.slice(at), b = other.slice(at);
    return a.slice(1) === b || a === b.slice(1) || a.slice(1) === b.slice(1)
      || (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2));
  }

  // A word that is nowhere, as those it may be a slip of; any other as it is.
  function known(term) {
    var isThere = !/^[a-z]{5,}$/.test(term) || index.entries.some(function (each) {
      return each.slice(3).some(function (text) { return holds(text, term); });
    });
    var near = isThere ? [] : index.words.filter(function (word) { return isSlip(word, term) || isSlip(stem(word), term); });
    return near.length ? near : [term];
  }

  // The entries that an id, the beginning of one, or the number of a ruling names.
  function named(text) {
    var isNumber = /^[a-z]-?\d+$/.test(text);
    if (!isNumber && !/^[a-z]+-[a-z0-9-]+$/.test(text)) { return []; }
    var asked = isNumber ? [text.replace("-", ""), text.replace(/-?(\d)/, "-$1")] : [text];
    return index.entries.filter(function (each) {
      var name = "-" + each[2].replace(/^.*\//, "").replace(".html", "").toLowerCase() + "-";
      return asked.some(function (one) {
        return isNumber ? name.indexOf("-" + one + "-") >= 0 : name.indexOf("-" + one) === 0;
      });
    });
  }

  function search(text) {
    var plain = fold(text), exact = named(plain);
    if (exact.length) { return exact.slice(0, MOST); }
    var wanted = terms(plain).map(known);
    plain += " " + wanted.map(function (names) { return names.join(" "); }).join(" ");
    var things = meant(plain), scores = index.entries.map(function () { return 0; });
    wanted.concat(things).forEach(function (names) {
      var weigh = names.length > 1 ? 1 : WIDE.test(names[0]) ? 0.5 : 1, hits = [];
      index.entries.forEach(function (each, n) {
        var weight = 0;
        names.forEach(function (name) {
          var of = WIDE.test(name) ? name : stem(name);
          weight = Math.max(weight, holds(each[5], of) ? 4 : holds(each[3], of) ? 2 : holds(each[4], of) ? 1 : 0);
        });
        if (weight) { hits.push([n, weight]); }
      });
      hits.forEach(function (hit) { scores[hit[0]] += hit[1] * weigh * Math.log(1 + index.entries.length / hits.length); });
    });
    var best = Math.max.apply(null, scores);
    return scores.map(function (score, n) { return [score, index.entries[n]]; })
      .filter(function (each) { return each[0] > 0 && each[0] >= best / 4; })
      .sort(function (a, b) { return b[0] - a[0]; })
      .slice(0, MOST).map(function (each) { return each[1]; });
  }

  function show() {
    if (!index) { return; }
    var text = input.value.trim(), found = text ? search(text) : [];
    list.textContent = "";
    found.forEach(function (each) {
      var item = document.createElement("li"), link = document.createElement("a"), id = document.createElement("small");
      link.href = box.dataset.index.replace(/search\.js$/, each[2]);
      link.textContent = each[0] + " ";
      id.textContent = each[1];
      id.lang = "en";
      link.appendChild(id);
      item.appendChild(link);
      list.appendChild(item);
    });
    status.textContent = text && !found.length ? box.dataset.none : "";
  }

  input.addEventListener("focus", load);
  input.addEventListener("input", function () { load(); show(); });
  box.addEventListener("submit", function (event) {
    event.preventDefault();
    var first = list.querySelector("a");
    if (first) { first.click(); }
  });
})();
