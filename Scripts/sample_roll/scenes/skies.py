"""The skies: four colours from the zenith to the horizon, and the moon."""

import math

from ..canvas import mix, rgb

SKIES = {
    "morning": ["3b6ea8", "8fb4d4", "f6d9c0", "fbe8cf"],
    "day": ["2468b0", "5f9fd6", "a9d0ea", "dcecf3"],
    "sunset": ["2b2350", "8a3f6b", "e8704a", "fbc069"],
    "gold": ["5c4a72", "c9785a", "f4ab52", "fde3a0"],
    "rose": ["463a6b", "9a6a98", "e3a0a4", "fbd9c3"],
    "dusk": ["0d1738", "2b3a72", "7d6596", "e39a86"],
    "night": ["04060f", "0a1330", "152450", "28386b"],
    "storm": ["2a323c", "4c5763", "7e8890", "b3b7b5"],
    "mist": ["9fb0bb", "bcc8ce", "d6dcdc", "e9e8e2"],
    "teal": ["0b3a4e", "1f6d7c", "6cb3a6", "e9d9a8"],
    "desert": ["3f6fa6", "9dbdd0", "f0cfa0", "f4b878"],
}


def sky(c, name, bottom=0.7):
    colours = [rgb(s) for s in SKIES[name]]
    c.gradient(*zip((0, 0.4, 0.8, 1), colours), bottom=bottom)
    return colours


def full_moon(c, x, y, radius, colour=(250, 244, 222), shadow=None):
    c.glow(x, y, radius * 5, colour, 0.5)
    c.disc(x, y, radius, colour)
    px, py = c.at(x, y)
    r = radius * c.unit
    for _ in range(26):
        angle, away = c.random.random() * math.tau, r * c.random.random() ** 0.5 * 0.86
        s = r * c.random.uniform(0.03, 0.24) * (1 - away / r * 0.6)
        cx, cy = px + math.cos(angle) * away, py + math.sin(angle) * away
        c.draw.ellipse([cx - s, cy - s * 0.9, cx + s, cy + s * 0.9], fill=mix(colour, (110, 112, 124), 0.6) + (70,))
    if shadow:
        c.draw.ellipse([px - r * 0.52, py - r * 1.03, px + r * 1.54, py + r * 1.03], fill=shadow)
