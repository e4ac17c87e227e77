"""Scenes of land and sky. Each function draws one on a canvas; colours and proportions come as arguments."""

import math

from PIL import ImageDraw, ImageFilter

from ..canvas import mix, rgb
from .skies import SKIES, full_moon, sky


def mountains(c, light="morning", layers=4, horizon=0.72, snow=True, lake=False, sun=None, trees=True):
    """Ridges that fade with distance; with a lake they are mirrored."""
    colours = sky(c, light, horizon)
    c.clouds(mix(colours[3], (255, 255, 255), 0.5), 3, 7, cover=0.42, softness=0.5, strength=0.75, top=0.0, bottom=0.62)
    if sun:
        c.glow(sun[0], sun[1], 0.9, colours[3], 0.9)
        c.disc(sun[0], sun[1], 0.035, mix(colours[3], (255, 255, 255), 0.7))
    near = mix(colours[0], (10, 20, 24), 0.72)
    for layer in range(layers):
        share = layer / max(1, layers - 1)
        far = mix(colours[2], near, 0.25 + 0.75 * share)
        base = horizon - 0.16 + 0.17 * share
        line = c.ridge_line(base, 0.36 * (1 - 0.76 * share), 0.5)
        mask = c.land(line, far, mix(far, colours[3], 0.45 * (1 - share)), depth=0.30)
        if snow and layer <= 1:
            c.snow(mask, base - 0.11 - 0.05 * layer, 0.16, mix(colours[3], (255, 255, 255), 0.7))
        c.relief(mask, (5.0 if snow else 1.6) * (1 - 0.65 * share))
        c.haze(base + 0.03, 0.10, colours[3], 0.35 * (1 - share))
    if lake:
        c.reflect(horizon, mix(colours[0], (8, 24, 40), 0.4), 0.3)
        c.glints(horizon, colours[3], 260, strength=60)
        shore = c.ridge_line(1.0, 0.06, 0.6)
        c.land(shore, mix(near, (0, 0, 0), 0.45), (6, 8, 10), 0.5)
    else:
        c.land(c.ridge_line(horizon + 0.08, 0.05, 0.55), mix(near, (0, 0, 0), 0.2), (8, 12, 12), 0.5)
    if trees:
        foot = 1.02 if lake else 1.0
        for _ in range(34):
            x = c.random.random()
            if 0.34 < x < 0.66:
                continue
            c.conifer(x, foot, c.random.uniform(0.14, 0.38) * abs(x - 0.5) * 2 + 0.06, mix(near, (2, 6, 6), 0.75))


def forest(c, light="mist", trunk="2e2620", ground="5a5636", leaf=("7f8f4a", "a7a556", "5b7540"), rays=True):
    """Trunks that vanish into light between the trees."""
    colours = [rgb(s) for s in SKIES[light]]
    leaves = [rgb(l) for l in leaf]
    c.gradient((0, mix(colours[2], leaves[0], 0.3)), (0.6, colours[3]), (1, mix(colours[3], rgb(ground), 0.5)))
    for depth in range(5):
        share = depth / 4
        haze = mix(colours[3], rgb(trunk), 0.22 + 0.75 * share)
        c.clouds(mix(mix(colours[3], leaves[depth % 3], 0.35 + 0.55 * share), rgb(trunk), 0.2 * share), 6, 8, cover=0.5, softness=0.22, strength=0.9, top=-0.35, bottom=0.36 + 0.05 * share, octaves=6)
        for _ in range(9 - depth):
            x = c.random.random()
            half = c.unit * (0.005 + 0.018 * share) * c.random.uniform(0.7, 1.3) / c.w
            foot = 0.70 + 0.22 * share
            lean = c.random.uniform(-0.02, 0.02)
            c.draw.polygon([c.at(x - half, foot), c.at(x + half, foot), c.at(x + half * 0.7 + lean, -0.02), c.at(x - half * 0.7 + lean, -0.02)], fill=haze)
            c.draw.polygon([c.at(x + half * 0.2, foot), c.at(x + half, foot), c.at(x + half * 0.7 + lean, -0.02), c.at(x + half * 0.2 + lean, -0.02)], fill=mix(haze, (0, 0, 0), 0.35) + (130,))
        line = c.ridge_line(0.70 + 0.22 * share, 0.03, 0.5)
        c.land(line, mix(colours[3], rgb(ground), 0.4 + 0.6 * share), mix(rgb(ground), (20, 18, 12), 0.5 * share), 0.45)
    if rays:
        light_mask = c.mask()
        pen = ImageDraw.Draw(light_mask)
        for _ in range(8):
            x = c.random.uniform(0.1, 0.95)
            pen.polygon([c.at(0.55 + (x - 0.5) * 0.2, -0.1), c.at(0.57 + (x - 0.5) * 0.2, -0.1), c.at(x + 0.05, 0.95), c.at(x - 0.03, 0.95)], fill=c.random.randrange(35, 85))
        c.image.paste((255, 248, 215), (0, 0, c.w, c.h), light_mask.filter(ImageFilter.GaussianBlur(c.unit * 0.02)))
    c.grass(1.0, 0.07, [mix(rgb(ground), l, 0.5) for l in leaves], 700)


