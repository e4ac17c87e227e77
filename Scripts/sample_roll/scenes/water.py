"""Scenes at the water. Each function draws one on a canvas; colours and proportions come as arguments."""

import math

from PIL import ImageDraw, ImageFilter

from ..canvas import mix, rgb
from .land import mountains
from .skies import SKIES, sky


def sea(c, light="sunset", horizon=0.62, sun=(0.5, 0.52), clouds=0.5, birds=0, boat=None, rocks=False, cape=False, grey_sea=False):
    """An open sea under a low sun."""
    colours = sky(c, light, horizon)
    c.clouds(mix(colours[2], (255, 245, 235), 0.35), 2, 9, cover=clouds, softness=0.45, strength=0.8, top=-0.1, bottom=horizon + 0.05)
    c.clouds(mix(colours[0], colours[1], 0.5), 2, 10, cover=clouds * 0.7, softness=0.35, strength=0.65, top=-0.05, bottom=horizon)
    if sun:
        c.glow(sun[0], sun[1], 1.1, colours[3], 0.95)
        c.disc(sun[0], sun[1], 0.042, mix(colours[3], (255, 255, 255), 0.75))
    if cape:
        line = [horizon - 0.16 * max(0, (t / 80 - 0.45)) ** 0.7 - 0.012 * c.random.random() if t > 36 else horizon + 0.01 for t in range(81)]
        c.land(line, mix(colours[0], colours[2], 0.35), mix(colours[0], (0, 0, 0), 0.4), 0.4, depth=0.2)
    if boat:
        sailboat(c, boat[0], horizon + 0.004, boat[1], mix(colours[0], (0, 0, 0), 0.6), mix(colours[3], (255, 255, 255), 0.4))
    c.reflect(horizon, mix(colours[0], (6, 30, 50), 0.35), 0.42, 1.6)
    c.gradient((0, mix(colours[2], colours[1], 0.3)), (1, mix(colours[1], colours[0], 0.4)), top=horizon, bottom=horizon + 0.004)
    c.glints(horizon, mix(colours[0], (0, 10, 25), 0.5), 1500, strength=70)
    c.glints(horizon, colours[3], 500, strength=75)
    if sun:
        c.glints(horizon, mix(colours[3], (255, 255, 255), 0.4), 900, sun[0], 1.0, strength=190)
    if birds:
        c.birds(0.36, 0.24, 0.10, birds, 0.022, mix(colours[0], (0, 0, 0), 0.65))
    if rocks:
        for x, tall in ((0.06, 0.16), (0.17, 0.09), (0.92, 0.2), (0.8, 0.07)):
            line = [1.0 - tall * math.exp(-(((t / 160) - x) / 0.07) ** 2) * c.random.uniform(0.93, 1.05) + 0.02 for t in range(161)]
            c.land(line, mix(colours[0], (0, 0, 0), 0.5), (6, 6, 8), 0.8)


def sailboat(c, x, y, size, hull, sail):
    px, py = c.at(x, y)
    s = size * c.unit
    c.draw.polygon([(px - s * 0.04, py - s * 0.16), (px - s * 0.04, py - s * 1.3), (px + s * 0.62, py - s * 0.2)], fill=sail)
    c.draw.polygon([(px - s * 0.09, py - s * 0.18), (px - s * 0.09, py - s * 1.12), (px - s * 0.5, py - s * 0.22)], fill=mix(sail, hull, 0.18))
    c.draw.line([(px - s * 0.065, py), (px - s * 0.065, py - s * 1.36)], fill=hull, width=max(2, round(s * 0.03)))
    c.draw.polygon([(px - s * 0.62, py - s * 0.14), (px + s * 0.66, py - s * 0.14), (px + s * 0.42, py + s * 0.03), (px - s * 0.45, py + s * 0.03)], fill=hull)


