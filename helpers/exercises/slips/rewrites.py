"""What goes wrong with an expression, a line per slip: its kind, what belongs there, what stands there.

Capitals stand for any expression (see `trees`), NEIGHBOUR for every name in scope. A kind is the stable
name of a diagnosis; `words` has its sentence, and its rank among the others."""

import itertools

REWRITES = [
    # products
    ("factor-dropped", "LOST * KEPT", "KEPT"),
    ("factor-dropped", "KEPT * LOST", "KEPT"),
    ("factor-dropped", "KEPT * -LOST", "-KEPT"),
    ("factor-dropped", "LOST @ KEPT", "KEPT"),
    ("factor-dropped", "KEPT @ LOST", "KEPT"),
    ("factor-twice", "ONE * TWICE", "ONE * TWICE * TWICE"),
    ("factor-twice", "TWICE * ONE", "TWICE * TWICE * ONE"),
    ("divided-for-multiplied", "ONE * BY", "ONE / BY"),
    ("divided-for-multiplied", "BY * ONE", "ONE / BY"),
    ("added-for-multiplied", "ONE * OTHER", "ONE + OTHER"),
    ("added-for-multiplied", "ONE @ OTHER", "ONE + OTHER"),
    ("added-for-multiplied", "ONE * B * C", "ONE + B * C"),
    ("elementwise-for-matmul", "ONE @ OTHER", "ONE * OTHER"),
    ("operands-exchanged", "ONE @ OTHER", "OTHER @ ONE"),
    ("operand-transposed", "TURNED @ OTHER", "np.swapaxes(TURNED, -1, -2) @ OTHER"),
    ("operand-transposed", "OTHER @ TURNED", "OTHER @ np.swapaxes(TURNED, -1, -2)"),
    ("product-transposed", "ONE @ OTHER", "np.swapaxes(ONE @ OTHER, -1, -2)"),
    ("other-transposed", "ONE.T @ OTHER", "ONE @ OTHER.T"),
    ("other-transposed", "ONE @ OTHER.T", "ONE.T @ OTHER"),
    ("both-transposed", "ONE @ OTHER", "np.swapaxes(ONE, -1, -2) @ np.swapaxes(OTHER, -1, -2)"),
    ("exchanged-and-transposed", "ONE @ OTHER", "np.swapaxes(OTHER, -1, -2) @ ONE"),
    ("exchanged-and-transposed", "ONE @ OTHER", "OTHER @ np.swapaxes(ONE, -1, -2)"),
    ("reshaped", "ONE @ OTHER", "np.swapaxes(ONE @ OTHER, -1, -2).reshape((ONE @ OTHER).shape)"),
    ("first-for-sum", "ONE @ OTHER", "ONE[..., :1] @ OTHER[..., :1, :]"),
    ("last-for-sum", "ONE @ OTHER", "ONE[..., -1:] @ OTHER[..., -1:, :]"),
    ("averaged", "ONE @ OTHER", "ONE @ OTHER / np.shape(ONE)[-1]"),
    ("not-summed", "ONE.T @ OTHER", "ONE[:, :, None] * OTHER[:, None, :]"),
    ("summed-too-soon", "ONE.T @ OTHER", "np.outer(ONE.sum(axis=0), OTHER.sum(axis=0))"),
    ("power-for-product", "NUMBER * BASE", "BASE ** NUMBER"),
    ("power-for-product", "ONE * NUMBER * BASE", "ONE * BASE ** NUMBER"),
    ("raised-for-multiplied", "ONE * BASE", "BASE ** ONE"),
    ("raised-for-multiplied", "BASE * ONE", "BASE ** ONE"),
    ("summed-too-soon", "np.sum(ONE * OTHER)", "np.sum(ONE) * np.sum(OTHER)"),
    ("summed-too-soon", "np.sum(ONE @ TWO, axis=AXIS)", "np.sum(ONE, axis=AXIS) @ np.sum(TWO, axis=AXIS)"),
    ("summed-too-soon", "np.sum(ONE @ TWO, axis=AXIS)", "np.sum(ONE, axis=AXIS) @ TWO"),
    ("summed-too-soon", "np.sum(ONE @ TWO, axis=AXIS)", "ONE @ np.sum(TWO, axis=AXIS)"),
    # quotients
    ("divisor-dropped", "KEPT / LOST", "KEPT"),
    ("dividend-dropped", "LOST / KEPT", "1 / KEPT"),
    ("multiplied-for-divided", "ONE / BY", "ONE * BY"),
    ("fraction-upside-down", "ONE / OTHER", "OTHER / ONE"),
    # sums
    ("term-dropped", "LOST + KEPT", "KEPT"),
    ("term-dropped", "KEPT + LOST", "KEPT"),
    ("difference-dropped", "LOST - KEPT", "-KEPT"),
    ("subtrahend-dropped", "KEPT - LOST", "KEPT"),
    ("subtracted-alone", "LOST - KEPT", "KEPT"),
    ("sign-of-term", "ONE + TERM", "ONE - TERM"),
    ("sign-of-term", "TERM + ONE", "ONE - TERM"),
    ("sign-of-term", "ONE - TERM", "ONE + TERM"),
    ("difference-turned", "ONE - OTHER", "OTHER - ONE"),
    ("multiplied-for-added", "ONE + OTHER", "ONE * OTHER"),
    ("multiplied-for-added", "ONE - OTHER", "ONE * OTHER"),
    # brackets
    ("brackets-lost", "(ONE + OTHER) * BY", "ONE + OTHER * BY"),
    ("brackets-lost", "BY * (ONE + OTHER)", "BY * ONE + OTHER"),
    ("brackets-lost", "(ONE - OTHER) * BY", "ONE - OTHER * BY"),
    ("brackets-lost", "BY * (ONE - OTHER)", "BY * ONE - OTHER"),
    ("brackets-lost", "(ONE + OTHER) / BY", "ONE + OTHER / BY"),
    ("brackets-lost", "(ONE - OTHER) / BY", "ONE - OTHER / BY"),
    ("brackets-lost", "BY / (ONE + OTHER)", "BY / ONE + OTHER"),
    ("half-below-the-line", "BY / (ONE * OTHER)", "BY / ONE * OTHER"),
    ("half-below-the-line", "BY / (ONE @ OTHER)", "BY / ONE @ OTHER"),
    ("brackets-lost", "ONE - OTHER * BY", "(ONE - OTHER) * BY"),
    ("brackets-lost", "ONE + OTHER * BY", "(ONE + OTHER) * BY"),
    ("brackets-lost", "ONE - OTHER ** NUMBER", "(ONE - OTHER) ** NUMBER"),
    ("brackets-lost", "ONE - OTHER * OTHER", "(ONE - OTHER) ** 2"),
    ("brackets-lost", "ONE - OTHER / BY", "(ONE - OTHER) / BY"),
    ("brackets-lost", "-(ONE - OTHER)", "-ONE - OTHER"),
    ("brackets-lost", "-(ONE + OTHER)", "-ONE + OTHER"),
    # signs
    ("minus-dropped", "-ONE", "ONE"),
    ("minus-added", "ONE", "-ONE"),
    # numbers
    # powers
    ("power-dropped", "BASE ** NUMBER", "BASE"),
    ("slope-for-value", "BASE ** NUMBER", "NUMBER * BASE ** (NUMBER - 1)"),
    ("power-for-product", "BASE ** NUMBER", "NUMBER * BASE"),
    ("slope-for-value", "np.cos(BASE)", "-np.sin(BASE)"),
    ("slope-for-value", "np.sin(BASE)", "np.cos(BASE)"),
    ("slope-for-value", "np.tanh(BASE)", "1 - np.tanh(BASE) ** 2"),
    ("slope-for-value", "np.log(BASE)", "1 / BASE"),
    ("slope-for-value", "np.sqrt(BASE)", "1 / (2 * np.sqrt(BASE))"),
    # transposes and conjugates
    ("transpose-dropped", "LEFT.T", "LEFT"),
    ("inverse-for-transpose", "LEFT.T", "np.linalg.pinv(LEFT)"),
    ("conj-dropped", "map(np.conj, LEFT)", "LEFT"),
    ("conj-dropped", "np.conj(LEFT)", "LEFT"),
    ("conj-added", "ONE", "np.conj(ONE)"),
    ("transposed", "ONE", "np.swapaxes(ONE, -1, -2)"),
    # calls
    ("abs-dropped", "np.abs(LEFT)", "LEFT"),
    ("call-dropped", "CALLED(LEFT)", "LEFT"),
    ("index-dropped", "LEFT[INDEX]", "LEFT"),
    ("other-line", "LEFT[NUMBER]", "LEFT[NUMBER + 1]"),
    ("other-line", "LEFT[NUMBER]", "LEFT[NUMBER - 1]"),
    ("other-line", "LEFT[:, NUMBER]", "LEFT[:, NUMBER + 1]"),
    ("other-line", "LEFT[:, NUMBER]", "LEFT[:, NUMBER - 1]"),
    ("row-for-column", "LEFT[:, NUMBER]", "LEFT[NUMBER]"),
    ("column-for-row", "LEFT[NUMBER]", "LEFT[:, NUMBER]"),
    # sizes
    ("rows-for-size", "OF.size", "np.shape(OF)[0]"),
    ("other-size", "OF.size", "NEIGHBOUR.size"),
    ("other-size", "len(OF)", "len(NEIGHBOUR)"),
    ("largest-for-sum", "sum(OF)", "max(OF)"),
    # gradients of the engine
    ("upstream-left-out", "ad.gradients(Y, X, grad_ys=UP)", "ad.gradients(Y, X)"),
    ("multiplied-afterwards", "ad.gradients(Y, X, grad_ys=UP)", "UP * ad.gradients(Y, X)"),
    ("weights-averaged", "ad.gradients(Y, X, grad_ys=UP)", "np.mean(UP) * ad.gradients(Y, X)"),
    ("weights-added-up", "ad.gradients(Y, X, grad_ys=UP)", "np.sum(UP) * ad.gradients(Y, X)"),
    ("matmul-afterwards", "ad.gradients(Y, X, grad_ys=UP)", "UP @ ad.gradients(Y, X)"),
    ("added-afterwards", "ad.gradients(Y, X, grad_ys=UP)", "UP + ad.gradients(Y, X)"),
    ("outer-afterwards", "ad.gradients(Y, X, grad_ys=UP)", "np.outer(UP, ad.gradients(Y, X))"),
    ("weighed-twice", "ad.gradients(Y, X, grad_ys=UP)", "UP * ad.gradients(Y, X, grad_ys=UP)"),
    (
        "one-weight-for-all",
        "ad.gradients(Y, X, grad_ys=UP)",
        "ad.gradients(Y, X, grad_ys=np.full(np.shape(UP), np.ravel(UP)[0]))",
    ),
    (
        "one-weight-for-all",
        "ad.gradients(Y, X, grad_ys=UP)",
        "ad.gradients(Y, X, grad_ys=np.full(np.shape(UP), np.ravel(UP)[-1]))",
    ),
    ("stopped-too-soon", "ad.gradients(Y, X, grad_ys=UP)", "UP"),
    ("output-for-upstream", "ad.gradients(Y, X, grad_ys=UP)", "ad.gradients(Y, X, grad_ys=Y.value)"),
    ("ones-for-upstream", "ad.gradients(Y, X, grad_ys=UP)", "ad.gradients(Y, X, grad_ys=np.ones(Y.shape))"),
    # conditions
    ("condition-turned", "ONE <= OTHER", "ONE > OTHER"),
    ("border-moved", "ONE <= OTHER", "ONE < OTHER"),
    ("condition-turned", "ONE <= OTHER", "ONE >= OTHER"),
    ("condition-turned", "ONE < OTHER", "ONE >= OTHER"),
    ("condition-turned", "ONE < OTHER", "ONE > OTHER"),
    ("condition-turned", "ONE > OTHER", "ONE <= OTHER"),
    ("condition-turned", "ONE > OTHER", "ONE < OTHER"),
    ("border-moved", "ONE > OTHER", "ONE >= OTHER"),
    ("border-moved", "ONE < OTHER", "ONE <= OTHER"),
    ("condition-turned", "not ONE", "ONE"),
    # another name
    ("name-exchanged", "NAME", "NEIGHBOUR"),
    ("upstream-missing", "upstream", "np.ones_like(upstream)"),
    ("upstream-conjugated", "upstream", "np.conj(upstream)"),
    ("ones-for", "ONE", "np.ones_like(ONE)"),
    ("name-for-expression", "ONE", "NEIGHBOUR"),
    # something done to a value
    ("squared", "ONE", "ONE * ONE"),
    ("doubled", "ONE", "2 * ONE"),
    ("halved", "ONE", "ONE / 2"),
    ("abs-taken", "ONE", "np.abs(ONE)"),
    ("nan-swept-away", "ONE", "np.nan_to_num(ONE)"),
    ("one-minus", "ONE", "1 - ONE"),
    ("stopped", "ONE", "0 * ONE"),
    ("index-twice", "LEFT[NUMBER]", "LEFT[NUMBER][NUMBER]"),
    ("summed", "ONE", "np.sum(ONE)"),
    ("summed", "ONE", "np.sum(ONE, axis=0)"),
    ("summed", "ONE", "np.sum(ONE, axis=-1)"),
    ("divided-by-length", "ONE", "ONE / len(ONE)"),
    ("divided-by-size", "ONE", "ONE / np.size(ONE)"),
    # something joined to a value
    ("upstream-again", "ONE", "upstream * ONE"),
    ("upstream-added", "ONE", "upstream + ONE"),
    ("factor-added", "ONE", "ONE * NEIGHBOUR"),
    ("term-added", "ONE", "ONE + NEIGHBOUR"),
]

