"""Lesson 06: conjugate gradients, which the lesson shows once they were bent by hand."""


def steps(slope, pullback, count, bend):
    rest = v = -slope  # rest: minus the slope that is left
    while count and rest.any():
        Hv = pullback(v)[0]
        far = (rest @ v) / (v @ Hv)  # to where the slope along v is 0
        yield far * v
        rest = rest - far * Hv  # downhill from there
        much = -bend * (rest @ Hv) / (v @ Hv)  # of v is added; at bend 0 none
        v, count = rest + much * v, count - 1  # the next direction, w