def lighthouse(c, light="dusk", beam=True, x=0.68):
    sea(c, light, 0.66, None if beam else (0.25, 0.5), 0.45)
    if light in ("dusk", "night"):
        c.stars(160, 0.4)
    colours = [rgb(s) for s in SKIES[light]]
    rock = mix(colours[0], (8, 8, 10), 0.6)
    line = [0.99 - 0.30 * max(0, 1 - ((t / 120 - x) / 0.4) ** 2) ** 0.9 * c.random.uniform(0.95, 1.03) for t in range(121)]
    c.land(line, mix(rock, colours[2], 0.22), (8, 9, 10), 0.7, depth=0.3)
    px, foot = c.at(x, 0.72)
    top, wide = c.h * 0.26, c.unit * 0.048
    edge = lambda y: wide * (0.62 + 0.38 * (y - top) / (foot - top))
    for band in range(6):
        y0, y1 = top + (foot - top) * band / 6, top + (foot - top) * (band + 1) / 6
        shade = (196, 58, 48) if band % 2 == 0 else (236, 230, 220)
        body = mix(shade, colours[0], 0.35 if beam else 0.12)
        c.draw.polygon([(px - edge(y0), y0), (px + edge(y0), y0), (px + edge(y1), y1), (px - edge(y1), y1)], fill=body)
        c.draw.polygon([(px + edge(y0) * 0.25, y0), (px + edge(y0), y0), (px + edge(y1), y1), (px + edge(y1) * 0.25, y1)], fill=mix(body, (0, 0, 0), 0.4) + (150,))
    gallery = wide * 0.95
    c.draw.rectangle([px - gallery, top - wide * 0.15, px + gallery, top + wide * 0.08], fill=rock)
    c.draw.rectangle([px - wide * 0.5, top - wide * 1.0, px + wide * 0.5, top - wide * 0.15], fill=(255, 238, 176))
    c.draw.polygon([(px - wide * 0.7, top - wide), (px + wide * 0.7, top - wide), (px, top - wide * 1.75)], fill=(140, 44, 40))
    if beam:
        lamp = (px, top - wide * 0.55)
        rays = c.mask()
        pen = ImageDraw.Draw(rays)
        pen.polygon([lamp, (-c.w * 0.1, c.h * 0.06), (-c.w * 0.1, c.h * 0.30)], fill=120)
        pen.polygon([lamp, (c.w * 1.1, c.h * 0.20), (c.w * 1.1, c.h * 0.34)], fill=90)
        rays = rays.filter(ImageFilter.GaussianBlur(c.unit * 0.012))
        c.image.paste((255, 240, 190), (0, 0, c.w, c.h), rays)
        c.glow(x, (top - wide * 0.55) / c.h, 0.3, (255, 240, 190), 1.0)


def palms(c, light="sunset"):
    sea(c, light, 0.7, (0.56, 0.58), 0.45, birds=7)
    colours = [rgb(s) for s in SKIES[light]]
    line = [0.95 - 0.07 * math.sin(t / 40 * 2.4 + 0.4) for t in range(41)]
    c.land(line, mix(colours[0], (10, 6, 14), 0.6), (8, 5, 12), 0.3)
    for x, tall, lean in ((0.14, 0.74, 0.18), (0.24, 0.56, 0.26), (0.88, 0.66, -0.22)):
        c.palm(x, 0.93, tall, lean, mix(colours[0], (6, 4, 10), 0.75))


def harbour(c, light="teal", boats=7):
    """Fishing boats at rest in front of coloured houses."""
    horizon = 0.56
    colours = sky(c, light, horizon)
    c.clouds((250, 244, 232), 3, 7, cover=0.45, softness=0.5, strength=0.7, top=0, bottom=0.5)
    c.land(c.ridge_line(horizon - 0.05, 0.2, 0.5), mix(colours[1], (40, 70, 60), 0.5), mix(colours[2], (70, 90, 70), 0.5), 0.3)
    paints = [rgb(p) for p in ("c8553d", "e3b04b", "e9e1cc", "5b8e7d", "3d6b94", "d98880", "f2d9a0", "8d4f3a")]
    x = -0.01
    while x < 1:
        wide, tall = c.random.uniform(0.045, 0.085), c.random.uniform(0.09, 0.18)
        wall = mix(c.random.choice(paints), colours[2], 0.12)
        x0, x1, y0, y1 = x * c.w, (x + wide) * c.w, (horizon - tall) * c.h, (horizon + 0.01) * c.h
        c.draw.rectangle([x0, y0, x1, y1], fill=wall)
        c.draw.polygon([(x0 - 3, y0), (x1 + 3, y0), ((x0 + x1) / 2, y0 - (x1 - x0) * 0.45)], fill=mix(rgb("7a3b2e"), wall, 0.25))
        for floor in range(max(2, round(tall / 0.055))):
            for bay in range(3):
                wx, wy = x0 + (x1 - x0) * (0.16 + 0.29 * bay), y0 + (y1 - y0) * (0.1 + floor * 0.28)
                c.draw.rectangle([wx, wy, wx + (x1 - x0) * 0.14, wy + c.h * 0.022], fill=(52, 50, 60) if c.random.random() < 0.75 else (255, 214, 140))
        x += wide * 1.02
    c.reflect(horizon, mix(colours[0], (10, 50, 70), 0.3), 0.28, 1.1)
    for k in range(boats):
        near = (k + 1) / boats
        bx, by = c.random.uniform(0.08, 0.92), horizon + 0.05 + 0.33 * near ** 1.4
        rowing_boat(c, bx, by, 0.05 + 0.10 * near, paints[k % len(paints)])
    c.glints(horizon, (240, 246, 240), 500, strength=80)