def lone_tree(c, light="gold", bare=False, ground=("6d7a34", "2f3a1c"), leaves=("d98a2b", "c25a22", "e8b84a"), snow=False, moon=False):
    colours = sky(c, light, 0.8)
    c.clouds(mix(colours[3], (255, 255, 255), 0.5), 3, 7, cover=0.42, softness=0.5, strength=0.7, top=0, bottom=0.7)
    if moon:
        c.stars(250, 0.7)
        full_moon(c, 0.68, 0.3, 0.12)
    else:
        c.glow(0.72, 0.62, 0.9, colours[3], 0.8)
    c.land(c.ridge_line(0.74, 0.05, 0.5), mix(colours[2], rgb(ground[0]), 0.4), rgb(ground[0]), 0.1)
    hill = [0.83 - 0.06 * math.sin(math.pi * (t / 60) ** 0.8) for t in range(61)]
    c.land(hill, rgb(ground[0]), rgb(ground[1]), 0.35)
    if not snow:
        c.grass(0.92, 0.05, [rgb(ground[0]), rgb(ground[1]), mix(rgb(ground[0]), colours[3], 0.4)], 1600, 0.12)
    c.tree(0.42, 0.80, 0.62, mix(rgb("2a1d16"), colours[0], 0.2), [rgb(l) for l in leaves], bare, 0.55)
    if snow:
        for _ in range(500):
            x, y, r = c.random.random() * c.w, c.random.random() * c.h, c.unit * c.random.uniform(0.001, 0.005)
            c.draw.ellipse([x - r, y - r, x + r, y + r], fill=(255, 255, 255, c.random.randrange(80, 220)))


def night_sky(c, galaxy=True, tent=False, aurora=False):
    c.gradient((0, (6, 9, 24)), (0.6, (16, 26, 56)), (1, (52, 56, 88)))
    if galaxy:
        band = c.noise(5, 5, 5)
        for k in range(26):
            t = k / 25
            c.glow(0.12 + 0.76 * t, 0.95 - 0.95 * t + c.random.uniform(-0.05, 0.05), c.random.uniform(0.12, 0.28), mix((120, 110, 190), (240, 190, 170), c.random.random()), 0.22)
        c.image.paste((6, 8, 22), (0, 0, c.w, c.h), band.point([max(0, round((120 - v) * 1.1)) for v in range(256)]))
    c.stars(1500, 0.95)
    if aurora:
        for ribbon in range(3):
            veil = c.mask()
            pen = ImageDraw.Draw(veil)
            phase, low = c.random.random() * 6, 0.5 + 0.07 * ribbon
            for t in range(420):
                x = t / 420
                y = low + 0.10 * math.sin(phase + x * 5) + 0.04 * math.sin(phase * 2 + x * 13)
                tall = 0.26 + 0.14 * math.sin(x * 9 + phase) + 0.05 * c.random.random()
                for piece in range(10):
                    y0, y1 = y - tall * (piece + 1) / 10, y - tall * piece / 10
                    pen.rectangle([x * c.w, y0 * c.h, (x + 1 / 420) * c.w, y1 * c.h], fill=round(150 * (1 - piece / 10) ** 1.6))
            veil = veil.filter(ImageFilter.GaussianBlur(c.unit * 0.012))
            c.image.paste([(88, 240, 150), (110, 230, 190), (180, 110, 230)][ribbon], (0, 0, c.w, c.h), veil)
    c.land(c.ridge_line(0.88, 0.13, 0.5), (14, 18, 32), (4, 5, 10), 0.1)
    for _ in range(26):
        c.conifer(c.random.random(), 1.02, c.random.uniform(0.08, 0.24), (3, 5, 9))
    if tent:
        c.glow(0.58, 0.89, 0.28, (255, 176, 84), 0.8)
        c.draw.polygon([c.at(0.50, 0.93), c.at(0.58, 0.81), c.at(0.66, 0.93)], fill=(246, 170, 80))
        c.draw.polygon([c.at(0.58, 0.81), c.at(0.66, 0.93), c.at(0.60, 0.93)], fill=(196, 116, 48))


