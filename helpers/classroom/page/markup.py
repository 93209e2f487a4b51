"""Markdown, formulas and code as HTML that needs nothing from elsewhere."""

import re

from latex2mathml.converter import convert
from nbconvert.filters.highlight import Highlight2HTML
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

FOR_TESTS = re.compile(r"^# NBVAL_\w+\n", re.MULTILINE)  # which readers need not see
PREFIX = re.compile(
    r' xmlns:ns\d+="[^"]*"|(?<=<)ns\d+:|(?<=</)ns\d+:'
)  # nbconvert's, in a heading with a formula
TO_A_NOTEBOOK = re.compile(r'(<a href="\w+)\.ipynb(?=["#])')  # a lesson beside this one has its page, too


class Renderer(IPythonRenderer):
    """As in Jupyter, but a formula becomes MathML, which a browser draws by itself."""

    def inline_math(self, body):
        return convert(body.strip(), display="inline")

    def block_math(self, body):
        return convert(body.strip(), display="block")

    def _html_embed_images(self, html):
        return html  # as it is: taken apart and put together, a <details> would end before its text


def markdown(source, folder):
    """Markdown as HTML. Pictures are taken in from `folder`; headings keep the ids that links go to.

    >>> markdown("*one* line, $x$", ".")[:30]
    '<p><em>one</em> line, <math xm'
    """
    renderer = Renderer(escape=False, embed_images=True, path=str(folder))
    return TO_A_NOTEBOOK.sub(r"\1.html", PREFIX.sub("", MarkdownWithMath(renderer=renderer).render(source)))


def code(source):
    """Python code as HTML; the style sheet of the page colours it.

    >>> '<span class="n">x</span>' in code("x = 1")
    True
    """
    return _highlight(FOR_TESTS.sub("", source))


_highlight = Highlight2HTML(pygments_lexer="python")
