// Runs in every page of the service before its own script: there is one device, and a page round this one.
"use strict";
window.EventSource = class { // nobody else moves: there is nothing to follow
  constructor() { setTimeout(() => this.onopen?.()); }
  addEventListener() {}
  close() {}
};
for (const name of ["pushState", "replaceState"]) {
  const plain = history[name].bind(history);
  history[name] = (...args) => { plain(...args); parent.follow?.(location, document.title); };
}
addEventListener("pageshow", () => parent.follow?.(location, document.title));