def rowing_boat(c, x, y, size, paint):
    px, py = c.at(x, y)
    s = size * c.unit
    c.draw.ellipse([px - s * 1.1, py + s * 0.10, px + s * 1.1, py + s * 0.34], fill=(10, 24, 34, 110))
    c.draw.polygon([(px - s * 1.12, py - s * 0.30), (px + s * 1.2, py - s * 0.36), (px + s * 0.8, py + s * 0.2), (px - s * 0.8, py + s * 0.2)], fill=paint)
    c.draw.polygon([(px - s * 1.12, py - s * 0.30), (px + s * 1.2, py - s * 0.36), (px + s * 1.12, py - s * 0.24), (px - s * 1.05, py - s * 0.18)], fill=(246, 240, 226))
    c.draw.rectangle([px - s * 0.5, py - s * 0.72, px + s * 0.02, py - s * 0.26], fill=(240, 236, 224))
    c.draw.rectangle([px - s * 0.42, py - s * 0.64, px - s * 0.06, py - s * 0.48], fill=(70, 92, 110))
    c.draw.line([(px + s * 0.3, py - s * 0.3), (px + s * 0.3, py - s * 1.5)], fill=(70, 50, 40), width=max(2, round(s * 0.05)))
    c.draw.line([(px + s * 0.3, py - s * 1.45), (px + s * 1.15, py - s * 0.36)], fill=(70, 50, 40, 160), width=2)


def jetty(c, light="rose"):
    """A wooden jetty into a still lake."""
    mountains(c, light, 3, 0.5, snow=False, lake=True, trees=False)
    far, near = 0.58, 1.02
    wood = mix(rgb("7a5d49"), [rgb(s) for s in SKIES[light]][1], 0.25)
    edge = lambda t: 0.035 + 0.26 * t ** 1.25
    planks = 44
    for k in range(planks):
        t0, t1 = (k / planks) ** 1.7, ((k + 0.86) / planks) ** 1.7
        y0, y1 = far + (near - far) * t0, far + (near - far) * t1
        tone = mix(wood, (20, 16, 16), c.random.random() * 0.35)
        c.draw.polygon([c.at(0.5 - edge(t0), y0), c.at(0.5 + edge(t0), y0), c.at(0.5 + edge(t1), y1), c.at(0.5 - edge(t1), y1)], fill=tone)
    for t in (0.0, 0.12, 0.32, 0.62):
        y = far + (near - far) * t
        for side in (-1, 1):
            x, tall, wide = 0.5 + side * (edge(t) + 0.008), 0.05 + 0.14 * t, 0.004 + 0.014 * t
            c.draw.rectangle([(x - wide) * c.w, (y - tall) * c.h, (x + wide) * c.w, (y + 0.02) * c.h], fill=mix(wood, (14, 10, 12), 0.55))


def waves(c, palette=("0d3b4c", "1c6474", "4fa3a5", "cfe8df", "f4f1de"), layers=11):
    """Paper-cut waves."""
    tints = [rgb(p) for p in palette]
    c.gradient((0, mix(tints[-1], (255, 214, 160), 0.4)), (1, tints[-1]))
    c.disc(0.7, 0.26, 0.13, rgb("e76f51"))
    for k in range(layers):
        share = k / (layers - 1)
        place = (1 - share) * (len(tints) - 2)
        tint = mix(tints[int(place)], tints[min(len(tints) - 1, int(place) + 1)], place % 1)
        phase, base = c.random.random() * 6, 0.36 + 0.6 * share
        crest = [base + 0.035 * math.sin(phase + t / 120 * (7 - 2.5 * share)) + 0.014 * math.sin(phase * 2 + t / 120 * 17) for t in range(121)]
        shadow = c.mask()
        ImageDraw.Draw(shadow).polygon([c.at(0, 1)] + [c.at(t / 120, y - 0.012) for t, y in enumerate(crest)] + [c.at(1, 1)], fill=90)
        c.image.paste((0, 20, 30), (0, 0, c.w, c.h), shadow.filter(ImageFilter.GaussianBlur(c.unit * 0.012)))
        c.land(crest, mix(tint, (255, 255, 255), 0.12), mix(tint, (0, 0, 0), 0.2), depth=0.25)
