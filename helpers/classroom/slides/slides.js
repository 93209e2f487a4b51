// The slides: presses step exhibits before they turn the page, three looks, a pointer, and paper.

const LOOKS = ["light", "dark", "contrast"];
const PRINTED = /print-pdf/.test(location.search), SMALL = /receiver/.test(location.search); // a speaker's frame
const MODIFIERS = /Shift|Control|Alt|Meta/;
const places = [...document.querySelectorAll(".exhibit")];

function dress(look) {
  document.body.dataset.look = look;
  document.body.dataset.jpThemeLight = String(look === "light");
}

// Exhibits measure the screen, so nothing is scaled but the unit; reveal.js scales frames and paper itself.
function fit() {
  const unit = PRINTED || SMALL ? 1 : Math.min(innerWidth / 1280, innerHeight / 720);
  document.documentElement.style.setProperty("--u", `${unit}px`);
}

const fragments = (place) => [...place.parentElement.querySelectorAll(":scope > .fragment.step")];

/** Every exhibit as the fragments say. */
function follow() {
  for (const place of places.filter(({ model }) => model)) {
    const shown = PRINTED ? place.presses.length - 1 : fragments(place).filter((f) => f.matches(".visible")).length;
    const [drawing, step] = place.presses[shown];
    if (place.at !== drawing) place.model.turn(place.drawings[drawing]);
    place.at = drawing;
    if (place.model.get("step") !== step) place.model.set("step", step);
  }
}

/** Pictures are as large as what is drawn in them, and small type is larger, as an exhibit does by itself. */
function enlarge() {
  const looks = getComputedStyle(document.documentElement);
  const asked = parseFloat(looks.getPropertyValue("--least-type")) * parseFloat(looks.getPropertyValue("--u"));
  for (const svg of document.querySelectorAll("section.present .picture svg, .reveal-print .picture svg")) {
    const all = svg.querySelector(":scope > rect ~ g") ?? svg, drawn = all.getBBox(); // the rect is its ground
    const { e = 0, f = 0 } = all.transform.baseVal.consolidate()?.matrix ?? {};
    svg.setAttribute("viewBox", [drawn.x + e - 4, drawn.y + f - 4, drawn.width + 8, drawn.height + 8].join(" "));
    const { width, height } = svg.getBoundingClientRect(), { width: wide, height: high } = svg.viewBox.baseVal;
    const scale = Math.min(width / wide, height / high) * (SMALL ? 1 / Reveal.getScale() : 1);
    for (const part of svg.querySelectorAll("[font-size]")) {
      part.style.fontSize = part.getAttribute("font-size") * scale < asked ? `${asked / scale}px` : "";
    }
  }
}

const pointer = document.body.appendChild(
  Object.assign(document.createElement("div"), { className: "pointer", hidden: true }));
addEventListener("mousemove", ({ clientX, clientY }) => (pointer.style.translate = `${clientX}px ${clientY}px`));
addEventListener("keydown", (event) => { // a clicker's keys turn the slide, also when an exhibit is in use
  const turn = { PageDown: "next", PageUp: "prev" }[event.key];
  const enlarged = event.key === "Escape" && document.body.style.transform; // undone by the plugin, as the key goes up
  if (enlarged) event.stopImmediatePropagation(); // it would open the overview, too
  const joining = document.querySelector("dialog[open]"), away = joining && event.key.length > 1 && !MODIFIERS.test(event.key);
  if (!away && (!turn || Reveal.isOverview())) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  document.activeElement?.blur();
  if (away) joining.close();
  else if (Reveal.isPaused()) Reveal.togglePause(false); // nothing moves unseen, behind the black
  else Reveal[turn]();
}, true);

// Who enlarges, by Ctrl or Alt and a click, presses nothing.
for (const kind of ["pointerdown", "click"]) {
  addEventListener(kind, (event) => (event.ctrlKey || event.altKey) && event.stopImmediatePropagation(), true);
}

document.querySelectorAll(".slides > section").forEach((section, at) => section.style.setProperty("--at", at));
fit();
addEventListener("resize", fit);
document.documentElement.classList.toggle("scaled", PRINTED || SMALL);
dress(PRINTED || !matchMedia("(prefers-color-scheme: dark)").matches ? "light" : "dark");
await Reveal.initialize({
  ...(PRINTED || SMALL ? { width: 1280, height: 720 } : { width: "100%", height: "100%", minScale: 1, maxScale: 1 }),
  margin: 0, center: false, controls: false, hash: true, transition: "none", backgroundTransition: "none",
  slideNumber: "c/t", defaultTiming: 0, // the speaker's window has those of the slides
  keyboard: { 36: null }, // Home would leave the slide for the first
  plugins: [RevealNotes, RevealZoom], pdfSeparateFragments: false, pdfMaxPagesPerSlide: 1, scrollActivationWidth: null,
});
const bind = (keyCode, key, description, act) => Reveal.addKeyBinding({ keyCode, key, description }, act);
bind(67, "C", "Light, dark, high contrast", () =>
  dress(LOOKS[(LOOKS.indexOf(document.body.dataset.look) + 1) % LOOKS.length]));
bind(76, "L", "Pointer", () => (pointer.hidden = !pointer.hidden));
await Promise.all(lives);
for (const event of ["slidechanged", "fragmentshown", "fragmenthidden"]) Reveal.on(event, follow);
for (const event of ["slidechanged", "resize", "pdf-ready"]) Reveal.on(event, enlarge);
follow();
enlarge();
document.body.dataset.ready = "";