def dunes(c, light="desert", camels=False):
    colours = sky(c, light, 0.6)
    c.glow(0.8, 0.3, 0.9, (255, 236, 200), 0.7)
    sand, shade = rgb("e2a765"), rgb("8d5432")
    for layer in range(5):
        share = layer / 4
        phase, base = c.random.random() * 6, 0.48 + 0.12 * layer
        crest = [base - (0.05 + 0.035 * share) * (math.sin(phase + t / 100 * (4 - share)) + 0.3 * math.sin(phase * 2 + t / 100 * 9)) for t in range(101)]
        c.land(crest, mix(mix(sand, colours[2], 0.5 * (1 - share)), (255, 230, 190), 0.2), mix(sand, shade, 0.35 + 0.4 * share), 0.12, depth=0.3)
        slip_face(c, crest, mix(shade, colours[0], 0.25))
        if camels and layer == 2:
            for k in range(6):
                t = 12 + 7 * k
                camel(c, t / 100, crest[t], 0.05, mix(shade, (20, 10, 8), 0.75))
    for _ in range(500):
        x, y = c.random.random(), c.random.uniform(0.82, 1)
        c.draw.line([c.at(x, y), c.at(x + 0.03, y + 0.004)], fill=mix(sand, (255, 240, 210), 0.4) + (60,), width=2)


def slip_face(c, crest, shade):
    """Shades the lee side of a dune: a sickle that hangs from the crest right of its top."""
    peak = min(range(len(crest)), key=lambda t: crest[t])
    steps = 48
    share = lambda t: crest[min(t, len(crest) - 1)]
    rim = [c.at((peak + s) / 100, share(peak + s)) for s in range(steps + 1)]
    hem = [c.at((peak + s) / 100, share(peak + s) + 0.20 * (s / steps) ** 0.6 * (1 - s / steps)) for s in range(steps, -1, -1)]
    mask = c.mask()
    ImageDraw.Draw(mask).polygon(rim + hem, fill=165)
    c.image.paste(shade, (0, 0, c.w, c.h), mask.filter(ImageFilter.GaussianBlur(c.unit * 0.0015)))


def camel(c, x, y, size, colour):
    px, py = c.at(x, y)
    s = size * c.unit
    c.draw.ellipse([px - s * 0.5, py - s * 1.0, px + s * 0.4, py - s * 0.5], fill=colour)
    c.draw.ellipse([px - s * 0.25, py - s * 1.25, px + s * 0.15, py - s * 0.7], fill=colour)
    for leg in (-0.4, -0.28, 0.18, 0.3):
        c.draw.line([(px + leg * s, py - s * 0.6), (px + (leg + 0.04) * s, py + s * 0.05)], fill=colour, width=max(2, round(s * 0.08)))
    c.draw.line([(px + s * 0.35, py - s * 0.75), (px + s * 0.6, py - s * 0.7), (px + s * 0.75, py - s * 1.2)], fill=colour, width=max(2, round(s * 0.12)), joint="curve")
    c.draw.ellipse([px + s * 0.68, py - s * 1.3, px + s * 1.0, py - s * 1.12], fill=colour)


