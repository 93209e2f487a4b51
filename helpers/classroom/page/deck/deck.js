// The deck: which page is shown and how far, and how keys, taps and the presenter's window turn it.

const PRESSES = {
  next: ["ArrowRight", "ArrowDown", "PageDown", " ", "Enter", "n"],
  back: ["ArrowLeft", "ArrowUp", "PageUp", "Backspace", "p"],
  first: ["Home"], last: ["End"], black: ["b", "."], overview: ["o", "Escape"], present: ["s"],
  full: ["f"], show: ["F5"],
};
const ALWAYS = ["PageDown", "PageUp", "F5"]; // what a clicker sends, also to an exhibit in use
const HELD = "The keys are in the exhibit: Escape gives them back.";
const KEYS = "→ on · ← back · o all pages · 12 Enter: page 12 · b black · f full screen · s presenter's window";
const IN_JUPYTER = "Open the lesson in Jupyter to change what has no control here.";
const NO_WINDOW = "The browser opened no window: allow pop-ups for this page, then press s.";

class Deck {
  constructor(root) {
    this.root = root;
    this.pages = this.fitted();
    this.places = this.pages.flatMap(({ presses }, page) => presses.map((_, press) => ({ page, press })));
    this.at = 0;
    this.typed = "";
    this.began = null;
    this.listeners = [];
    this.dress();
    this.resize();
    this.go(this.asked() ?? 0);
  }

  /** Every step as pages, measured on a desk of the same size. */
  fitted() {
    const steps = [...this.root.querySelectorAll(":scope > .step")];
    const desk = document.createElement("div"), leaf = document.createElement("div");
    leaf.className = "leaf here desk";
    desk.className = "content";
    leaf.append(Object.assign(document.createElement("div"), { className: "where", textContent: " " }), desk);
    document.documentElement.style.setProperty("--u", "1px");
    this.root.append(leaf);
    const pages = steps.flatMap((step) => paginated(step, desk));
    leaf.remove();
    return pages;
  }

  /** The pages, the foot and the black screen in place of the steps. */
  dress() {
    const make = (tag, about, ...inside) => {
      const element = Object.assign(document.createElement(tag), about);
      element.append(...inside);
      return element;
    };
    this.pages.forEach(({ leaf, title }, k) => {
      leaf.id = `page-${k + 1}`;
      const jump = make("button", { className: "jump", type: "button", title: `${k + 1}: ${title}` });
      jump.addEventListener("click", () => this.jump(k));
      leaf.append(jump, make("span", { className: "number", textContent: k + 1 }));
    });
    const turn = (name, text, title) => {
      const button = make("button", { type: "button", textContent: text, title });
      button.addEventListener("click", () => (this.press(name), button.blur()));
      return button;
    };
    this.said = make("span", { className: "said" });
    this.said.setAttribute("role", "status");
    this.count = make("span", { className: "count" });
    const turns = [turn("back", "‹", "Back"), turn("next", "›", "On")];
    this.foot = make("footer", {}, this.said, this.count, ...turns);
    this.black = make("div", { className: "black", hidden: true });
    this.root.replaceChildren(...this.pages.map(({ leaf }) => leaf), this.foot, this.black);
  }

  /** Units are as large as the window allows. */
  resize() {
    const unit = Math.min(innerWidth / 1280, innerHeight / 720);
    document.documentElement.style.setProperty("--u", `${unit}px`);
  }

