"""What a check says: for every diagnosis a sentence or two, what the answer is and then what to do."""

SAYS = {
    # not attempted
    "untouched": "Nothing to check yet: replace the ... with your answer and run this cell again.",
    "as-given": "This is still the code that was handed out. Find the bug, and run this cell again.",
    # changed, and yet the same
    "unfinished": "Not finished: there is still a `...` {where}. Put your answer in its place.",
    "as-given-still": "The numbers are still those of the code that was handed out{unread}. {nudge}",
    "spoiled": (
        "The code that was handed out is right {there}, and yours is not. Where it is wrong, yours still "
        "gives the same: the bug is there."
    ),
    # calling a function
    "called-already": "This is {what}. The function itself is wanted: pass its name, without calling it.",
    "signature-asked": "It is called with {count} arguments. Which are they, and in which order?",
    "signature": "{Whose} is called with ({names}): let it take exactly these, in this order.",
    "raises": "Your function raised {kind}: {says_why}",
    "too-long": "Your function was stopped after 5 seconds: look for a loop without end.",
    "looked-up": "Your function asks the check for the right answer. Work it out from the inputs.",
    "check-inside": "Your function calls {called} itself: move that line below it, to the left margin.",
    "unreadable": "This is {what}, and looking at it raised an error: give plain numbers or arrays.",
    "input-changed": "Your function changed its input {name} in place, and others need it: make a new one.",
    "returns-nothing": "Your {what} gives None: a return is missing, or gives None, as .sort() does.",
    "no-path": (
        "Your function gives None: is a return missing? And ad.gradients gives None for an input that its "
        "outputs are not made from."
    ),
    "no-rule": "Return two things: the value, and the rule, a function.",
    # type
    "how-many": "This is {given}; wanted: {wanted}. Give them in this order, separated by commas.",
    "rule-gives": "Your rule returns {given}; wanted: {wanted}, one for each input.{more}",
    "one-wanted": "These are {given}, and one array is wanted: return it alone.",
    "vjp-itself": "This is what ad.vjp gives, a value and the pullback: hand what arrives to the pullback.",
    "tuple-of-one": "This is a tuple with one array in it, as a pullback gives it. Its [0] is the array.",
    "none": "This is None, and numbers are wanted. {why}",
    "framework-tensor": "This is {what}, and a NumPy array is wanted: {cure}.",
    "tensor": "This is an ad.Tensor, and a plain array is wanted: its .value, or what ad.gradients finds.",
    "not-multiplied": "These are several numbers, not yet multiplied, and one is wanted.",
    "one-in-a-tuple": "This is a {kind} with one number in it: is a comma, or a pair of brackets, too many?",
    "not-added-up": "These are several numbers, not yet added up, and one is wanted.",
    "comma": "With a comma these are {count} numbers. If you mean one with a comma in it, write {one}.",
    "several-for-one": "These are several numbers, and one is wanted.",
    "list": "This {kind} makes no array: each entry has to be a number, each row as long as the others.",
    "matrix": "This is an np.matrix, whose * means something else: make it an np.array.",
    "not-called": "This is a function, and numbers are wanted: give its result, not a rule to call later.",
    "masked": "This is a masked array, which leaves entries out: give every number, in a plain array.",
    "too-large": "This whole number is too large for an array: give a float, and look at how it arose.",
    "too-many": "The shape is {got}, and {size:,} numbers are never right: which axis is too long?",
    "object-array": "This array holds {what}.",
    "type": "This is {what}, and numbers are wanted.",
    # shape and dtype
    "shape": "{which} another shape than it should{how}.",
    "booleans": "This holds True and False, as a comparison gives, and not numbers: is a bracket missing?",
    "integers": "This array holds {dtype}, which has no room for fractions{cure}.",
    "complex": "This is complex, and the right answer is real: which step should have taken the real part?",
    "real": "This is real, and the right answer is complex: where was the imaginary part lost?",
    "float32": "This is float32, with half the digits: keep the dtype of the inputs, float64.",
    # the upstream
    "upstream-missing": "This is the local alone: the upstream is missing. Multiply by it.",
    "ones-for-upstream": "This is right only for an upstream of ones. Use the upstream that arrives.",
    "upstream-alone": "This is the upstream passed on unchanged: multiply it by the local.",
    "upstream-squared": "The upstream is a factor in this twice. Multiply by it exactly once.",
    "upstream-added": "This is the upstream plus the local. The chain rule multiplies them.",
    "upstream-divided": "This is the local divided by the upstream. Nothing cancels: multiply.",
    "stopped": "Here everything is zero, as with stop_gradient: nothing of what arrives is passed on.",
    # how contributions combine
    "overwritten": "Only the last use counts, as if it overwrote the others. Add what they all send.",
    "first-use-alone": "Only the first use of the value counts here: the others send theirs too. Add them.",
    "uses-multiplied": "The contributions of the uses are multiplied. What several uses send is added.",
    "not-summed": "Added up to the input's shape, these are the right numbers: an axis is left to sum over.",
    "summed-too-much": "These are sums of the right numbers: you added up an axis that the input has.",
    # right numbers, wrong place or size
    "sign-flipped": "The numbers are right, but every sign is the other way round: look for a minus.",
    "doubled": "Everything is exactly doubled: look for a 2, or for something that is added twice.",
    "constant-factor": "Everything is off by one and the same factor: look for a constant lost or added.",
    "factor-each-time": "Each time all of it is off by one factor, and not always by the same: is it a size?",
    "rounded": "These are the right numbers, rounded: give them in full, such as 1 / 3 for 0.33.",
    "nearly": "Close: off by 2 % of the largest at most. Is a number rounded, cut off, measured to one side?",
    "transposed": "This is the transpose of the right answer: rows and columns have changed places.",
    "axes-exchanged": "The numbers are right, but the axes in another order: .T turns all those of a stack.",
    "other-shape": "The numbers are right, and in the right order: only the shape differs.",
    "repeated": "This is the right number again and again. One is wanted: give it once.",
    "first-of-several": "These are several results, and the first is the right one: give that alone.",
    "last-of-several": "These are several results, and the last is the right one: give that alone.",
    "all-pairs": "This is a table, and the right numbers are on its diagonal: is a column a row there?",
    "reordered": "These are the right numbers in another order: is something sorted, or turned round?",
    "first-alone": "This is the beginning of the right answer, and the rest is missing.",
    "axis-of-one": "The numbers are right, but the shape is not: {cure}.",
    "gradients-swapped": "These are the right results in another order. Give them in the order asked for.",
    "conj-missing": "This is the complex conjugate of the right answer: rules conjugate the local factor.",
    # right as numbers, and yet not what is asked for
    "measured": "Right, but only to {digits} digits, like a measured slope. There is a way that is exact.",
    "jacobian-built": "Right numbers, but a ready-made Jacobian gave them. {more}",
    "too-many-sweeps": "Right numbers, but it took {took} sweeps where {enough} do. {more}",
    "too-few-sweeps": "Right numbers, but fewer sweeps than parts, {took} for {parts}. {more}",
    "not-as-asked": "The numbers are right. {more}",
    "reads-again": "The numbers are right. But the rule reads {names} again: let it keep the output alone.",
    "one-sweep-for-all": "Right numbers, but one sweep ran through {names} together. {more}",
    "here-only": "Right on the first inputs, wrong on fresh ones: work every number out from the arguments.",
    "not-repeatable": "Called again on the same inputs, it gives another answer: keep nothing between calls.",
    # engines
    "endless": "It comes to the same nodes again and again, and was stopped. Take each of them once.",
    "too-deep": "It calls itself too often for Python. Keep what is still to do in a list, and loop.",
    "not-nodes": "This is {what}, and a list of the nodes themselves is wanted.",
    "not-pairs": "This gives {what}. It should give pairs, a node and its upstream, with yield or in a list.",
    # how it responds, where nothing else is known
    "input-ignored": "The check changed {input}: {part} stayed what it was every time, and should not.",
    "out-of-proportion": "When {input} is doubled, {part} should be {should}, and yours is {does}.",
    "unheard": "The check changed {input} alone: {part} should have moved, and did not.{there}",
    "overheard": "The check changed {input} alone: {part} moved, and should not have.{there}",
    "local-wrong": (
        "When the upstream is doubled, so is {part}, as it should be: it is multiplied by the wrong local."
    ),
    # nothing known
    "not-finite": (
        "On some inputs a NaN or an infinity comes out: look for an overflow, a division by 0, or a "
        "log or root of what is below 0."
    ),
    "right-on-some": "Right on some inputs of the check, not on others: is a number fixed that they decide?",
    "values": "The shape is right, the numbers are not.",
    # lines to order, letters to give
    "no-labels": 'This is {what}. Give the labels in order, as one text: "B A C".',
    "no-such-line": "There is no line {label}: the lines are {labels}. Give their letters alone.",
    "line-twice": "Line {label} is there twice: use each line once.",
    "line-too-early": "Line {label} reads `{name}`, which no line above it has made. What makes it?",
    "line-missing": "No line makes `{name}`: a line is missing.",
    "line-too-many": "The result is right, but line {label} takes no part in it: leave it out.",
    "no-letters": 'This is {what}. Give a letter for each number, as one text: "{example}".',
    "no-such-letter": "There is no {label} to choose: the letters are {labels}.",
    "one-letter-each": "You gave {given} letters, and {wanted} are wanted: one for each number, in order.",
    "other-letter": "Number {item} is not {label}: {says_when}",
}

