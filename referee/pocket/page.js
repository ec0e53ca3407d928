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
// What is to be saved a browser fetches past the service worker: so it is fetched here.
document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[download]");
  if (!link || link.protocol === "blob:") return;
  event.preventDefault();
  const answer = await fetch(link.href), named = /filename="?([^";]+)/.exec(answer.headers.get("content-disposition") || "");
  const href = URL.createObjectURL(await answer.blob()), download = link.download || named?.[1] || "";
  Object.assign(document.createElement("a"), { href, download }).click();
});
