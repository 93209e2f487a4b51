"""What is said of answers on nodes that raise: a reason only where who had a turn, or the code, shows it."""

from helpers.exercises import check, exercises
from helpers.exercises.run.sources import edited
from tests.exercises.cells import defined_in_a_cell
from tests.together import for_all

SEND = "arrived[parent] = arrived.get(parent, 0.0) + downstream"
WRITES = (
    f"if parent in arrived:\n{' ' * 16}arrived[parent] += downstream\n{' ' * 12}else: {SEND[:17]} downstream"
)
OWN_FITTED = """def fitted(gradient, shape):
    while gradient.ndim > len(shape):
        gradient = gradient.sum(axis=0)
    return gradient.sum(axis=tuple(i for i, n in enumerate(shape) if n == 1), keepdims=True)


"""
OWN = f"def send -> {OWN_FITTED}def send"
NO_TURN, AT_SENDER = "no node that uses this one has had its turn", "Each sum is put at the node that sends."
GENERAL = "Is it the first of the loop?"
FITS_A_NAME = """pairs = zip(sent, self.parents, strict=True) -> for each, parent in zip(sent, self.parents):
        each = fitted(each, parent.value.shape)
    return sent"""
IS_BARE = "if isinstance(sent, tuple | list)"
CASES = {
    "begins with the second": ("07.3", "for node in nodes -> for node in nodes[1:]", NO_TURN),
    "begins with the oldest": ("07.3", "for node in nodes -> for node in nodes[::-1]", NO_TURN),
    "adds to the sender": ("07.3", f"{SEND} -> arrived[node] += downstream", AT_SENDER),
    "puts at the sender": ("07.3", f"{SEND} -> arrived[node] = downstream", AT_SENDER),
    "begins with nothing": ("07.3", "{nodes[0]: upstream} -> {}", GENERAL),
    "adds to nothing": ("07.3", f"{SEND} -> arrived[parent] += downstream", "+= adds to what is there"),
    "sends 1": ("07.3", "send(arrived[node]) -> send(1.0); + downstream -> + arrived[node] * downstream",
                "it was given 1 number: send what has arrived"),
    "yields values": ("07.3", "yield node, arrived[node] -> yield node, node.value", "with its own value"),
    "sends values": ("07.3", "send(arrived[node]) -> send(node.value)", "made of arrived[user], and kept?"),
    "gives one pair": ("07.3", "yield node -> return node", "one pair, and ends"),
    "puts parents in place": ("07.2", "waiting.extend(node.parents) -> waiting = node.parents",
                              "`waiting = node.parents` drops what was waiting"),
    "puts parents in as one": ("07.2", "extend -> append", "waiting.extend(node.parents) puts each in"),
    "takes the first parent": ("07.2", "extend(node.parents) -> append(node.parents[0])",
                               "there is no node.parents[0]: waiting.extend(node.parents) takes"),
    "sorts in place": ("07.2", "sorted(found, -> found.sort(", "as .sort() does"),
    "takes arrays alone": ("07.6", "isinstance(sent, tuple | list) -> not isinstance(sent, np.ndarray)",
                           "bare number, which is no array"),
    "asks for a shape": ("07.6", "parent.value.shape -> parent.value",
                         "is the second one parent.value.shape?"),
    "turns fitted round": ("07.6", f"each, parent.value.shape -> parent.value.shape, each; {OWN}",
                           "fitted takes the gradient first"),
    "leaves out y": ("07.2", "[], [y] -> [], [*y.parents]",
                     "If y has 1, and yours send in turn, x gets nothing, not 138"),
    "gives a set": ("07.2", "return set(found)", "This is a set, which has no order"),
    "fits a name of the loop": ("07.6", FITS_A_NAME, "return what fitted(…, parent.value.shape) gives"),
    "takes what is bare apart": ("07.6", "sent if isinstance(sent, tuple | list) else (sent,) -> sent",
                                 "bare, and yours takes that apart"),
    "asks what is bare for its length": ("07.6", f"{IS_BARE[3:]} -> np.iterable(sent); , strict=True -> ",
                                         "bare, and yours takes that apart"),
    "leaves what is bare as it is": ("07.6", f"sent = sent {IS_BARE} else -> if not {IS_BARE[3:]}: return",
                                     "not have that parent's shape"),
    "turns pairs round": ("07.3", "yield node, arrived[node] -> yield arrived[node], node",
                          "turned round: node first"),
    "writes into what arrived": (
        "07.3", f"{SEND} -> {WRITES}", "`arrived[parent] = arrived[parent] + downstream` makes a new one",
    ),
    "calls itself": ("07.4", "y * y -> tanh(x) ** 2", "`tanh` is what you are writing"),
    "multiplies by @": ("07.4", "upstream * -> upstream @", "A product entry by entry is written *."),
    "counts parents": ("07.6", f"isinstance(sent, tuple | list) -> len(self.parents) != 1; {OWN}",
                       "gave its one downstream in a tuple already"),
}  # fmt: skip


@for_all(CASES)
def test_an_answer_that_breaks_is_told_why(id, edit, words):
    key = exercises()[id]
    answer = defined_in_a_cell(edited(key.listed.solution, edit), key.listed.answer, key.scope)
    assert words in repr(check(id, answer))
