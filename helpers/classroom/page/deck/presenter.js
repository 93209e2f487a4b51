// The presenter's window: this file once more, with what is on the screen, what comes next, notes and times.
// It follows the deck that opened it, and sends its own keys there.

const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

class Presenter {
  constructor(deck) {
    this.deck = deck;
    this.began = null;
    document.body.classList.add("presenter");
    const part = (name) => Object.assign(document.createElement("section"), { className: name });
    this.parts = { now: part("now"), next: part("next"), notes: part("notes"), times: part("times") };
    document.body.append(...Object.values(this.parts));
    this.parts.notes.tabIndex = 0;
    addEventListener("message", (event) => this.hear(event));
    addEventListener("keydown", (event) => this.key(event), true);
    setInterval(() => this.time(), 1000);
    opener?.postMessage({ upstream: "hello" }, "*");
    this.show(0);
  }

  hear({ data, source }) {
    if (source !== opener || data?.upstream !== "at") return;
    this.began = data.began;
    this.parts.now.classList.toggle("dark", data.black);
    if (this.deck.places[data.at]) this.show(data.at);
  }

  key(event) {
    const name = pressOf(event.key);
    if (!name || name === "present" || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    opener?.postMessage({ upstream: "press", name }, "*");
  }

  show(at) {
    this.at = at;
    const { places, pages } = this.deck, page = pages[places[at].page];
    this.parts.now.replaceChildren(this.picture(at));
    this.parts.next.replaceChildren(at + 1 < places.length ? this.picture(at + 1) : "The end.");
    if (this.noted !== page.step) this.note(page.step);
    this.time();
  }

  note(step) {
    const notes = [...step.querySelector(":scope > aside").childNodes].map((node) => node.cloneNode(true));
    this.parts.notes.replaceChildren(...(notes.length ? notes : ["No notes for this step."]));
    this.noted = step;
  }

  /** A page as it stands at a place. */
  picture(at) {
    const { page, press } = this.deck.places[at], { leaf, presses } = this.deck.pages[page];
    presses.forEach((blocks, k) => showBlocks(blocks, k <= press));
    const copy = leaf.cloneNode(true);
    copy.removeAttribute("id");
    copy.classList.add("here");
    copy.inert = true;
    return copy;
  }

  /** What has passed, and what the lesson meant to take up to the end of this step. */
  time() {
    const { pages, places } = this.deck, steps = [...new Set(pages.map(({ step }) => step))];
    const here = steps.indexOf(pages[places[this.at].page].step);
    const minutes = (some) => some.reduce((sum, step) => sum + Number(step.dataset.minutes), 0);
    const passed = this.began ? clock((Date.now() - this.began) / 1000) : "not begun";
    const now = new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
    this.parts.times.textContent = [
      `passed: ${passed}`, `planned: ${minutes(steps.slice(0, here))} to ${minutes(steps.slice(0, here + 1))}`
      + ` of ${minutes(steps)} min`, `page ${places[this.at].page + 1} of ${pages.length}`, now,
    ].join("  ·  ");
  }
}

const presents = location.hash === "#presenter" && opener !== null;
for (const place of document.querySelectorAll(".exhibit")) {
  if (presents) place.className = "kept"; // a still picture
  else stage(place);
}
const deck = new Deck(document.querySelector("main"));
if (presents) new Presenter(deck);
else beginDeck(deck);
