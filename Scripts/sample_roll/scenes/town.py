"""Scenes of towns, bridges and patterns. Each function draws one on a canvas; colours and proportions come as arguments."""

import math

from PIL import ImageDraw, ImageFilter

from ..canvas import mix, rgb
from .land import mountains
from .skies import full_moon, sky


def skyline(c, light="dusk", horizon=0.68, water=True, moon=None, lit=0.5, stars=0, fireworks=False):
    """A city across the water with its windows lit."""
    colours = sky(c, light, horizon)
    c.clouds(mix(colours[2], colours[3], 0.3), 2, 8, cover=0.35, softness=0.5, strength=0.5, top=0, bottom=horizon)
    c.glow(0.5, horizon, 1.1, colours[3], 0.45, stretch=2.2)
    c.stars(stars, 0.45)
    if moon:
        full_moon(c, *moon)
    if fireworks:
        for _ in range(5):
            burst(c, c.random.uniform(0.12, 0.88), c.random.uniform(0.10, 0.36), c.random.uniform(0.09, 0.20))
    for row, share in enumerate((0.35, 0.62, 0.9)):
        body = mix(colours[2], mix(colours[0], (6, 8, 16), 0.6), share)
        x = -0.02
        while x < 1.02:
            wide = c.random.uniform(0.022, 0.065) * (0.75 + 0.25 * c.h / c.w * 1.5)
            centre = math.exp(-((x - 0.5) / 0.28) ** 2)
            tall = (0.05 + c.random.random() * (0.10 + 0.26 * centre)) * (1 - 0.22 * row)
            tower(c, x, horizon + 0.005, wide, tall, body, lit * share, c.random)
            x += wide * c.random.uniform(0.9, 1.25)
    if water:
        c.reflect(horizon, mix(colours[0], (4, 8, 20), 0.5), 0.34, 1.3)
        c.glints(horizon, mix(colours[3], (255, 220, 150), 0.5), 420, strength=90)
    else:
        c.gradient((0, mix(colours[0], (10, 10, 14), 0.7)), (1, (4, 4, 8)), top=horizon)


def tower(c, x, foot, wide, tall, body, lit, generator):
    x0, x1, y0, y1 = x * c.w, (x + wide) * c.w, (foot - tall) * c.h, foot * c.h
    c.draw.rectangle([x0, y0, x1, y1], fill=body)
    c.draw.rectangle([x0 + (x1 - x0) * 0.72, y0, x1, y1], fill=mix(body, (0, 0, 0), 0.3))
    roof = generator.random()
    if roof < 0.2:
        c.draw.line([((x0 + x1) / 2, y0), ((x0 + x1) / 2, y0 - tall * c.h * 0.28)], fill=body, width=3)
    elif roof < 0.34:
        c.draw.polygon([(x0, y0), (x1, y0), ((x0 + x1) / 2, y0 - (x1 - x0) * 0.7)], fill=body)
    step = c.unit * 0.0125
    y = y0 + step
    while y < y1 - step:
        px = x0 + step * 0.6
        while px < x1 - step * 0.7:
            if generator.random() < lit:
                lamp = generator.choice([(255, 214, 130), (255, 236, 190), (255, 190, 100), (200, 224, 255)])
                c.draw.rectangle([px, y, px + step * 0.42, y + step * 0.5], fill=lamp + (generator.randrange(120, 250),))
            px += step
        y += step * 1.25


def burst(c, x, y, radius):
    colour = c.random.choice([(255, 120, 90), (255, 214, 110), (130, 200, 255), (220, 140, 255), (160, 255, 170)])
    c.glow(x, y, radius * 1.3, colour, 0.55)
    px, py = c.at(x, y)
    for _ in range(90):
        angle, reach = c.random.random() * math.tau, radius * c.unit * c.random.uniform(0.6, 1.0)
        path = [(px + math.cos(angle) * reach * t / 8, py + math.sin(angle) * reach * t / 8 + reach * 0.14 * (t / 8) ** 2) for t in range(2, 9)]
        for t, (a, b) in enumerate(zip(path, path[1:])):
            c.draw.line([a, b], fill=mix(colour, (255, 255, 255), t / 10) + (70 + 25 * t,), width=2)
        c.draw.ellipse([path[-1][0] - 2, path[-1][1] - 2, path[-1][0] + 2, path[-1][1] + 2], fill=(255, 255, 255))


