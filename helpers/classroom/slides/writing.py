"""A talk and its lesson's run as one HTML file on reveal.js."""

import html
import importlib.util
import json
import re
from dataclasses import dataclass
from pathlib import Path

from helpers.classroom.page import PageError, markup
from helpers.classroom.page.document import data, digest, document, put
from helpers.classroom.page.running import Run
from helpers.exercises.review.polls import poll
from helpers.notebooks import talk
from helpers.widgets import browser

from .told import KIND

HERE = Path(__file__).parent
PAGE = Path(markup.__file__).parent
MOST_WORDS = 40  # on a slide; a vote has those of its question and its reason
BESIDE = 1.5  # a picture less wide than so many heights stands beside the words
NOT_READ = re.compile(r"(?s)<(script|svg|math|pre|aside)\b.*?</\1>|<[^>]+>")
# The speaker's window: both slides on the left, beside them the clock and all that a vote's note says.
SPEAKER = " ".join(
    f"body[data-speaker-layout=default] #{part} {{ {look} }}"
    for part, look in {
        "current-slide": "width: 58%; height: 60%",
        "upcoming-slide": "inset: 60% 42% 0 0; width: 58%; height: 40%",
        "speaker-controls": "top: 0; width: 42%; height: 100%",
    }.items()
)
SPEAKER += " #upcoming-slide .label, #speaker-layout { top: auto !important; bottom: 10px }"
ASKS = """
from helpers.classroom.slides.told import tell as _tell
_tell(dict(globals()) | {lesson!r}, {{name: Out.get(count) for name, count in {cells!r}.items()}}, {asked!r})
"""


@dataclass(frozen=True)
class Slides:
    """Slides that were written; `words` are those on each."""

    path: Path
    title: str
    words: tuple[int, ...]


def write(lesson, folder, said=None):
    """Run the lesson, and write its slides into the folder, whole or not at all; `said` is its talk."""
    said = said or talk.of(lesson)
    written, words = sections(said, _answers(lesson, said.asks))
    target = Path(folder) / f"{lesson.path.stem}.html"
    put(target, _document(lesson.title, "\n".join(written)))
    return Slides(target, lesson.title, words)


def _answers(lesson, asks):
    """What the run of the lesson tells."""
    code = [cell.id for cell in lesson.cells if cell.kind == "code" and cell.source.strip()]
    cells = {id: count for count, id in enumerate(code, 1)}
    said = {"take_home": lesson.take_home} if lesson.with_role("take-home") else {}
    run = Run(lesson.path, ASKS.format(lesson=said, cells=cells, asked=[ask for _, ask in asks]))
    return next(output.data[KIND] for output in run.told if KIND in output.get("data", {}))


def sections(said, answers):
    """The HTML of each slide, and how many words are read on it; TalkError where an answer is an error."""
    for (number, _), answer in zip(said.asks, answers, strict=True):
        if "error" in answer:
            raise said.error(said.slides[number - 1], answer["error"])
    told = iter(answers)
    return zip(*(_slide(said, slide, told) for slide in said.slides), strict=True)


# --- one slide ---


def _slide(said, slide, told):
    """(its HTML, how many words are read on it)."""
    values = [next(told)["value"] for _ in slide.numbers]
    filled = iter(values)

    def fill(text):
        return talk.NUMBER.sub(lambda _: next(filled), text)

    title, note = fill(slide.title), fill(slide.note)
    parts = [f"<h1>{_inline(title)}</h1>"]
    kinds, limit, shape = set(), MOST_WORDS, 0
    for block in slide.blocks:
        if block.kind == "show":
            shown = next(told)
            parts.append(_shown(shown))
            kinds.add("has-exhibit" if "state" in shown else "has-picture")
            shape = shown["size"][0] / shown["size"][1] if "size" in shown else BESIDE
        elif block.kind == "vote":
            about = parts[1:]  # stands beside what can be chosen
            body, behind = _vote(said, slide, fill(block.source), "\n".join(about))
            parts[1:] = [body]
            note, limit = f"{note}\n\n{behind}", None
            kinds.add("has-vote")
        else:
            parts.append(_text(block, fill(block.source)))
    words = len(html.unescape(NOT_READ.sub(" ", " ".join(parts))).split())
    if limit and words > limit:
        raise said.error(slide, f"{words} words are on it, and {limit} can be read while somebody speaks.")
    if "has-picture" in kinds and "has-vote" not in kinds and len(parts) > 2 and shape < BESIDE:
        kinds.add("beside")
    notes = f'<aside class="notes">{markup.markdown(note, ".")}</aside>'
    about = f'class="{" ".join(sorted(kinds))}" data-timing="{60 * slide.minutes}"'
    return "\n".join([f"<section {about}>", *parts, notes, "</section>"]), words


