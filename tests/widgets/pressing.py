"""What a press of a button sends."""


def press(exhibit, name):
    """Press a button, or what is drawn as one."""
    exhibit.set_state({"inputs": {**exhibit.inputs, name: (exhibit.inputs[name] or 0) + 1}})