  /** The place that the address asks for. */
  asked() {
    const page = Number(/^#(\d+)$/.exec(location.hash)?.[1]) - 1;
    const found = this.places.findIndex((place) => place.page === page);
    return found < 0 ? null : found;
  }

  get place() {
    return this.places[this.at];
  }

  go(wanted) {
    this.at = Math.max(0, Math.min(wanted, this.places.length - 1));
    const { page, press } = this.place, busy = document.activeElement;
    if (busy?.closest(".up-exhibit")) busy.blur(); // whoever turns the page has the keys again
    this.pages.forEach(({ leaf, presses }, k) => {
      leaf.classList.toggle("here", k === page);
      if (k === page) presses.forEach((blocks, n) => showBlocks(blocks, n <= press));
    });
    try {
      history.replaceState(null, "", `#${page + 1}`);
    } catch {
      // an address that may not change; the place is only lost on a reload
    }
    this.tell();
  }

  jump(page) {
    this.root.classList.remove("overview");
    this.go(this.places.findIndex((place) => place.page === page));
  }

  /** What a key, a button or the presenter's window asks for. */
  press(name) {
    const over = this.root.classList.contains("overview");
    if (!this.black.hidden && name !== "present") this.black.hidden = true;
    else if (name === "black") this.black.hidden = false;
    else if (name === "overview") this.look();
    else if (name === "show") this.root.classList.remove("overview");
    else if (name === "full") this.fill();
    else if (name === "present") this.present();
    else if (over && (name === "next" || name === "back")) this.step(name === "next" ? 1 : -1);
    else this.turn(name);
    this.tell();
  }

  turn(name) {
    this.began ??= Date.now();
    const { at } = this, last = this.places.length - 1;
    this.go({ next: at + 1, back: at - 1, first: 0, last }[name]);
  }

  /** The overview, or back from it. */
  look() {
    const over = this.root.classList.toggle("overview");
    if (over) this.pages[this.place.page].leaf.querySelector(".jump").focus();
  }

  /** In the overview: to the next page or the one before. */
  step(by) {
    const here = this.pages.findIndex(({ leaf }) => leaf.contains(document.activeElement));
    const to = this.pages[Math.max(0, Math.min(here + by, this.pages.length - 1))];
    to.leaf.querySelector(".jump").focus();
  }

  fill() {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen?.().catch(() => {});
  }

  present() {
    const opened = open(`${location.href.split("#")[0]}#presenter`, "presenter", "width=1200,height=760");
    if (opened) this.listeners = [opened];
    this.notice = opened ? "" : NO_WINDOW;
  }

  /** Tell the foot of the page, and the presenter's window, where we are. */
  tell() {
    const { page } = this.place, minutes = this.began ? Math.floor((Date.now() - this.began) / 60000) : 0;
    const partly = this.root.querySelector(".leaf.here .needs-python") ? IN_JUPYTER : "";
    const held = this.root.querySelector(".leaf.here .up-exhibit")?.contains(document.activeElement);
    const told = this.notice || (held ? HELD : this.began ? partly : KEYS); // keys, until the first is pressed
    this.said.textContent = this.typed ? `Go to ${this.typed}` : told;
    this.count.textContent = `${minutes} min · ${page + 1} / ${this.pages.length}`;
    const state = { upstream: "at", at: this.at, began: this.began, black: !this.black.hidden };
    for (const other of this.listeners) other.postMessage(state, "*");
  }

  hear(event) {
    const { upstream, name } = event.data ?? {};
    if (!this.listeners.includes(event.source)) return;
    if (upstream === "press" && name in PRESSES) this.press(name);
    else if (upstream === "hello") this.tell();
  }

  key(event) {
    const { key, target } = event, busy = target.closest?.(".up-exhibit, input, select, textarea");
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (busy && key === "Escape" && !event.defaultPrevented) document.activeElement.blur();
    else if (busy && !ALWAYS.includes(key)) return;
    else if (target.closest?.(".jump") && (key === "Enter" || key === " ")) return;
    else if (!this.number(key)) {
      const name = pressOf(key);
      if (!name) return;
      this.press(name);
    }
    event.preventDefault();
    this.tell();
  }

  /** Digits, and Enter after them, lead to a page. */
  number(key) {
    if (/^\d$/.test(key)) {
      this.typed = (this.typed + key).slice(-3);
      return true;
    }
    const page = Number(this.typed);
    this.typed = "";
    if (key !== "Enter" || !page) return false;
    this.jump(Math.min(page, this.pages.length) - 1);
    return true;
  }

  /** A tap goes on; near the left edge it goes back. */
  tap(event) {
    if (event.target.closest("a, button, input, select, summary, .up-exhibit")) return;
    if (this.root.classList.contains("overview") || !getSelection().isCollapsed) return;
    this.press(event.clientX < innerWidth * 0.12 ? "back" : "next");
  }
}

const pressOf = (key) => Object.keys(PRESSES).find((name) => PRESSES[name].includes(key));

function showBlocks(blocks, shown) {
  for (const block of blocks) block.classList.toggle("later", !shown);
}

/** The deck that the room sees. */
function beginDeck(deck) {
  addEventListener("keydown", (event) => deck.key(event), true);
  addEventListener("click", (event) => deck.tap(event));
  addEventListener("resize", () => deck.resize());
  addEventListener("message", (event) => deck.hear(event));
  addEventListener("focusin", () => deck.tell());
  addEventListener("hashchange", () => {
    const asked = deck.asked();
    if (asked !== null && deck.places[asked].page !== deck.place.page) deck.go(asked);
  });
  setInterval(() => deck.tell(), 10000);
}
