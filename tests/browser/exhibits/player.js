// Plays an exhibit by hand, and compares what it shows then with a fresh view of the same.

import exhibits from "/exhibits.js";
import { Model } from "/model.js";

const PLACES = {
  type: ".up-field",
  choose: ".up-controls select",
  click: ".up-controls :is(button, [type=checkbox]), .up-steps .up-square:not([aria-label=Play]), svg [data-set]",
};
const HANDS = {
  type(field, value) {
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  },
  choose(list, _, share) {
    list.value = pick([...list.options], share).value;
    list.dispatchEvent(new Event("change", { bubbles: true }));
  },
  click(part) {
    part.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  },
};
const pick = (list, share) => list[Math.floor(share * list.length)];

// The tab stop moves with the focus, and nothing else may depend on what came before.
const attributes = (part) => part.getAttributeNames().filter((name) => name !== "tabindex").sort()
  .map((name) => [name, name === "class" ? [...part.classList].sort().join(" ") : part.getAttribute(name)])
  .filter(([name, value]) => !(name === "class" && value === "") && !(name === "display" && value === "inline"));
const LOOKS = {
  picture: (root) => [...root.querySelectorAll(".up-stage svg *")]
    .map((part) => [part.localName, ...attributes(part), part.children.length ? "" : part.textContent].join("|")),
  fields: (root) => [...root.querySelectorAll(".up-field, .up-controls select")]
    .map((field) => [field.value, field.hidden, ...attributes(field)].join("|")),
  words: (root) => [...root.querySelectorAll(".up-say p, .up-list li, .up-note, .up-fault, .up-count")]
    .map((part) => part.textContent),
};

export async function player(id, state) {
  const model = new Model(id, state), main = document.querySelector("main");
  main.replaceChildren();
  const view = async () => {
    const el = document.createElement("div");
    main.append(el);
    return [el, await exhibits.render({ model, el })];
  };
  const frame = () => new Promise(requestAnimationFrame);
  const [live, leave] = await view();
  window.leaves.push(leave);

  /** Steps are [hand, value, which place, which option], made at once. Tells them, what differs, and the state. */
  return async (steps) => {
    const done = [];
    for (const [hand, value, place, share] of steps) {
      const part = pick([...live.querySelectorAll(PLACES[hand])].filter((part) => !part.closest("[hidden]")), place);
      if (!part) continue;
      HANDS[hand](part, value, share);
      done.push(`${hand} ${part.dataset.cell ?? part.title} ${value}`);
    }
    while (model.under_way || Object.keys(model.changed).length) await frame();
    await frame();
    const [fresh, leaveFresh] = await view();
    await frame();
    const differing = Object.entries(LOOKS).flatMap(([name, look]) => {
      const now = look(live), anew = look(fresh);
      if (now.length !== anew.length) return [`${now.length} ${name} instead of ${anew.length}`];
      return now.flatMap((one, k) => (one === anew[k] ? [] : [`${one} instead of ${anew[k]}`]));
    });
    leaveFresh();
    fresh.remove();
    return [done, differing, model.get("picture"), model.get("inputs")];
  };
}
