// An exhibit on a slide: it has the room below the title, with its controls above the picture or beside it.
// Runs before anything is rendered.

const ROOM = { width: 1200, height: 590, told: 74, controls: 46, column: 300 }; // units

function stage(place) {
  const script = place.querySelector("script"), { state, drawings, presses, size, mute } = JSON.parse(script.textContent);
  state.goals = []; // they belong to the notebook: here presses do what is to be seen
  script.textContent = JSON.stringify({ ...state, ...drawings[presses[0][0]], step: presses[0][1] });
  Object.assign(place, { drawings, presses, at: presses[0][0] });
  place.classList.add("up-fills");
  place.classList.toggle("up-beside", isBetterBeside({ ...state, ...drawings[0], mute }, size));
  place.classList.toggle("up-mute", Boolean(mute));
  const crowded = Math.min(ROOM.width / size[0], (ROOM.height - ROOM.told) / size[1]) < 1.25;
  if (crowded) place.style.setProperty("--least-type", 16); // larger type would collide
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
