// The codes of a table take turns, until somebody wants to look at one.
const figures = [...document.querySelectorAll("[data-turning] figure")];
const pause = document.getElementById("pause");
const SECONDS = 1.5;
let shown = 0;
let timer = 0;

function show(n) {
  shown = (n + figures.length) % figures.length;
  figures.forEach((figure, i) => {
    figure.hidden = i !== shown;
  });
}

function turn(isTurning) {
  clearInterval(timer);
  timer = isTurning ? setInterval(() => show(shown + 1), SECONDS * 1000) : 0;
  pause.setAttribute("aria-pressed", String(!isTurning));
}

figures.forEach((figure, i) => {
  const links = figure.querySelectorAll("figcaption a");
  links.forEach((link, which) => {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      turn(false);
      show(which ? i + 1 : i - 1);
      figures[shown].querySelectorAll("figcaption a")[which].focus();
    });
  });
});

show(0);
if (figures.length > 1) {
  pause.hidden = false;
  pause.addEventListener("click", () => turn(!timer));
  turn(!matchMedia("(prefers-reduced-motion: reduce)").matches);
}
// A screen that goes dark shows nothing; where it cannot be kept awake, people tap it.
if (navigator.wakeLock) navigator.wakeLock.request("screen").catch(() => {});