NOTHING = "Nothing to check yet: this is None. Give the answer itself; print(...) shows it, and gives None."
NO_FUNCTION = (  # of "no-rule", where two things came
    "The second thing you return is no function ({what}), and the rule itself is wanted there, not called. "
    "It can use every name that is set around it, so nothing has to be handed on."
)
RULES = "You return {count} rules there, and one is wanted: it returns the downstreams to all the inputs."
DECORATED = (
    "Take the decorator off: here the function is to return the value and the rule itself."  # of "no-rule"
)
RULE_FIRST = "The rule came first. The value comes first, and then the rule."  # likewise
ADDED_UP = " What several uses of an input send is added up."  # of "rule-gives", where there are too many
NONES = "None, which is no number: where there is nothing, write 0"  # of "object-array"
OBJECTS = "Python objects: build it from numbers, not from lists or Tensors"  # likewise
ONE_NUMBER = "This number is not right."  # of "values", where there is but one
NUMBERS = "None of these numbers is right."  # where each was worked out by hand
SOME_NUMBERS = "Not right yet: {names}."  # where others are
SOME_ENTRIES = "Not right yet: {names} of {part}."  # of an array, where others are

LOOK_AT = {  # after an exception of the learner's own code
    "NameError": "A name here has no value: is it misspelled, or called something else here?",
    "ZeroDivisionError": "Something is divided by zero: which factor can be zero?",
    "IndexError": "Compare what is in the brackets with the shapes below.",
    "TypeError": "Look at what each name on that line holds.",
    "AttributeError": "What comes before the dot has no such name: what is it there?",
    "MemoryError": "It asks for more memory than any right answer needs: what grows there, and how often?",
    "RecursionError": "The function calls itself without end.",
}

