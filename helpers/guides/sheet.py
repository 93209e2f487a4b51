"""The sheet of two sides: what the table of rules and the lessons say, put together and never said again."""

import re

from helpers.notebooks import markdown
from helpers.notebooks.parts import LessonError

from . import rulebook

# What is printed of an operation, and what it is called in the table of rules.
OPERATIONS = (
    ("a + b", "add"), ("a − b", "subtract"), ("a · b", "multiply"), ("a / b", "divide"), ("a^b", "power"),
    ("x²", "square"), ("√x", "sqrt"), ("1 / x", "reciprocal"), ("exp x", "exp"), ("ln x", "log"),
    ("ln(1 + x)", "log1p"), ("ln(exp a + exp b)", "logaddexp"), ("sin x", "sin"), ("cos x", "cos"),
    ("tan x", "tan"), ("arctan x", "arctan"), ("tanh x", "tanh"), ("abs x", "absolute"),
    ("maximum(a, b)", "maximum"), ("where(c, a, b)", "where"), ("round, floor x", "round"),
    ("sum x", "sum"), ("mean x", "mean"), ("prod x", "prod"), ("max x", "max"), ("inv A", "linalg.inv"),
)  # fmt: skip
FRAMEWORKS = ("these lessons", "TensorFlow 1", "TensorFlow 2", "PyTorch", "JAX", "autograd")
ROWS = (  # of the tables of frameworks: the lesson, and the column there
    ("01", "where a rule meets its upstream"), ("04", "the upstream you choose"), ("04", "left out"),
    ("04", "not connected"), ("04", "a constant copy"), ("02", "JVP with tangent `t`"), ("02", "Jacobian"),
    ("03", "the product, and its transposes"), ("03", "gradient of the real part of $\\sum z^2$"),
    ("05", "a rule of your own"), ("05", "it uses a Tensor that is not an input"),
    ("05", "slope of clip at its bound"), ("05", "of abs at 0"), ("06", "a rule differentiated twice"),
    ("06", "a JVP of a reverse rule"), ("07", "its trace"), ("07", "sweeping twice"),
    ("07", "a write into what a rule keeps"), ("08", "a hook"),
    ("08", "an alarm for the first NaN"), ("09", "a rule keeps things in"), ("09", "a gradient for each row"),
)  # fmt: skip
PRODUCTS = ("03", "03.4")  # the solution that holds the rules of all four matrix products
DERIVED = (  # what the lessons derive: y, the downstream, and what a second input gets; tests hold them
    ("layer x W + b", "g Wᵀ", "xᵀ g; to b: g, summed over the rows"),
    ("sigmoid x", "g · y · (1 − y)", ""),
    ("relu x", "g where x > 0, else 0", ""),
    ("softmax x, a row", "y · (g − Σ g y)", ""),
    ("log-softmax x, a row", "g − softmax x · Σ g", ""),
    ("ln Σ exp x, a row", "g · softmax x", ""),
    ("cross-entropy of softmax x", "g · (softmax x − t)", ""),
    ("lookup T[rows]", "row k of T: Σ g of its lookups", ""),
    ("reshape, transpose x", "g, shaped or turned back", ""),
    ("concatenate(a, b)", "the first part of g", "the rest"),
)


def rules():
    """The rule of each common operation, and what the functions in them do."""
    rows, named = [], {}
    for printed, name in OPERATIONS:
        sent = rulebook.rule_of(name)
        rows.append(
            [printed, *sent, *[""] * (3 - len(sent))] if name != "where" else [printed, *sent[1:], ""]
        )
        for called in re.findall(r"(\w+)\(", " ".join(sent)):
            if called in rulebook.helpers_said():
                named[called] = rulebook.helpers_said()[called]
    table = _table(["y =", "downstream", "to the second input"], [row[:3] for row in rows])
    return "\n".join([table, "", *(f"- *{name}*: {sentence}" for name, sentence in named.items())])


def products(known):
    """The rules of the matrix product, every transpose in its place, from the solution that derives them."""
    number, id = PRODUCTS
    for lesson in known:
        if lesson.number == number:
            for table in markdown.tables(lesson.the("solution", id).source):
                columns = list(table[0])
                return _table(columns, [[row[column] for column in columns] for row in table])
    raise LessonError(f"the sheet asks for the table in the solution of {id}, and there is none.")


def derived():
    return _table(["y =", "downstream", "to the second input"], map(list, DERIVED))


def frameworks(known):
    """What each framework calls it: a row for each thing, a column for each framework."""
    by_number = {lesson.number: lesson.frameworks for lesson in known}
    rows = []
    for number, column in ROWS:
        cells = [by_number.get(number, {}).get(framework, {}).get(column, "") for framework in FRAMEWORKS]
        if any(cells):
            rows.append([f"{column} ({number})", *cells])
    return _table(["what, and in which lesson", *FRAMEWORKS], rows)


def take_home(known):
    said = [lesson for lesson in known if lesson.with_role("take-home")]
    return "\n".join(f"- **{lesson.number} {lesson.name}.** {lesson.take_home}" for lesson in said)


PARTS = {
    "rules": lambda known: rules(),
    "products": products,
    "derived": lambda known: derived(),
    "frameworks": frameworks,
    "take-home": take_home,
}


def _table(columns, rows):
    lines = [columns, [":---"] * len(columns), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
