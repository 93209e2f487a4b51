// SVG text becomes elements here and nowhere else, and only what is harmless in it.

// Elements that can neither run nor load anything.
const HARMLESS = new Set([
  ..."svg g defs title desc text tspan path rect line circle ellipse polyline polygon image".split(" "),
  ..."clipPath marker linearGradient radialGradient stop".split(" "),
]);

// Attributes that can do neither, whatever their value; nearly all are among these.
const PLAIN = /^((data|aria)-.*|[xyd]|width|height|transform|class|display|font-.*|text-anchor)$/;

/** The element that a text describes, without anything that could run or load something. */
export function parsed(text) {
  const aside = document.createElement("template"); // nothing runs or loads in here
  aside.innerHTML = text;
  const picture = aside.content.querySelector("svg");
  for (const element of [picture, ...picture.querySelectorAll("*")]) {
    if (!HARMLESS.has(element.localName) || element.namespaceURI !== picture.namespaceURI) element.remove();
    else disarm(element);
  }
  return picture;
}

/** Removes the attributes that could run or load something; a backslash may hide that they do. */
function disarm(element) {
  for (const name of element.getAttributeNames().filter((each) => !PLAIN.test(each))) {
    const value = element.getAttribute(name);
    const leads = /\\|(url|image|image-set|src)\s*\((?!\s*["']?#)/i.test(value);
    const refers = /href$/i.test(name) && !/^(#|data:image\/)/.test(value);
    if (leads || refers || /^on/i.test(name)) element.removeAttribute(name);
  }
}
