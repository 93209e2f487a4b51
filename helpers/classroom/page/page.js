// The page is light or dark as the reader's system is, and so are the exhibits, which ask as in a notebook.

const dark = matchMedia("(prefers-color-scheme: dark)");
const dress = () => (document.body.dataset.jpThemeLight = String(!dark.matches));
dark.addEventListener("change", dress);
dress();

// What is wider than its room scrolls, also by the arrow keys.
for (const wide of document.querySelectorAll("pre, .shown, table")) {
  if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
}
