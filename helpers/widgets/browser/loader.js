// Makes modules of the sources in `modules`, which Python has put before this: by path, a text and what it
// imports, {specifier: path}. A module becomes a blob when it is first needed, with the blobs of others in
// place of its specifiers. All exhibits of a page share them: the same text is the same module.

const known = (globalThis[Symbol.for("upstream-gradients modules")] ??= new Map()); // blobs by text
const urls = {};

function urlOf(path) {
  return (urls[path] ??= published(path, ...modules[path]));
}

function published(path, source, imports) {
  let text = `${source}\n//# sourceURL=upstream-gradients/${path}`;
  for (const [specifier, other] of Object.entries(imports)) {
    text = text.replaceAll(`from "${specifier}";`, `from "${urlOf(other)}";`);
  }
  if (!known.has(text)) known.set(text, URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
  return known.get(text);
}

/** Shows an exhibit in `el`, by the script that it names; returns a function that puts an end to it. */
async function render({ model, el }) {
  const { default: exhibit } = await import(urlOf(model.get("script")));
  return exhibit.render({ model, el });
}
