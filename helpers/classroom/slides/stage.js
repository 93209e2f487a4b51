// An exhibit on a slide: it has the room below the title, with its controls above the picture or beside it.
// Runs before anything is rendered.

const ROOM = { width: 1200, height: 590, told: 74, controls: 46, column: 300 }; // units
const SHAPE = /viewBox=.*? height="[^"]*"/; // of a drawing

function stage(place) {
  const script = place.querySelector("script"), { state, drawings, presses, mute } = JSON.parse(script.textContent);
  const size = crop([...drawings, ...Object.values(state.takes.of ?? {})]);
  state.goals = []; // they belong to the notebook: here presses do what is to be seen
  script.textContent = JSON.stringify({ ...state, ...drawings[presses[0][0]], step: presses[0][1] });
  Object.assign(place, { drawings, presses, at: presses[0][0] });
  place.classList.add("up-fills");
  place.classList.toggle("up-beside", isBetterBeside({ ...state, ...drawings[0], mute }, size));
  place.classList.toggle("up-mute", Boolean(mute));
  const crowded = Math.min(ROOM.width / size[0], (ROOM.height - ROOM.told) / size[1]) < 1.25;
  if (crowded) place.style.setProperty("--least-type", 16); // larger type would collide
}

/** Cut away what is empty around what any of these drawings has that are as large as the first; their size. */
function crop(drawings) {
  const holder = Object.assign(document.createElement("div"), { style: "position: absolute; visibility: hidden" });
  document.body.append(holder);
  const before = SHAPE.exec(drawings[0].picture)[0], alike = drawings.filter(({ picture }) => picture.includes(before));
  const boxes = alike.map(({ picture }) => {
    holder.innerHTML = picture;
    // Shown at a step; a pill is on its way then.
    for (const part of holder.querySelectorAll("[display=none]:not([data-pill])")) part.removeAttribute("display");
    const drawn = holder.querySelector("svg > rect ~ g"), { e, f } = drawn.transform.baseVal.consolidate().matrix;
    const { x, y, width, height } = drawn.getBBox(), all = holder.firstChild.viewBox.baseVal;
    return [Math.max(x + e, 0), Math.max(y + f, 0), Math.min(x + e + width, all.width), Math.min(y + f + height, all.height)];
  });
  holder.remove();
  const edge = (side, most, out) => Math[most](...boxes.map((box) => box[side])) + out;
  const left = edge(0, "min", -4), top = edge(1, "min", -4);
  const width = Math.ceil(edge(2, "max", 4) - left), height = Math.ceil(edge(3, "max", 4) - top);
  const shape = `viewBox="${left} ${top} ${width} ${height}" width="${width}" height="${height}"`;
  for (const drawing of alike) drawing.picture = drawing.picture.replace(before, shape);
  return [width, height];
}

/** Whether its picture is larger with everything else beside it. */
function isBetterBeside({ transcript, film, controls, mute }, [width, height]) {
  const steps = !mute && (transcript.length > 1 || film?.stops);
  const controlled = controls.some((control) => !control.in_picture);
  if (!steps && !controlled) return false;
  const above = (steps ? ROOM.told : 0) + (controlled ? ROOM.controls : 0);
  const scale = (across, down) => Math.min(across / width, down / height);
  const beside = scale(ROOM.width - ROOM.column, ROOM.height);
  return beside > 1.05 * scale(ROOM.width, ROOM.height - above);
}

for (const place of document.querySelectorAll(".exhibit")) stage(place);