def suspension_bridge(c, light="gold", horizon=0.70, fog=False, paint="b8442c"):
    colours = sky(c, light, horizon)
    c.clouds(mix(colours[3], (255, 255, 255), 0.4), 2, 8, cover=0.42, softness=0.5, strength=0.7, top=0, bottom=horizon)
    if not fog:
        c.glow(0.3, 0.52, 1.0, colours[3], 0.85)
    hills = c.ridge_line(horizon - 0.02, 0.14, 0.5)
    c.land(hills, mix(colours[1], colours[2], 0.4), mix(colours[2], colours[1], 0.7), 0.15, depth=0.2)
    steel = mix(rgb(paint), colours[1], 0.15)
    deck, top = horizon - 0.10, 0.14
    towers = (0.24, 0.80)
    span = lambda a, b, low, t: (a + (b - a) * t, top + (low - top) * (1 - (2 * t - 1) ** 2))
    thick = max(2, round(c.unit * 0.006))
    main = [span(*towers, deck - 0.03, t / 60) for t in range(61)]
    left = [(towers[0] - 0.34 * t / 30, top + (deck - top) * (t / 30) ** 0.9) for t in range(31)]
    right = [(towers[1] + 0.34 * t / 30, top + (deck - top) * (t / 30) ** 0.9) for t in range(31)]
    for cable in (main, left, right):
        c.draw.line([c.at(*p) for p in cable], fill=steel, width=thick, joint="curve")
        for p in cable[::2]:
            c.draw.line([c.at(*p), c.at(p[0], deck)], fill=mix(steel, colours[2], 0.2) + (200,), width=2)
    c.draw.rectangle([0, deck * c.h, c.w, (deck + 0.014) * c.h], fill=mix(steel, (0, 0, 0), 0.25))
    for t in range(120):
        c.draw.line([c.at(t / 120, deck + 0.014), c.at((t + 1) / 120, deck + 0.03)], fill=mix(steel, (0, 0, 0), 0.3), width=2)
    c.draw.rectangle([0, (deck + 0.029) * c.h, c.w, (deck + 0.034) * c.h], fill=mix(steel, (0, 0, 0), 0.35))
    for x in towers:
        for side in (-0.011, 0.011):
            c.draw.rectangle([(x + side - 0.0045) * c.w, (top - 0.015) * c.h, (x + side + 0.0045) * c.w, (horizon + 0.02) * c.h], fill=mix(steel, (0, 0, 0), 0.12))
        for y in (0.14, 0.23, 0.33, 0.44, 0.55):
            c.draw.rectangle([(x - 0.014) * c.w, y * c.h, (x + 0.014) * c.w, (y + 0.012) * c.h], fill=steel)
        c.draw.rectangle([(x - 0.024) * c.w, (horizon - 0.01) * c.h, (x + 0.024) * c.w, (horizon + 0.025) * c.h], fill=mix(colours[0], (40, 40, 40), 0.6))
    c.reflect(horizon + 0.02, mix(colours[0], (10, 40, 60), 0.5), 0.45, 1.5)
    c.glints(horizon + 0.02, colours[3], 800, strength=90)
    if fog:
        c.clouds((238, 240, 240), 2, 8, cover=0.62, softness=0.6, strength=0.96, top=0.36, bottom=0.95)


