"""How far apart two colours are, for eyes that read and for eyes that are colour blind."""

import numpy as np

# Machado, Oliveira and Fernandes (2009): how linear RGB looks with each full colour blindness.
EYES = {
    "typical": np.eye(3),
    "protanopia": [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]],
    "deuteranopia": [[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]],
    "tritanopia": [[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]],
}


def rgb(color):
    """The channels of #rrggbb, from 0 to 1."""
    return np.array([int(color[i : i + 2], 16) for i in (1, 3, 5)]) / 255


def linear(color):
    channels = rgb(color)
    return np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)


def contrast(one, other):
    """The contrast of the accessibility guidelines, from 1 to 21; 4.5 is enough for text."""
    dark, bright = sorted(linear(color) @ [0.2126, 0.7152, 0.0722] for color in (one, other))
    return (bright + 0.05) / (dark + 0.05)


def mixed(color, ground, opacity):
    """What a colour looks like on a ground that shines through."""
    channels = opacity * rgb(color) + (1 - opacity) * rgb(ground)
    return "#" + "".join(f"{round(255 * channel):02x}" for channel in channels)


def apart(one, other, eyes):
    """How different two colours look to these eyes: 2 is just noticeable where they touch."""
    return np.linalg.norm(_lab(eyes @ linear(one)) - _lab(eyes @ linear(other)))


def _lab(linear_rgb):
    to_xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    relative = to_xyz @ np.clip(linear_rgb, 0, 1) / [0.9505, 1.0, 1.089]
    x, y, z = np.where(relative > 0.008856, np.cbrt(relative), 7.787 * relative + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])
