// The room of a picture: how large it is shown there, and when it is asked for in another layout.

import { fitted, shapeOf, wantsNarrow } from "./layout.js";

const STEP = 20; // px: a picture is not laid out anew for less

export class Room {
  constructor(model, { frame, over }) {
    Object.assign(this, { model, frame, over, drawn: null });
    this.shape = shapeOf(1, 1, []); // of the picture
    this.there = { width: 0, height: 0, asked: 0 }; // what there is for it
    this.wide = Infinity; // the picture's own width where there is room for it
    this.narrow = 0; // for how little room it is laid out; 0 if there is enough
    this.tallest = 0; // the height of the frame, which never shrinks, so that nothing below it jumps
    this.scrolls = false; // whether the picture is wider than the room
  }

  /** Look over a new picture. */
  survey(drawn) {
    this.drawn = drawn;
    const sizes = [...drawn.querySelectorAll("[font-size]")].map((part) => stated(part, "font-size"));
    this.shape = shapeOf(stated(drawn, "width"), stated(drawn, "height"), sizes);
    const narrow = this.model.get("narrow");
    if (this.narrow !== narrow) this.tallest = 0;
    this.narrow = narrow;
  }

  /** Fit the picture to the room, and to the window's height as long as its type can be read. */
  fit() {
    const { shape, there, fills, narrow } = this, width = there.width || shape.width;
    const { scale, scrolls } = fitted(shape, { ...there, width, fills, narrow, window: innerHeight });
    this.scrolls = scrolls;
    const shown = shape.width * scale;
    if (this.drawn) this.drawn.style.width = `${shown}px`;
    this.over.style.setProperty("--up-scale", shown / shape.width);
    this.tallest = Math.max(this.tallest, Math.ceil((shown * shape.height) / shape.width));
    this.frame.style.minHeight = fills ? "" : `${this.tallest}px`;
    this.raise(scale);
  }

  /** Where a page asks for larger type than the picture has at this scale, small type is written larger. */
  raise(scale) {
    const { asked } = this.there;
    if (!asked) return;
    for (const part of this.drawn?.querySelectorAll("[font-size]") ?? []) {
      part.style.fontSize = stated(part, "font-size") * scale < asked ? `${asked / scale}px` : "";
    }
  }

  /** Whether the frame has the height that the window leaves, rather than that of the picture. */
  get fills() {
    return this.frame.closest(".up-projector, .up-fills") !== null;
  }

  /** Fit the picture to other room, or another scale. */
  refit() {
    const { frame, there } = this, asks = frame.closest(".up-fills");
    this.tallest = 0;
    this.there = {
      width: frame.clientWidth || there.width,
      height: frame.clientHeight,
      asked: asks ? parseFloat(getComputedStyle(frame).fontSize) : 0, // px, of small type
    };
    this.fit();
    this.ask();
  }

  /** Ask for a picture that is laid out for little room, if this one would have to scroll in it. */
  ask() {
    const narrow = this.model.get("narrow"), { width } = this.there;
    if (!width || !this.drawn) return;
    if (!narrow) this.wide = this.shape.width;
    const isForLess = this.wide === Infinity && width >= narrow + STEP; // another view asked for that layout
    const isNarrow = !isForLess && wantsNarrow(this.shape, this.wide, width);
    const wanted = isNarrow ? STEP * Math.floor(width / STEP) : 0;
    if (wanted === narrow) return;
    this.model.set("narrow", wanted);
    this.model.save_changes();
  }

  /** Whether there is another width than when it was fitted, or in a frame of given height another height. */
  get isNew() {
    const { clientWidth, clientHeight } = this.frame, { width, height } = this.there;
    return clientWidth > 0 && (clientWidth !== width || (this.fills && clientHeight !== height));
  }
}

const stated = (part, name) => Number(part.getAttribute(name));
