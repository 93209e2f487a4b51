// An exhibit on a page of its own: it fills the page, with its controls above the picture or beside it, and
// shows only those that work without Python.

const ROOM = { width: 1232, height: 664, bar: 46, told: 64, controls: 46, column: 316 }; // units

function stage(place) {
  const script = place.querySelector("script"), state = JSON.parse(script.textContent);
  const working = [state.takes?.control, state.linear?.control];
  const all = state.controls.length;
  state.controls = state.controls.filter(({ name }) => working.includes(name));
  place.classList.toggle("needs-python", state.controls.length < all);
  script.textContent = JSON.stringify(state);
  place.classList.add("up-fills");
  place.classList.toggle("up-beside", isBetterBeside(state));
}

/** Whether its picture is larger with everything else beside it. */
function isBetterBeside({ picture, transcript, film, controls }) {
  const stated = (name) => Number(RegExp(`${name}="([\\d.]+)"`).exec(picture)[1]);
  const width = stated("width"), height = stated("height");
  const steps = transcript.length > 1 || film?.stops;
  const controlled = controls.some((control) => !control.in_picture);
  if (!steps && !controlled) return false;
  const above = (steps ? ROOM.bar + ROOM.told : 0) + (controlled ? ROOM.controls : 0);
  const scale = (across, down) => Math.min(across / width, down / height);
  const beside = scale(ROOM.width - ROOM.column, ROOM.height);
  // A picture that has to scroll gets the full width.
  return beside >= 1 && beside > 1.05 * scale(ROOM.width, ROOM.height - above);
}