SUMS = "ONE.sum(axis=AXIS)", "np.sum(ONE, axis=AXIS)"  # the same, written in two ways
INSTEAD_OF_A_SUM = [
    ("not-summed", "ONE"),
    ("summed-over-all", "np.sum(ONE)"),
    ("wrong-axis", "np.sum(ONE, axis=1 - AXIS)"),
    ("wrong-axis", "np.sum(ONE, axis=-1 - AXIS)"),
    ("averaged", "np.mean(ONE, axis=AXIS)"),
    ("first-for-sum", "np.take(ONE, 0, axis=AXIS)"),
    ("last-for-sum", "np.take(ONE, -1, axis=AXIS)"),
    ("largest-for-sum", "np.max(ONE, axis=AXIS)"),
    ("axis-kept", "np.sum(ONE, axis=AXIS, keepdims=True)"),
    ("diagonal-for-sum", "np.diag(ONE)"),
    ("running-sum", "np.cumsum(ONE, axis=AXIS)"),
]

INSTEAD_OF_A_STACK = [
    ("rows-as-columns", "np.stack(ONE, axis=1)"),
    ("first-for-all", "ONE[0]"),
    ("last-for-all", "ONE[-1]"),
    ("last-missing", "np.stack(ONE[:-1])"),
    ("rows-added", "sum(ONE)"),
    ("running-sum", "np.cumsum(ONE, axis=0)"),
    ("turned-round", "np.stack(ONE[::-1])"),
]

