// What is held by hand in a picture: a part with `data-hold` is dragged along a line, from `data-from` to
// `data-to` in the picture's coordinates, or moved by the arrow keys; the film follows it. All views of the
// model share the place, and the kernel hears of it later, for a reload.

import { clamp, put } from "./elements.js";

const STEPS = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 };

export class Holding {
  constructor(model, stage) {
    Object.assign(this, { model, stage, saving: null });
    const { picture } = stage, handleOf = (event) => event.target.closest?.("[data-hold]");
    picture.addEventListener("pointerdown", (event) => {
      const handle = handleOf(event);
      if (!handle || event.button !== 0) return;
      handle.focus({ focusVisible: false, preventScroll: true });
      handle.setPointerCapture(event.pointerId);
      event.preventDefault(); // no text is selected
    });
    picture.addEventListener("pointermove", (event) => {
      const handle = handleOf(event);
      if (handle?.hasPointerCapture(event.pointerId)) this.move(this.placeUnder(handle, event.clientX));
    });
    picture.addEventListener("pointerup", (event) => {
      if (handleOf(event)) this.move(Math.round(this.place)); // the numbers are those of a stop
    });
    picture.addEventListener("keydown", (event) => {
      if (!handleOf(event) || event.altKey || event.ctrlKey || event.metaKey) return;
      const way = STEPS[event.key], end = { Home: 0, End: this.last }[event.key];
      if (way === undefined && end === undefined) return;
      event.preventDefault();
      event.stopPropagation(); // here the arrows are not for steps
      this.move(end ?? Math.round(this.place) + way);
    });
  }

  get last() {
    return this.stage.film.stops - 1;
  }

  /** Where among the stops it is held: at the first, until somebody moves it. */
  get place() {
    const held = this.model.get("held");
    return typeof held === "number" ? clamp(held, 0, this.last) : 0;
  }

  placeUnder(handle, x) {
    const { drawn, size } = this.stage, box = drawn.getBoundingClientRect(), pad = Number(handle.dataset.pad);
    const at = ((x - box.left) * size[0]) / box.width - pad, from = Number(handle.dataset.from);
    return (this.last * (at - from)) / (Number(handle.dataset.to) - from);
  }

  move(place) {
    this.model.set("held", clamp(place, 0, this.last));
    clearTimeout(this.saving);
    this.saving = setTimeout(() => this.model.save_changes(), 400);
  }

  /** Show where it is held, also to those who do not see it. */
  show() {
    const { film, drawn } = this.stage, handle = drawn?.querySelector("[data-hold]");
    if (!handle || !film.stops) return;
    film.show(this.place);
    const stop = Math.round(this.place), { stops, said } = film.about;
    put(drawn, "role", "group"); // an image may contain nothing focusable
    const slider = { role: "slider", tabindex: 0, "aria-label": handle.dataset.label, "aria-valuemin": 0 };
    const now = { "aria-valuemax": stops.at(-1), "aria-valuenow": stops[stop], "aria-valuetext": said[stop] };
    for (const [name, value] of Object.entries({ ...slider, ...now })) put(handle, name, value);
  }

  leave() {
    clearTimeout(this.saving);
  }
}