def field(c, light="rose", flower=("7a4fa3", "9a6cc4", "5a3a86"), ground="3f5a34", rows=True, mill=False):
    """A field of flowers whose rows meet at the horizon."""
    horizon = 0.46
    colours = sky(c, light, horizon)
    c.clouds((255, 250, 244), 3, 7, cover=0.45, softness=0.5, strength=0.75, top=0, bottom=horizon)
    c.glow(0.62, horizon - 0.04, 0.8, colours[3], 0.8)
    c.land(c.ridge_line(horizon, 0.07, 0.5), mix(colours[1], colours[2], 0.4), mix(colours[2], rgb(ground), 0.5), 0.1, depth=0.1)
    c.gradient((0, mix(rgb(ground), colours[3], 0.4)), (1, mix(rgb(ground), (0, 0, 0), 0.35)), top=horizon)
    if mill:
        windmill(c, 0.74, horizon + 0.02, 0.3, mix(rgb("5b4636"), colours[1], 0.25))
    tints = [rgb(f) for f in flower]
    for step in range(70):
        near = (step / 69) ** 2.1
        y = horizon + 0.01 + (1 - horizon) * near
        size = c.unit * (0.0016 + 0.012 * near)
        for _ in range(150):
            if rows:
                lane = c.random.randrange(-17, 18)
                x = 0.5 + (lane * 0.115 + c.random.gauss(0, 0.026)) * (0.12 + 1.25 * near)
            else:
                x = c.random.uniform(-0.02, 1.02)
            px, py = x * c.w, (y + c.random.uniform(-0.012, 0.012) * (0.2 + near)) * c.h
            tint = mix(c.random.choice(tints), colours[3], 0.45 * (1 - near) * c.random.random())
            c.draw.ellipse([px - size, py - size * 1.2, px + size, py + size * 0.9], fill=tint + (225,))


def windmill(c, x, foot, tall, colour):
    px, py = c.at(x, foot)
    t = tall * c.h
    c.draw.polygon([(px - t * 0.15, py), (px + t * 0.15, py), (px + t * 0.085, py - t * 0.7), (px - t * 0.085, py - t * 0.7)], fill=colour)
    c.draw.pieslice([px - t * 0.1, py - t * 0.82, px + t * 0.1, py - t * 0.6], 180, 360, fill=mix(colour, (0, 0, 0), 0.35))
    hub = (px, py - t * 0.7)
    for k in range(4):
        angle = 0.5 + k * math.pi / 2
        dx, dy = math.cos(angle), math.sin(angle)
        tip = (hub[0] + dx * t * 0.55, hub[1] + dy * t * 0.55)
        c.draw.line([hub, tip], fill=mix(colour, (0, 0, 0), 0.5), width=max(2, round(t * 0.018)))
        c.draw.polygon([(hub[0] + dx * t * 0.1, hub[1] + dy * t * 0.1), tip, (tip[0] - dy * t * 0.1, tip[1] + dx * t * 0.1), (hub[0] + dx * t * 0.1 - dy * t * 0.1, hub[1] + dy * t * 0.1 + dx * t * 0.1)], fill=(240, 228, 204, 150))


def balloons(c, light="gold", count=11):
    mountains(c, light, 3, 0.86, snow=False, trees=False)
    colours = [rgb(s) for s in SKIES[light]]
    palette = [("d2402f", "f3d27a"), ("2f6db0", "f2efe6"), ("e08a2c", "7a2f5c"), ("3a8f6a", "f4e3a1"), ("8c3f93", "f0b7c6"), ("f1c232", "2c4a6e")]
    for k in sorted((c.random.uniform(0.025, 0.13) for _ in range(count))):
        first, second = (rgb(t) for t in c.random.choice(palette))
        balloon(c, c.random.uniform(0.06, 0.94), c.random.uniform(0.10, 0.62), k, first, second, colours[2], 1 - k / 0.13)