TAKEN_FOR_EACH_OTHER = [
    ("np.sin", "np.cos", "np.tan"),
    ("np.exp", "np.log"),
    ("np.sqrt", "np.square"),
    ("np.tanh", "np.cosh", "np.sinh"),
    ("np.abs", "np.sign", "np.square", "np.real"),
    ("np.maximum", "np.minimum"),
    ("np.zeros", "np.ones"),
    ("np.eye", "np.ones"),
    ("np.conj", "np.real", "np.imag"),
    ("ad.grad", "ad.jacobian"),
]

KEPT = "ONE.sum(axis=AXIS, keepdims=True)", "np.sum(ONE, axis=AXIS, keepdims=True)"
INSTEAD_OF_A_KEPT_SUM = [
    ("axis-lost", "np.sum(ONE, axis=AXIS)"),
    ("not-summed", "ONE"),
    ("summed-over-all", "np.sum(ONE)"),
    ("averaged", "np.mean(ONE, axis=AXIS, keepdims=True)"),
    ("largest-for-sum", "np.max(ONE, axis=AXIS, keepdims=True)"),
    ("wrong-axis", "np.sum(ONE, axis=1 - AXIS, keepdims=True)"),
]
WHOLE_SUMS = "ONE.sum()", "np.sum(ONE)"
INSTEAD_OF_A_WHOLE_SUM = [
    ("not-summed", "ONE"),
    ("averaged", "np.mean(ONE)"),
    ("largest-for-sum", "np.max(ONE)"),
    ("summed-along-one-axis", "np.sum(ONE, axis=0)"),
    ("summed-along-one-axis", "np.sum(ONE, axis=-1)"),
    ("first-for-sum", "np.ravel(ONE)[0]"),
    ("last-for-sum", "np.ravel(ONE)[-1]"),
]