def stone_bridge(c, light="morning"):
    """Three arches over a quiet river, with their mirror image."""
    colours = sky(c, light, 0.66)
    c.clouds((255, 252, 246), 3, 7, cover=0.42, softness=0.5, strength=0.6, top=0, bottom=0.5)
    for share in (0.2, 0.45, 0.7):
        leaves = mix(mix(colours[2], (120, 140, 70), 0.5), (38, 70, 40), share)
        for _ in range(26):
            x = c.random.random()
            c.disc(x, 0.60 - 0.10 * (1 - share) - 0.08 * abs(x - 0.5), c.random.uniform(0.04, 0.09), mix(leaves, (200, 150, 60), c.random.random() * 0.35))
    c.gradient((0, rgb("40543a")), (1, rgb("2c3b30")), top=0.61, bottom=0.68)
    wall = mix(rgb("b49a78"), colours[2], 0.2)
    mask = c.mask()
    pen = ImageDraw.Draw(mask)
    hump = [c.at(t / 60, 0.50 + 0.20 * (t / 60 - 0.5) ** 2) for t in range(61)]
    pen.polygon(hump + [c.at(1, 0.66), c.at(0, 0.66)], fill=255)
    for x, r in ((0.2, 0.10), (0.5, 0.135), (0.8, 0.10)):
        pen.pieslice([(x - r) * c.w, 0.665 * c.h - r * c.h * 0.98, (x + r) * c.w, 0.665 * c.h + r * c.h * 0.98], 180, 360, fill=0)
    c.image.paste(wall, (0, 0, c.w, c.h), mask)
    c.texture(mask, 0.9, 46, 40, 2)
    c.draw.line(hump, fill=mix(wall, (255, 255, 255), 0.35), width=round(c.unit * 0.012), joint="curve")
    for x, r in ((0.2, 0.10), (0.5, 0.135), (0.8, 0.10)):
        c.draw.arc([(x - r) * c.w, 0.665 * c.h - r * c.h * 0.98, (x + r) * c.w, 0.665 * c.h + r * c.h * 0.98], 180, 360, fill=mix(wall, (60, 40, 30), 0.5), width=round(c.unit * 0.012))
    c.reflect(0.662, rgb("2c4640"), 0.3, 0.9)
    c.glints(0.662, (235, 240, 225), 240, strength=70)
    c.grass(1.02, 0.2, [rgb("33491f"), rgb("4c6a2c"), rgb("22361c"), rgb("7b8a3d")], 900)


def bokeh(c, colours=("ffb347", "ff6f61", "7ec8e3", "f6f1c7", "c58af9"), rain=True, ground=("0b1020", "2a1c34")):
    """City lights out of focus, seen through a window in the rain."""
    c.gradient((0, rgb(ground[0])), (0.6, rgb(ground[1])), (1, rgb(ground[0])))
    for k in range(90):
        x, y = c.random.random(), c.random.gauss(0.55, 0.17)
        r, tint = c.unit * c.random.uniform(0.02, 0.085), rgb(c.random.choice(colours))
        px, py = c.at(x, y)
        c.draw.ellipse([px - r, py - r, px + r, py + r], fill=tint + (c.random.randrange(35, 130),), outline=mix(tint, (255, 255, 255), 0.4) + (110,), width=3)
        if k == 60:
            c.image = c.image.filter(ImageFilter.GaussianBlur(c.unit * 0.006))
            c.draw = ImageDraw.Draw(c.image, "RGBA")
    if not rain:
        return
    c.image = c.image.filter(ImageFilter.GaussianBlur(c.unit * 0.004))
    c.draw = ImageDraw.Draw(c.image, "RGBA")
    for _ in range(420):
        px, py = c.at(c.random.random(), c.random.random())
        r = c.unit * c.random.random() ** 3 * 0.013 + 2
        c.draw.ellipse([px - r, py - r * 1.15, px + r, py + r * 1.15], fill=(10, 12, 24, 100))
        c.draw.ellipse([px - r * 0.7, py - r * 0.1, px + r * 0.7, py + r], fill=(235, 230, 240, 105))
        if r > c.unit * 0.009:
            c.draw.line([(px, py), (px + c.random.uniform(-3, 3), py - c.unit * 0.09)], fill=(220, 220, 240, 40), width=round(r))