AS_COLUMN = (
    "{0} is a number for each row of {1}: as a column, {2}, it meets its row. keepdims=True leaves a sum "
    "like that; [:, None] makes it so."
)
OF_A_STACK = "`.T` turns round all axes of a stack, np.swapaxes(M, -1, -2) each of its matrices."
OF_A_LAMBDA = "A lambda ends at the comma: put all that it gives in brackets, lambda upstream: (…, …)."
LEFT_TO_RIGHT = "Of * and @, Python takes the left one first: is a bracket missing?"

UNMET = r"gufunc signature .*size (\d+) is different from (\d+)"  # of a matrix product
OF_MESSAGE = {  # after an exception with this in its message: what it says in plain words
    r"truth value of an array": (
        "`if`, `and`, `or`, max and min ask one question, and an array has many entries. Make one number of "
        "it, or choose entry by entry: np.where(condition, here, there), np.maximum, np.minimum."
    ),
    UNMET: (
        "in a matrix product a row on the left has length {1}, a column on the right {0}: they cannot meet."
    ),
    r"^(.+) has no gradient rule yet": (
        "{0} has no gradient rule. Put together what it does from functions that have one, such as np.sum."
    ),
    r"requested shape (\(.*\))": (
        "np.broadcast_to stretches axes of length 1, and puts new ones in front: this does not go to {0}."
    ),
    r"broadcast together with remapped shapes": (
        "in a product of stacks all axes but the last two must agree, and here they do not."
    ),
    r"operands could not be broadcast together with shapes \(\d+,(\d+)\) \(\1,\d+\)": (
        "{message}. Entry by entry, as with * or +, these two shapes do not fit. With @ they would."
    ),
    r"operands could not be broadcast together": (
        "{message}. Entry by entry, these two shapes do not fit: compare that line with the shapes below."
    ),
    r"indexing arrays could not be broadcast": (
        "arrays in square brackets choose entries, and these do not fit together: is one of them no index?"
    ),
    r"pop from (?:an )?empty": "{message}. Take something out only while something is left.",
    r"local variable '(\w+)'": "`{0}` is read before anything is put into it: set it above that line.",
    r"name '(jnp|tf|torch)' is not defined": (
        "{message}. That is another framework's, and here NumPy does the work: write np."
    ),
    r"'<' not supported between instances of 'Node'": (
        "nodes have no size. Say by which of their numbers to sort: key=lambda node: node.born."
    ),
    r"^a node$": (
        "the dict holds nothing for this node: nothing was put there yet, or it was taken out again. "
        "Is it the first of the loop? nodes[0] has something from the start. Later, .get(node, 0.0) gives 0."
    ),
    r"'Node' object has no attribute '(shape|size|ndim|dtype|T|sum)'": (
        "{message}. A node keeps its array in .value: write .value.{0}."
    ),
    r"'numpy\.\w+' object has no attribute '(?:value|grad|parents|rule|tangent|detach|numpy)'": (
        "{message}. What comes before the dot is a plain array: it holds the numbers, and nothing else."
    ),
    r"'tuple' object is not callable": (
        "{message}. Call a part of it: ad.vjp(f, x) gives two things, and the second is the pullback."
    ),
    r"unsupported operand type.*'tuple'": (
        "{message}. There is a tuple where a number is wanted: take its parts one after the other."
    ),
    r"'tuple' object has no attribute": "{message}. Take the parts of a tuple one after the other.",
    r"(\w+)\(\) missing \d+ required positional arguments?: (.*)": "{0} is called there without {1}.",
    r"argnums asks for argument \d+, but there are 0": (
        "a function is handed over there without its inputs: ad.vjp(f, x) takes both."
    ),
    r"did not contain a loop .*<U": "a text takes part in a calculation: take its quotation marks away.",
    r"bitwise_xor|for \^": "^ is not a power in Python: write ** for it.",
    r"only (?:0-dimensional|length-1|size-1) arrays": (
        "what takes one number, such as float or math.exp, was handed an array. np.exp takes all of it."
    ),
    r"too many indices": "{message}. The brackets hold more indices than it has axes.",
    r"axis -?\d+ is out of bounds": (
        "{message}. Axes are counted from 0, a sum takes its axis away unless keepdims=True, and what "
        "follows the array in np.sum or np.max is an axis."
    ),
    r"unexpected keyword argument '(?:dim|keepdim)'": "{message}. NumPy's words are axis and keepdims.",
    r"unexpected keyword argument": "{message}. What is called there has no argument of that name.",
    r"positional argument": "{message}. Compare what is handed over there with what it takes.",
    r"'(?:builtin_function_or_method|function|method|numpy.ufunc)'|ufunc is not an array": (
        "{message}. There is a function, not what it gives: is it still to be called, with brackets?"
    ),
    r"'NoneType' object is not callable": "{message}. What comes before the brackets is None there.",
    r"'NoneType' object has no attribute": (
        "{message}. None comes before the dot. What changes a list, such as .sort(), gives None."
    ),
    r"is not callable": (
        "{message}. What is called there is no function: is a * missing, or does a function belong there?"
    ),
    r"'list' object cannot be interpreted": (
        "{message}. Of several axes NumPy takes a tuple, (0, 1), and range takes a number."
    ),
    r"values to unpack|cannot unpack": (
        "{message}. On the left of = write as many names as there are parts on the right: what is one thing, "
        "such as an array, takes one name, without a comma."
    ),
    r"function is not an array": "{message}. The function comes first, and then its input: ad.vjp(f, x).",
    r"the upstream gradient has shape \((1), (.+)\), but the output has shape \(\2,?\)": (
        "an upstream of one row came there, as from a list or a tuple with an array in it. Hand over the "
        "array itself: of a pullback's tuple its [0]."
    ),
    r"^grad needs one number": ("{message}. What is handed to ad.grad in that line gives several."),
    r"the upstream gradient has shape (.*), but the output has shape \(\)": (
        "what is pulled back there gives one number, so its upstream is one number. An array of shape {0} "
        "came. Does a [0] take one number out of an array? Or is its gradient to be pulled back?"
    ),
    r"the upstream gradient has shape (.*), but the output has shape (\(.*?\))": (
        "an upstream has a number for each output. Here its shape is {0}, and that of the output {1}."
    ),
    r"the tangent has shape (.*), but the primal has shape (\(.*?\))": (
        "a tangent has a number for each entry of the input. Here its shape is {0}, that of the input {1}."
    ),
    r"plain array would lose the history": (
        "NumPy would have to make a plain array there, and lose how it came about. One Tensor is an array as "
        "it is. A tuple of them is not: work with it before it is taken apart, or with each by itself."
    ),
    r"does not have enough dimensions": (
        "@ multiplies vectors and matrices. One side of it has no axes: is it a number, or a function?"
    ),
    r"more dimensions than allowed": (
        "an array cannot be spread over a shape with fewer axes than it has: an axis has to be summed away."
    ),
    r"inhomogeneous": (
        "these lists and arrays differ in length, so NumPy makes no table of them. Take one after the other."
    ),
    r"plain number would lose": (
        "something there makes a plain number of a Tensor, and what made it is lost: no gradient passes."
    ),
    r"cannot reshape": "{message}. A reshape neither sums nor repeats: look at what it is given.",
    r"len\(\) of unsized": "{message}. A single number, of shape (), has no length.",
    r"same shape|mismatch|not aligned|dimensions|axes don't match": (
        "{message}. Usually two shapes do not fit: compare that line with the shapes below."
    ),
}

FOREIGN = {  # package -> what its objects are and how they become arrays; nothing needs to be imported for it
    "torch": ("a PyTorch tensor", "hand over t.detach().cpu().numpy()"),
    "tensorflow": ("a TensorFlow tensor", "hand over t.numpy()"),
    "jax": ("a JAX array", "hand over np.asarray(t)"),
    "jaxlib": ("a JAX array", "hand over np.asarray(t)"),
    "autograd": ("an autograd box", "hand over its ._value, or work on plain NumPy arrays"),
    "cupy": ("a CuPy array", "hand over t.get()"),
    "pandas": ("a pandas object", "hand over t.to_numpy()"),
}