REWRITES += [(kind, sum_, new) for sum_ in SUMS for kind, new in INSTEAD_OF_A_SUM]
REWRITES += [(kind, sum_, new) for sum_ in KEPT for kind, new in INSTEAD_OF_A_KEPT_SUM]
REWRITES += [(kind, sum_, new) for sum_ in WHOLE_SUMS for kind, new in INSTEAD_OF_A_WHOLE_SUM]
REWRITES += [(kind, "np.stack(ONE)", new) for kind, new in INSTEAD_OF_A_STACK]
REWRITES += [
    ("function-exchanged", one, other)
    for group in TAKEN_FOR_EACH_OTHER
    for one, other in itertools.permutations(group, 2)
]

IN_EVERY_ENTRY = [  # done to each entry of a tuple or a list
    ("minus-added", "-ONE"),
    ("transposed", "np.swapaxes(ONE, -1, -2)"),
    ("conj-added", "np.conj(ONE)"),
    ("upstream-again", "upstream * ONE"),
]

OF_THE_UPSTREAM = {"ones-for": "upstream-missing", "conj-added": "upstream-conjugated"}  # when done to it

EVERYWHERE = [  # done to an input before anything else, as if it stood so in every place
    ("ones-for", "np.ones_like(ONE)"),
    ("squared", "ONE * ONE"),
    ("minus-added", "-ONE"),
    ("doubled", "2 * ONE"),
    ("halved", "ONE / 2"),
    ("conj-added", "np.conj(ONE)"),
    ("transposed", "np.swapaxes(ONE, -1, -2)"),
    ("summed", "np.sum(ONE)"),
    ("abs-taken", "np.abs(ONE)"),
    ("stopped", "0 * ONE"),
    ("one-minus", "1 - ONE"),
]
