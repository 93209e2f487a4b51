// Stands where a kernel would: a model that holds what Python said when the page was made, for each exhibit.
// Whatever lives in the browser works on; controls that Python would have to answer are not shown.

function standIn(state) {
  const heard = new Map();
  return {
    get: (name) => state[name],
    on: (event, answer) => heard.set(event, [...(heard.get(event) ?? []), answer]),
    off() {}, // nothing leaves a page
    set(name, value) {
      if (JSON.stringify(state[name]) === JSON.stringify(value)) return;
      state[name] = value;
      for (const answer of heard.get(`change:${name}`) ?? []) answer();
    },
    save_changes() {
      const last = state.changes.at(-1);
      if (!last || last[0] <= state.heard || state.takes.control !== last[1]) return;
      const take = state.takes.of[last[3]];
      if (take) this.show(take, last);
    },
    send() {},
    /** Show what Python drew beforehand for this option of a control. */
    show(take, [number, name, , option]) {
      const others = take.film.stops?.length !== state.film.stops?.length; // then it begins at its start
      this.turn({ ...take, heard: number, inputs: { ...state.inputs, ...take.inputs, [name]: option } });
      if (others) this.set("step", 0);
    },
    /** Show another drawing. */
    turn(drawing) {
      Object.assign(state, drawing, { errors: {} });
      for (const event of ["inputs", "picture", "found", "errors"]) {
        for (const answer of heard.get(`change:${event}`) ?? []) answer();
      }
    },
  };
}

async function live(place) {
  try {
    place.model = standIn(JSON.parse(place.querySelector("script").textContent));
    await render({ model: place.model, el: place });
    place.classList.add("live"); // the still picture is for paper now, and for readers without scripts
  } catch (error) {
    console.warn("An exhibit stays a still picture:", error);
  }
}

const lives = [...document.querySelectorAll(".exhibit")].map(live);