def balloon(c, x, y, radius, first, second, haze, distance):
    px, py = c.at(x, y)
    r = radius * c.unit
    fade = lambda tint: mix(tint, haze, 0.55 * distance)
    c.draw.polygon([(px - r * 0.93, py + r * 0.4), (px + r * 0.93, py + r * 0.4), (px + r * 0.16, py + r * 1.45), (px - r * 0.16, py + r * 1.45)], fill=fade(second))
    for gore in range(7, 0, -1):
        wide = r * math.sin(math.pi / 2 * gore / 7)
        tint = fade(first if gore % 2 else second)
        c.draw.ellipse([px - wide, py - r, px + wide, py + r], fill=tint)
        c.draw.polygon([(px - wide * 0.93, py + r * 0.38), (px + wide * 0.93, py + r * 0.38), (px + wide * 0.15, py + r * 1.45), (px - wide * 0.15, py + r * 1.45)], fill=tint)
    c.draw.ellipse([px + r * 0.1, py - r * 0.85, px + r * 0.8, py + r * 0.5], fill=(0, 0, 0, 26))
    c.draw.rectangle([px - r * 0.15, py + r * 1.66, px + r * 0.15, py + r * 1.9], fill=fade(rgb("5a3d24")))
    for side in (-0.14, 0.14):
        c.draw.line([(px + side * r, py + r * 1.45), (px + side * r, py + r * 1.68)], fill=fade((60, 40, 30)), width=2)


