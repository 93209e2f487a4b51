// What a picture shows at each moment: parts that appear and vanish, numbers on their way, and a film.

import { Film } from "./film.js";
import { portion } from "./motion.js";
import { Travel } from "./travel.js";

/** How much of a part shows at a time, from 0 to 1: it is there from one moment until another, and may fade
    in for a while. */
export function visible({ from, until, fade }, time) {
  if (time < from || time >= until) return 0;
  return fade ? portion(time, from, from + fade) : 1;
}

export class Timing {
  constructor() {
    this.parts = []; // what shows in some steps only: {part, from, until, fade, shown}
    this.travel = new Travel(); // the numbers on their way
    this.film = new Film(); // what moves between stops
  }

  /** Look over a new picture; its film has been surveyed with its text. */
  survey(drawn) {
    this.parts = [...drawn.querySelectorAll("[data-step],[data-until]")].map((part) => {
      const { step = 0, until = Infinity, fade = 0 } = part.dataset;
      return { part, from: Number(step), until: Number(until), fade: Number(fade), shown: null };
    });
    this.travel.survey(drawn);
  }

  /** Whether anything moves from one step to the next. */
  get moves() {
    return this.travel.trips.length > 0 || this.film.inSteps;
  }

  /** Show what belongs to a time: 3 when step 3 is done, 2.7 in the midst of it. A film has much to show in
      one step that is `brief` when many are taken. Returns whether any part has come or gone. */
  show(time, brief) {
    let turned = false;
    for (const each of this.parts) {
      const shown = visible(each, time);
      if (shown === each.shown) continue;
      turned ||= !shown !== !each.shown || each.shown === null;
      each.shown = shown;
      each.part.classList.toggle("up-on", shown > 0);
      each.part.classList.toggle("up-off", shown === 0);
      if (each.fade) each.part.style.opacity = shown;
    }
    const { film, travel } = this;
    if (film.inSteps) film.play(time, brief);
    travel.show(film.about.legs ? film.travelled(time, brief) : time);
    return turned;
  }
}