def street(c, light="dusk", facades=("8a4a3a", "b98a5a", "6a6f7c", "a5605a", "cdb48a"), wet=True):
    """A narrow street that leads the eye to the light at its end."""
    vanish = (0.5, 0.56)
    colours = sky(c, light, 0.7)
    c.clouds(mix(colours[3], (255, 255, 255), 0.3), 3, 6, cover=0.4, strength=0.5, top=0, bottom=0.6)
    c.glow(*vanish, 0.5, mix(colours[3], (255, 220, 150), 0.5), 1.0)
    along = lambda edge, t: (edge[0] + (vanish[0] - edge[0]) * t, edge[1] + (vanish[1] - edge[1]) * t)
    cuts = [0.0, 0.22, 0.40, 0.55, 0.67, 0.77, 0.85, 0.91]
    for side in (0, 1):
        for k in range(len(cuts) - 2, -1, -1):
            roof = c.random.uniform(-0.32, -0.02)
            near, far = cuts[k], cuts[k + 1]
            wall = mix(mix(rgb(c.random.choice(facades)), colours[0], 0.45), colours[3], 0.35 * far)
            edge = lambda y, t: c.at(*along((side, y), t))
            c.draw.polygon([edge(roof, near), edge(roof, far), edge(1.02, far), edge(1.02, near)], fill=wall)
            c.draw.polygon([edge(roof, near), edge(roof, far), edge(roof + 0.03, far), edge(roof + 0.03, near)], fill=mix(wall, (0, 0, 0), 0.4))
            floors, bays = 5, 3
            for floor in range(floors):
                for bay in range(bays):
                    t0 = near + (far - near) * (bay + 0.25) / bays
                    t1 = near + (far - near) * (bay + 0.72) / bays
                    y0 = roof + 0.08 + (0.84 - roof) * floor / floors
                    y1 = y0 + (0.84 - roof) / floors * 0.56
                    pane = (255, 208, 128) if c.random.random() < 0.42 else mix(colours[0], (20, 22, 34), 0.4)
                    c.draw.polygon([edge(y0, t0), edge(y0, t1), edge(y1, t1), edge(y1, t0)], fill=pane)
    c.draw.polygon([c.at(0, 1.02), c.at(*along((0, 1.02), 0.91)), c.at(*along((1, 1.02), 0.91)), c.at(1, 1.02)], fill=mix(colours[0], (46, 42, 44), 0.7))
    for row in range(46):
        t = (row / 46) ** 0.6 * 0.9
        y = along((0, 1.02), t)[1]
        for _ in range(26):
            x = c.random.uniform(along((0, 1), t)[0], along((1, 1), t)[0])
            s = c.unit * 0.014 * (1 - t)
            px, py = c.at(x, y)
            tone = mix((255, 214, 150), (20, 20, 30), c.random.random() * 0.9)
            c.draw.ellipse([px - s, py - s * 0.4, px + s, py + s * 0.4], fill=tone + (46 if wet else 24,))
    for side in (0.0, 1.0):
        for t in (0.3, 0.5, 0.66, 0.78):
            x = side + (0.075 if side == 0 else -0.075)
            foot, head = along((x, 1.0), t), along((x, 0.28), t)
            c.draw.line([c.at(*foot), c.at(*head)], fill=(20, 18, 22), width=max(2, round(c.unit * 0.009 * (1 - t))))
            c.glow(*head, 0.17 * (1 - t) + 0.02, (255, 214, 140), 0.95)
            c.disc(*head, 0.014 * (1 - t), (255, 246, 220))
    if wet:
        c.glow(0.5, 0.86, 0.32, (255, 206, 140), 0.35, stretch=0.5)