def _text(block, source):
    if block.kind == "code":
        letters = max(map(len, source.splitlines()))
        return f'<div class="code" style="--letters: {letters}">{markup.code(source)}</div>'
    if block.kind == "later":
        return f'<div class="fragment words">{markup.markdown(source, ".")}</div>'
    return f'<div class="words">{markup.markdown(source, ".")}</div>'


def _inline(text):
    return markup.markdown(text, ".").strip().removeprefix("<p>").removesuffix("</p>")


def _shown(shown):
    if "svg" in shown:
        alt, kind = html.escape(shown["alt"]), "picture up-exhibit" + " untold" * shown.get("untold", False)
        return f'<div class="{kind}" role="img" aria-label="{alt}">{shown["svg"]}</div>'
    if "png" in shown:
        return f'<div class="picture"><img alt="" src="data:image/png;base64,{shown["png"]}"></div>'
    if "text" in shown:
        letters = max(map(len, shown["text"].splitlines()))
        return f'<pre class="printed" style="--letters: {letters}">{html.escape(shown["text"])}</pre>'
    told = {name: shown[name] for name in ("state", "drawings", "presses", "size", "mute")}
    steps = '<i class="fragment step"></i>' * (len(shown["presses"]) - 1)
    return f'<div class="exhibit">{data(told)}<div class="still">{shown["still"]}</div></div>{steps}'


def _vote(said, slide, id, about):
    """A question beside what it is `about`, presses for count and answer; and what is behind each option."""
    try:
        asked = poll(id)
    except LookupError:
        raise said.error(slide, f"there is no question {id} to vote on.") from None
    rows = "".join(
        f'<li class="{"right" if option.right else "wrong"}" data-option="{option.letter}">'
        f"<b>{option.letter}</b><span>{html.escape(option.text)}</span><output></output></li>"
        for option in asked.options
    )
    why = next(option.says for option in asked.options if option.right)
    told = {"id": id, "question": asked.question, "options": [[o.letter, o.text] for o in asked.options]}
    body = (
        f'<div class="vote" data-vote="{html.escape(json.dumps(told))}"><p>{html.escape(asked.question)}</p>'
        f'<ol>{rows}</ol><div class="about">{about}<div class="join"></div></div>'
        '<i class="fragment count"></i>'
        f'<p class="fragment why">{html.escape(why)}</p></div>'
    )
    behind = "\n".join(
        f"- **{o.letter}{' ✓' if o.right else ''}** {html.escape(o.text)}: {html.escape(o.says)}"
        for o in asked.options
    )
    return body, behind


# --- the document ---


def reveal():
    """The folder of reveal.js in the package that carries it."""
    found = importlib.util.find_spec("sphinx_revealjs")
    if found is None:
        raise PageError(
            "reveal.js is not installed: uv run --group slides python -m helpers.classroom.slides FOLDER"
        )
    return Path(found.origin).parent / "_static" / "revealjs"


def _document(title, sections):
    def read(path):
        return path.read_text(encoding="utf-8")

    folder = reveal()
    plain = [
        read(folder / f"{path}.js") for path in ("dist/reveal", "plugin/notes/notes", "plugin/zoom/zoom")
    ]
    plain[1] = plain[1].replace("</style>", SPEAKER + "</style>", 1)
    speaker = re.search(
        r"<script>(.*?)</script>", read(folder / "plugin/notes/speaker-view.html"), re.DOTALL
    )[1]
    ours = [read(HERE / "stage.js"), browser.loader(), read(PAGE / "kernel.js")]
    ours += [read(HERE / "slides.js"), read(HERE / "room.js")]
    looks = [read(folder / f"dist/{name}.css") for name in ("reset", "reveal")]
    looks += [browser.style(), read(PAGE / "page.css"), read(HERE / "slides.css")]
    # The speaker's window holds this file in two frames, and has a script of its own.
    more = f" {digest(speaker)}; img-src data: 'self'; connect-src 'self'; frame-src 'self' file:"
    return document(
        title,
        f'<div class="reveal"><div class="slides">\n{sections}\n</div></div>',
        looks,
        scripts=plain,
        modules=["\n".join(ours)],
        more=more,
        comment=f"<!--\nreveal.js is in this file, under its license:\n\n{read(folder / 'LICENSE')}-->\n",
    )
