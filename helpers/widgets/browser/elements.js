// Making HTML elements, and changing them only where something differs.

/** A new element with attributes and children; those that are null are left out. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** Sets an attribute if it differs: setting the same value again would make the browser restyle. */
export function put(element, name, value) {
  if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}

/** Sets the text of an element if it differs. */
export function tell(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Sets the text of a field if it differs, so that the caret of someone typing never moves. */
export function fill(field, text) {
  if (field.value !== String(text)) field.value = text;
}

export const clamp = (value, low, high) => Math.min(Math.max(value, low), high);