def pagoda(c, light="rose", cherry=True):
    colours = sky(c, light, 0.9)
    c.clouds((255, 244, 238), 3, 6, cover=0.4, softness=0.5, strength=0.6, top=0, bottom=0.7)
    c.glow(0.3, 0.5, 0.9, colours[3], 0.6)
    for layer, base in enumerate((0.72, 0.80)):
        c.land(c.ridge_line(base, 0.14, 0.48), mix(colours[1], colours[2], 0.5 - 0.3 * layer), mix(colours[2], colours[3], 0.5), 0.08, depth=0.2)
    wood, roof = mix(rgb("7b2f25"), colours[0], 0.25), mix(rgb("25222e"), colours[0], 0.3)
    px, base = c.w * 0.60, c.h * 0.93
    s = c.unit * 0.2
    y = base
    for storey in range(5):
        wide, tall = s * (1 - 0.12 * storey), s * 0.42 * (1 - 0.06 * storey)
        c.draw.rectangle([px - wide * 0.55, y - tall, px + wide * 0.55, y], fill=wood)
        for post in range(-2, 3):
            c.draw.line([(px + post * wide * 0.25, y - tall), (px + post * wide * 0.25, y)], fill=mix(wood, (0, 0, 0), 0.4), width=4)
        c.draw.rectangle([px - wide * 0.2, y - tall * 0.75, px + wide * 0.2, y - tall * 0.1], fill=(255, 206, 130, 210))
        c.draw.polygon([(px - wide * 1.15, y - tall * 0.80), (px - wide * 0.62, y - tall * 1.12), (px - wide * 0.42, y - tall * 1.4), (px + wide * 0.42, y - tall * 1.4), (px + wide * 0.62, y - tall * 1.12), (px + wide * 1.15, y - tall * 0.80), (px + wide * 0.7, y - tall * 0.94), (px - wide * 0.7, y - tall * 0.94)], fill=roof)
        y -= tall * 1.28
    c.draw.line([(px, y), (px, y - s * 0.7)], fill=roof, width=7)
    c.land(c.ridge_line(0.95, 0.03, 0.5), mix(colours[0], rgb("2e3a2a"), 0.6), (14, 18, 16), 0.3)
    if cherry:
        c.tree(0.08, 1.0, 0.95, rgb("3a2a2a"), [rgb("f3b6c6"), rgb("f8d3dc"), rgb("e690a8")], False, 0.6)
        for _ in range(120):
            x, y, r = c.random.random() * c.w, c.random.random() * c.h, c.unit * c.random.uniform(0.003, 0.006)
            c.draw.ellipse([x - r, y - r * 0.6, x + r, y + r * 0.6], fill=(250, 214, 224, 200))


def domes(c, light="gold"):
    """An old city with domes and slender towers against the evening."""
    horizon = 0.86
    colours = sky(c, light, horizon)
    c.clouds(mix(colours[2], colours[3], 0.5), 2, 9, cover=0.42, softness=0.5, strength=0.7, top=0, bottom=0.7)
    c.glow(0.36, 0.62, 1.0, colours[3], 0.9)
    c.disc(0.36, 0.62, 0.06, mix(colours[3], (255, 255, 255), 0.5))
    for share in (0.3, 0.6, 0.95):
        stone = mix(colours[2], mix(colours[0], (20, 10, 20), 0.5), share)
        for _ in range(7):
            x, r = c.random.random(), c.unit * c.random.uniform(0.03, 0.085)
            px, foot = x * c.w, horizon * c.h + 0.06 * c.h * share
            top = foot - r * c.random.uniform(1.2, 2.2)
            c.draw.rectangle([px - r * 1.3, top, px + r * 1.3, c.h], fill=stone)
            c.draw.pieslice([px - r, top - r, px + r, top + r], 180, 360, fill=stone)
            c.draw.polygon([(px - r * 0.14, top - r * 0.98), (px, top - r * 1.5), (px + r * 0.14, top - r * 0.98)], fill=stone)
        for _ in range(3):
            x, tall = c.random.random(), c.random.uniform(0.30, 0.46)
            px, wide = x * c.w, c.unit * 0.012
            top = (horizon - tall * (0.6 + 0.4 * share)) * c.h
            c.draw.rectangle([px - wide, top, px + wide, c.h], fill=stone)
            c.draw.polygon([(px - wide * 1.1, top), (px + wide * 1.1, top), (px, top - wide * 7)], fill=stone)
            for balcony in (0.12, 0.34):
                by = top + (c.h - top) * balcony
                c.draw.rectangle([px - wide * 1.9, by, px + wide * 1.9, by + wide * 1.1], fill=stone)
    c.birds(0.6, 0.26, 0.14, 24, 0.014, mix(colours[0], (0, 0, 0), 0.6))