def perching_birds(c, light="gold", count=12):
    """Birds on wires."""
    colours = sky(c, light, 1)
    c.clouds(mix(colours[3], (255, 255, 255), 0.5), 2, 7, cover=0.45, softness=0.55, strength=0.75, top=-0.1, bottom=1)
    c.glow(0.7, 0.7, 1.0, colours[3], 0.7)
    ink = mix(colours[0], (10, 8, 14), 0.75)
    for k, base in enumerate((0.30, 0.44, 0.60, 0.72)):
        sag = lambda x: base + 0.05 * (1 - (2 * x - 1) ** 2) - 0.06 * x
        c.draw.line([c.at(t / 60, sag(t / 60)) for t in range(61)], fill=ink, width=max(3, round(c.unit * 0.005)), joint="curve")
        for _ in range(count // 3):
            x = c.random.uniform(0.05, 0.95)
            px, py = c.at(x, sag(x))
            s, way = c.unit * c.random.uniform(0.034, 0.044), c.random.choice((-1, 1))
            c.draw.ellipse([px - s * 0.55, py - s * 1.3, px + s * 0.55, py + s * 0.1], fill=ink)
            c.draw.ellipse([px + way * s * 0.22 - s * 0.38, py - s * 1.75, px + way * s * 0.22 + s * 0.38, py - s * 1.02], fill=ink)
            c.draw.polygon([(px + way * s * 0.5, py - s * 1.5), (px + way * s * 0.95, py - s * 1.36), (px + way * s * 0.5, py - s * 1.25)], fill=ink)
            c.draw.polygon([(px - way * s * 0.3, py - s * 0.6), (px - way * s * 0.95, py + s * 0.55), (px - way * s * 0.6, py + s * 0.6), (px, py - s * 0.1)], fill=ink)


def flock(c, light="rose"):
    """Cranes over a misty plain."""
    colours = sky(c, light, 1)
    c.clouds((255, 248, 240), 2, 8, cover=0.45, softness=0.6, strength=0.8, top=0, bottom=0.8)
    c.glow(0.32, 0.62, 0.8, colours[3], 0.9)
    c.disc(0.32, 0.62, 0.07, mix(colours[3], (255, 170, 120), 0.4))
    for layer in range(3):
        c.land(c.ridge_line(0.82 + 0.06 * layer, 0.06, 0.5), mix(colours[2], colours[0], 0.25 + 0.25 * layer), mix(colours[3], colours[1], 0.3 + 0.2 * layer), 0.05, depth=0.16)
        c.haze(0.86 + 0.06 * layer, 0.07, colours[3], 0.55)
    ink = mix(colours[0], (12, 10, 20), 0.7)
    for k in range(17):
        arm, back = (k % 2) * 2 - 1, (k + 1) // 2
        x, y = 0.70 - 0.052 * back, 0.18 + 0.034 * back * (1.2 if arm > 0 else 0.25)
        crane(c, x + c.random.uniform(-0.008, 0.008), y + c.random.uniform(-0.01, 0.01), 0.040, ink)


def crane(c, x, y, size, ink):
    px, py = c.at(x, y)
    s = size * c.unit
    lift = c.random.uniform(0.4, 0.9) * c.random.choice((1, 1, -0.5))
    c.draw.polygon([(px - s * 0.5, py), (px, py - s * 0.12), (px + s * 1.1, py - s * 0.06), (px + s * 1.14, py), (px, py + s * 0.10)], fill=ink)
    c.draw.line([(px - s * 0.4, py), (px - s * 1.1, py + s * 0.06)], fill=ink, width=max(2, round(s * 0.05)))
    c.draw.polygon([(px - s * 0.25, py), (px - s * 0.15, py - s * lift), (px + s * 0.05, py - s * lift * 1.15), (px + s * 0.3, py)], fill=ink)
    c.draw.polygon([(px - s * 0.2, py), (px + s * 0.1, py - s * lift * 0.8), (px + s * 0.35, py - s * lift * 0.9), (px + s * 0.35, py)], fill=mix(ink, (255, 255, 255), 0.12))


def leaf(c, back=("16301f", "2f5a34"), leaf_tint="6fae4e"):
    """A leaf close up: a midrib, veins and drops of dew."""
    c.gradient((0, rgb(back[1])), (1, rgb(back[0])))
    for _ in range(30):
        c.glow(c.random.random(), c.random.random(), c.random.uniform(0.1, 0.3), mix(rgb(leaf_tint), (255, 255, 200), 0.3), 0.18)
    rib = [(0.10 + 0.8 * t / 60, 0.86 - 0.72 * t / 60 + 0.05 * math.sin(t / 60 * math.pi)) for t in range(61)]
    width = lambda t: 0.30 * math.sin(math.pi * min(1, t / 60) ** 0.85) ** 0.9
    upper = [c.at(x - width(t) * 0.38, y - width(t) * 0.85) for t, (x, y) in enumerate(rib)]
    lower = [c.at(x + width(t) * 0.42, y + width(t) * 0.75) for t, (x, y) in enumerate(rib)]
    middle = [c.at(*p) for p in rib]
    c.draw.polygon(upper + middle[::-1], fill=mix(rgb(leaf_tint), (255, 255, 210), 0.22))
    c.draw.polygon(lower + middle[::-1], fill=mix(rgb(leaf_tint), (0, 40, 20), 0.22))
    for t in range(4, 58, 3):
        for rim in (upper, lower):
            end = rim[min(60, t + 6)]
            c.draw.line([middle[t], end], fill=mix(rgb(leaf_tint), (240, 255, 200), 0.6) + (150,), width=4)
    c.draw.line(middle, fill=mix(rgb(leaf_tint), (246, 255, 210), 0.75), width=round(c.unit * 0.011), joint="curve")
    for _ in range(46):
        t = c.random.randrange(6, 56)
        off = c.random.uniform(-0.8, 0.8)
        x, y = rib[t][0] + width(t) * 0.4 * off, rib[t][1] + width(t) * 0.8 * off
        r = c.unit * c.random.uniform(0.004, 0.017)
        px, py = c.at(x, y)
        c.draw.ellipse([px - r, py - r * 0.8, px + r, py + r * 1.05], fill=(20, 50, 20, 90))
        c.draw.ellipse([px - r, py - r, px + r, py + r * 0.8], fill=(214, 240, 214, 120))
        c.draw.ellipse([px - r * 0.5, py - r * 0.7, px - r * 0.05, py - r * 0.3], fill=(255, 255, 255, 235))