def tiles(c, palette=("f2e8cf", "bc4749", "386641", "6a994e", "f4a259", "264653"), across=9):
    """Quarter circles on a grid, like a tiled floor."""
    tints = [rgb(p) for p in palette]
    size = c.w / across
    c.image.paste(tints[0], (0, 0, c.w, c.h))
    for row in range(math.ceil(c.h / size)):
        for column in range(across):
            x, y = column * size, row * size
            back, front, third = c.random.sample(tints, 3)
            c.draw.rectangle([x, y, x + size, y + size], fill=back)
            quarter = c.random.randrange(4)
            cx, cy = x + size * (quarter in (1, 2)), y + size * (quarter in (2, 3))
            start = (0, 90, 180, 270)[quarter]
            c.draw.pieslice([cx - size, cy - size, cx + size, cy + size], start, start + 90, fill=front)
            c.draw.pieslice([cx - size / 2, cy - size / 2, cx + size / 2, cy + size / 2], start, start + 90, fill=third)
    whole = c.mask()
    whole.paste(255, (0, 0, c.w, c.h))
    c.texture(whole, 0.25, 80, 80, 3)


def facade(c, palette=("d8c7ae", "e07a5f", "81b29a", "3d405b", "f2cc8f"), across=11, down=9):
    """A modern front: windows and balconies in strict repetition."""
    tints = [rgb(p) for p in palette]
    c.gradient((0, mix(tints[0], (255, 255, 255), 0.25)), (1, mix(tints[0], (90, 90, 110), 0.35)))
    bw, bh = c.w / across, c.h / down
    for row in range(down):
        for column in range(across):
            x, y = column * bw, row * bh
            blind = c.random.random()
            glass = mix(rgb("2d3a52"), rgb("9fc3d8"), c.random.random() * 0.7)
            c.draw.rectangle([x + bw * 0.16, y + bh * 0.14, x + bw * 0.84, y + bh * 0.66], fill=glass)
            c.draw.polygon([(x + bw * 0.2, y + bh * 0.66), (x + bw * 0.5, y + bh * 0.14), (x + bw * 0.62, y + bh * 0.14), (x + bw * 0.32, y + bh * 0.66)], fill=(255, 255, 255, 38))
            if blind < 0.45:
                c.draw.rectangle([x + bw * 0.16, y + bh * 0.14, x + bw * 0.84, y + bh * (0.2 + blind)], fill=c.random.choice(tints[1:]))
            c.draw.rectangle([x + bw * 0.10, y + bh * 0.68, x + bw * 0.92, y + bh * 0.76], fill=mix(tints[0], (40, 40, 60), 0.3))
            c.draw.polygon([(x + bw * 0.10, y + bh * 0.76), (x + bw * 0.92, y + bh * 0.76), (x + bw * 0.98, y + bh * 0.94), (x + bw * 0.2, y + bh * 0.94)], fill=(30, 30, 50, 60))


def cat_in_window(c):
    """A cat on the sill, against the evening."""
    skyline(c, "sunset", 0.8, False, None, 0.35)
    c.image = c.image.filter(ImageFilter.GaussianBlur(c.unit * 0.009))
    c.draw = ImageDraw.Draw(c.image, "RGBA")
    frame = (30, 20, 22)
    for box in ((0, 0, 0.07, 1), (0.93, 0, 1, 1), (0, 0, 1, 0.05), (0, 0.86, 1, 1)):
        c.draw.rectangle([box[0] * c.w, box[1] * c.h, box[2] * c.w, box[3] * c.h], fill=frame)
    c.draw.rectangle([0.485 * c.w, 0, 0.515 * c.w, 0.86 * c.h], fill=frame)
    c.draw.rectangle([0, 0.855 * c.h, c.w, 0.872 * c.h], fill=(96, 62, 50))
    px, py = c.at(0.34, 0.865)
    s = c.unit * 0.24
    fur = (16, 12, 16)
    c.draw.ellipse([px - s * 0.55, py - s * 1.15, px + s * 0.5, py + s * 0.12], fill=fur)
    c.draw.ellipse([px - s * 0.36, py - s * 1.75, px + s * 0.40, py - s * 1.02], fill=fur)
    for side in (-1, 1):
        c.draw.polygon([(px + s * (0.02 + side * 0.36), py - s * 1.40), (px + s * (0.02 + side * 0.28), py - s * 1.95), (px + s * (0.02 + side * 0.04), py - s * 1.66)], fill=fur)
    tail = [(px + s * (0.4 + 0.9 * t / 20), py - s * (0.02 + 0.10 * math.sin(t / 20 * 7))) for t in range(21)]
    c.draw.line(tail, fill=fur, width=round(s * 0.16), joint="curve")
    c.draw.rectangle([0, 0.873 * c.h, c.w, c.h], fill=(44, 28, 26))


def steam_train(c):
    """A train on a viaduct, its smoke drifting back over the valley."""
    mountains(c, "teal", 4, 0.86, snow=False, trees=False)
    stone = rgb("6f6a63")
    deck = 0.60
    mask = c.mask()
    pen = ImageDraw.Draw(mask)
    pen.rectangle([0, deck * c.h, c.w, c.h], fill=255)
    for k in range(8):
        x = (k + 0.5) / 8
        pen.rounded_rectangle([(x - 0.05) * c.w, (deck + 0.045) * c.h, (x + 0.05) * c.w, c.h * 1.4], c.w * 0.05, fill=0)
    c.image.paste(stone, (0, 0, c.w, c.h), mask)
    c.texture(mask, 0.8, 60, 40, 2)
    c.land(c.ridge_line(0.99, 0.06, 0.5), rgb("27402f"), rgb("101c16"), 0.5)
    ink = (24, 24, 28)
    px, py = c.at(0.24, deck)
    s = c.unit * 0.05
    c.draw.rectangle([px - s * 1.6, py - s * 1.05, px + s * 1.1, py - s * 0.3], fill=ink)
    c.draw.rectangle([px + s * 0.5, py - s * 1.5, px + s * 1.5, py - s * 0.2], fill=(110, 32, 30))
    c.draw.rectangle([px - s * 1.3, py - s * 1.5, px - s * 1.0, py - s * 1.0], fill=ink)
    for wheel in (-1.2, -0.5, 0.2, 0.9):
        c.draw.ellipse([px + s * wheel - s * 0.3, py - s * 0.55, px + s * wheel + s * 0.3, py + s * 0.05], fill=(60, 20, 20))
    for car in range(5):
        x0 = px + s * (1.75 + 3.1 * car)
        c.draw.rectangle([x0, py - s * 1.25, x0 + s * 2.9, py - s * 0.2], fill=(120, 40, 36))
        c.draw.rectangle([x0, py - s * 1.35, x0 + s * 2.9, py - s * 1.2], fill=(230, 220, 200))
        for pane in range(5):
            c.draw.rectangle([x0 + s * (0.25 + 0.53 * pane), py - s * 1.0, x0 + s * (0.58 + 0.53 * pane), py - s * 0.62], fill=(255, 226, 160))
    for k in range(60):
        t = k / 59
        x, y = 0.24 - 1.15 * s / c.w + 0.62 * t, deck - 0.11 - 0.20 * t ** 0.7 + c.random.uniform(-0.02, 0.02)
        r = c.unit * (0.014 + 0.07 * t) * c.random.uniform(0.7, 1.2)
        cx, cy = c.at(x, y)
        c.draw.ellipse([cx - r, cy - r, cx + r, cy + r], fill=(240, 238, 232, round(120 * (1 - t) + 12)))
