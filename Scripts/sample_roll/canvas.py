"""A drawing surface with the parts that landscapes are made of: skies, ridges, water, trees, lights.

Everything is drawn at twice the size and scaled down at the end, and every random choice comes from
the canvas's own generator, so that a seed always gives the same picture.
"""

import math
import random

from PIL import Image, ImageChops, ImageDraw, ImageFilter

SUPERSAMPLING = 2


def rgb(text):
    """The colour of "f0a030" as a tuple."""
    return tuple(int(text[i : i + 2], 16) for i in (0, 2, 4))


def mix(a, b, share):
    return tuple(round(x + (y - x) * share) for x, y in zip(a, b))


class Canvas:
    """Coordinates are shares of the picture: (0, 0) is top left and (1, 1) bottom right. Radii and
    line widths are shares of the shorter edge, so that a circle is round in any format."""

    def __init__(self, width, height, seed):
        self.size = (width, height)
        self.w, self.h = width * SUPERSAMPLING, height * SUPERSAMPLING
        self.unit = min(self.w, self.h)
        self.random = random.Random(seed)
        self.image = Image.new("RGB", (self.w, self.h))
        self.draw = ImageDraw.Draw(self.image, "RGBA")

    def at(self, x, y):
        return (x * self.w, y * self.h)

    # Surfaces

    def gradient(self, *stops, top=0.0, bottom=1.0):
        """Fills the rows from top to bottom with colours given as (share, colour)."""
        rows = max(1, round((bottom - top) * self.h))
        column = Image.new("RGB", (1, rows))
        for row in range(rows):
            share = row / max(1, rows - 1)
            lower = max((s for s in stops if s[0] <= share), key=lambda s: s[0])
            upper = min((s for s in stops if s[0] >= share), key=lambda s: s[0])
            span = upper[0] - lower[0]
            inside = (share - lower[0]) / span if span else 0
            column.putpixel((0, row), mix(lower[1], upper[1], inside))
        self.image.paste(column.resize((self.w, rows)), (0, round(top * self.h)))

    def noise(self, columns, rows, octaves=4, fall=0.5):
        """A grey cloud texture of the picture's size, stretched to its full range."""
        small = (max(2, self.w // 4), max(2, self.h // 4))
        total, weight, share = None, 0.0, 1.0
        for octave in range(octaves):
            grid = (columns << octave, rows << octave)
            layer = Image.frombytes("L", grid, self.random.randbytes(grid[0] * grid[1]))
            layer = layer.resize(small, Image.Resampling.BICUBIC)
            weight += share
            total = layer if total is None else Image.blend(total, layer, share / weight)
            share *= fall
        low, high = total.getextrema()
        total = total.point([min(255, max(0, round((v - low) * 255 / max(1, high - low)))) for v in range(256)])
        return total.resize((self.w, self.h), Image.Resampling.BICUBIC)

    def clouds(self, colour, columns=4, rows=5, cover=0.5, softness=0.3, strength=0.9, top=0.0, bottom=1.0, octaves=5):
        """Lays a cloud layer over the rows from top to bottom, fading at both edges."""
        edge, soft = 255 * (1 - cover), 255 * softness
        mask = self.noise(columns, rows, octaves).point(
            [round(255 * strength * min(1, max(0, (v - edge) / soft + 0.5))) for v in range(256)])
        fade = Image.new("L", (1, self.h))
        for row in range(self.h):
            share = (row / self.h - top) / (bottom - top)
            inside = math.sin(math.pi * share) ** 0.6 if 0 < share < 1 else 0
            fade.putpixel((0, row), round(255 * inside))
        mask = ImageChops.multiply(mask, fade.resize((self.w, self.h)))
        self.image.paste(colour, (0, 0, self.w, self.h), mask)

    def glow(self, x, y, radius, colour, strength=1.0, stretch=1.0):
        """Adds light around a point."""
        r = radius * self.unit
        ball = Image.radial_gradient("L").point([round(max(0, 1 - v / 181 * 1.414) ** 2 * 255 * strength) for v in range(256)])
        ball = ball.resize((max(2, round(2 * r * stretch)), max(2, round(2 * r))), Image.Resampling.BICUBIC)
        mask = Image.new("L", (self.w, self.h))
        mask.paste(ball, (round(x * self.w - ball.width / 2), round(y * self.h - ball.height / 2)))
        light = ImageChops.screen(self.image, Image.new("RGB", self.image.size, colour))
        self.image.paste(light, (0, 0), mask)

    def haze(self, y, height, colour, strength=0.8):
        """A horizontal band of mist, densest at y."""
        mask = Image.new("L", (1, self.h))
        for row in range(self.h):
            distance = abs(row / self.h - y) / height
            mask.putpixel((0, row), round(255 * strength * max(0, 1 - distance) ** 1.5))
        self.image.paste(colour, (0, 0, self.w, self.h), mask.resize((self.w, self.h)))

    def texture(self, shape_mask, amount, columns=60, rows=60, octaves=3):
        """Roughens what the mask covers by light and dark patches."""
        grain = self.noise(columns, rows, octaves)
        light = grain.point([max(0, round((v - 128) * amount)) for v in range(256)])
        dark = grain.point([max(0, round((128 - v) * amount)) for v in range(256)])
        for mask, colour in ((light, (255, 255, 255)), (dark, (0, 0, 0))):
            self.image.paste(colour, (0, 0, self.w, self.h), ImageChops.multiply(mask, shape_mask))

    def mask(self):
        return Image.new("L", (self.w, self.h))

    # Land

    def ridge_line(self, base, height, roughness=0.5, levels=9):
        """A mountain line by midpoint displacement, as shares of the height of the picture."""
        points = [base - height * self.random.random() for _ in range(5)]
        span = height
        for _ in range(levels - 2):
            span *= roughness
            between = [(a + b) / 2 + span * self.random.uniform(-0.5, 0.5) for a, b in zip(points, points[1:])]
            points = [p for pair in zip(points, between) for p in pair] + [points[-1]]
        return points

    def land(self, line, upper, lower, roughness=0.0, depth=0.4):
        """Fills everything below a line with a gradient that reaches its end `depth` below the crest."""
        step = self.w / (len(line) - 1)
        shape = [(i * step, y * self.h) for i, y in enumerate(line)]
        mask = self.mask()
        ImageDraw.Draw(mask).polygon([(0, self.h)] + shape + [(self.w, self.h)], fill=255)
        top = min(line)
        fill = Canvas.__new__(Canvas)
        fill.w, fill.h, fill.image = self.w, self.h, Image.new("RGB", self.image.size, lower)
        fill.gradient((0, upper), (1, lower), top=max(0, top), bottom=min(1, max(0, top) + depth))
        self.image.paste(fill.image, (0, 0), mask)
        if roughness:
            self.texture(mask, roughness)
        return mask

    def relief(self, mask, strength, columns=14, rows=14):
        """Lights what the mask covers from the left, as if its noise were a height."""
        height = self.noise(columns, rows, 6, 0.62)
        reach = round(self.unit * 0.008)
        slope = ImageChops.subtract(height, ImageChops.offset(height, reach, reach // 2), 1, 128)
        for sign, colour in ((1, (255, 250, 240)), (-1, (4, 8, 26))):
            side = slope.point([min(230, max(0, round(sign * (v - 128) * strength))) for v in range(256)])
            self.image.paste(colour, (0, 0, self.w, self.h), ImageChops.multiply(side, mask))

    def snow(self, mask, line, reach, colour):
        """Covers what lies above a height, with a ragged lower edge."""
        patches = self.noise(26, 26, 5, 0.65)
        height = Image.new("L", (1, self.h))
        for row in range(self.h):
            height.putpixel((0, row), round(min(255, max(0, 128 + 200 * (line - row / self.h) / reach))))
        cover = ImageChops.add(height.resize((self.w, self.h)), patches, 2).point([min(255, max(0, (v - 118) * 14)) for v in range(256)])
        self.image.paste(colour, (0, 0, self.w, self.h), ImageChops.multiply(cover, mask))

    def conifer(self, x, foot, height, colour):
        """A spruce with its foot at (x, foot)."""
        tall = height * self.h
        cx, cy = self.at(x, foot)
        half = tall * self.random.uniform(0.16, 0.22)
        self.draw.rectangle([cx - tall * 0.012, cy - tall * 0.1, cx + tall * 0.012, cy], fill=colour)
        tiers = 9
        for tier in range(tiers):
            y = cy - tall * (0.06 + 0.92 * tier / tiers)
            reach = half * (1 - tier / tiers) * self.random.uniform(0.8, 1.1)
            self.draw.polygon([(cx - reach, y), (cx + reach, y + tall * self.random.uniform(-0.01, 0.01)), (cx, y - tall * 0.22)], fill=colour)

    def tree(self, x, foot, height, bark, leaves, bare=False, spread=0.5):
        """A broad-leaved tree that branches by halves; `leaves` are colours to choose from."""
        tips = []

        def branch(px, py, angle, length, thick, depth):
            ex, ey = px + math.cos(angle) * length, py - math.sin(angle) * length
            self.draw.line([(px, py), (ex, ey)], fill=bark, width=max(1, round(thick)))
            if depth < 4:
                tips.append((ex, ey))
            if depth == 0:
                return
            for turn in (-1, 1):
                branch(ex, ey, angle + turn * self.random.uniform(0.15, spread), length * self.random.uniform(0.68, 0.86), thick * 0.68, depth - 1)

        px, py = self.at(x, foot)
        tall = height * self.h
        branch(px, py, math.pi / 2 + self.random.uniform(-0.06, 0.06), tall * 0.24, tall * 0.05, 8)
        if bare:
            return
        for ex, ey in tips:
            r = tall * self.random.uniform(0.012, 0.035)
            ox, oy = self.random.uniform(-r, r), self.random.uniform(-r, r)
            self.draw.ellipse([ex + ox - r, ey + oy - r, ex + ox + r, ey + oy + r], fill=self.random.choice(leaves) + (190,))

    def palm(self, x, foot, height, lean, colour):
        px, py = self.at(x, foot)
        tall = height * self.h
        points = [(px + lean * tall * (t / 20) ** 2, py - tall * t / 20) for t in range(21)]
        for i, (a, b) in enumerate(zip(points, points[1:])):
            self.draw.line([a, b], fill=colour, width=max(2, round(tall * (0.032 - 0.0008 * i))))
        top = points[-1]
        for k in range(11):
            angle = math.pi * (k / 10 * 1.3 - 0.15) + self.random.uniform(-0.1, 0.1)
            reach = tall * self.random.uniform(0.30, 0.42)
            rib = []
            for t in range(13):
                s = t / 12
                rib.append((top[0] + math.cos(angle) * reach * s, top[1] - math.sin(angle) * reach * s * 0.7 + reach * 0.55 * s * s))
            for t, (a, b) in enumerate(zip(rib, rib[1:])):
                leaf = reach * 0.17 * math.sin(math.pi * (t + 1) / 13) + 1
                self.draw.polygon([a, b, (b[0] + leaf * 0.2, b[1] + leaf)], fill=colour)
                self.draw.polygon([a, b, (b[0] - leaf * 0.3, b[1] + leaf)], fill=colour)
                self.draw.line([a, b], fill=colour, width=max(2, round(tall * 0.008)))

    def grass(self, foot, height, colours, count, spread=0.06):
        for _ in range(count):
            x, y = self.random.random() * self.w, (foot + self.random.uniform(-spread, spread)) * self.h
            tall = height * self.h * self.random.uniform(0.5, 1.2)
            lean = self.random.uniform(-0.35, 0.45) * tall
            self.draw.line([(x, y), (x + lean * 0.3, y - tall * 0.6), (x + lean, y - tall)], fill=self.random.choice(colours), width=2)

    # Sky

    def stars(self, count, bottom=1.0, colour=(255, 255, 255)):
        for _ in range(count):
            x, y = self.random.random() * self.w, self.random.random() ** 1.2 * bottom * self.h
            bright = self.random.random() ** 3
            r = 0.7 + 1.9 * bright
            tint = mix(colour, self.random.choice([(170, 200, 255), (255, 225, 190), (255, 255, 255)]), 0.5)
            self.draw.ellipse([x - r, y - r, x + r, y + r], fill=tint + (round(90 + 165 * bright),))

    def disc(self, x, y, radius, colour):
        cx, cy = self.at(x, y)
        r = radius * self.unit
        self.draw.ellipse([cx - r, cy - r, cx + r, cy + r], fill=colour)

    def birds(self, x, y, width, count, size, colour):
        """A loose flock of gull-like strokes."""
        for _ in range(count):
            cx = (x + self.random.gauss(0, width)) * self.w
            cy = (y + self.random.gauss(0, width * 0.5)) * self.h
            s = size * self.unit * self.random.uniform(0.6, 1.3)
            flap, tilt = self.random.uniform(0.15, 0.6), self.random.uniform(-0.2, 0.2)
            for side in (-1, 1):
                wing = [(cx, cy), (cx + side * s * 0.5, cy - s * flap + side * tilt * s * 0.5), (cx + side * s, cy - s * flap * 0.5 + side * tilt * s)]
                self.draw.line(wing, fill=colour, width=max(2, round(s * 0.13)), joint="curve")

    # Water

    def reflect(self, horizon, tint, share=0.45, ripple=1.0):
        """Mirrors what is above the horizon into the water below it, with ripples that widen towards the viewer."""
        y = round(horizon * self.h)
        depth = self.h - y
        above = self.image.crop((0, max(0, y - depth), self.w, y)).transpose(Image.Transpose.FLIP_TOP_BOTTOM)
        if above.height < depth:
            above = above.resize((self.w, depth))
        above = Image.blend(above, Image.new("RGB", above.size, tint), share).filter(ImageFilter.GaussianBlur(2))
        phase = self.random.random() * 6
        row = 0
        while row < depth:
            near = row / depth
            band = max(2, round(2 + near * 7))
            shift = ripple * self.unit * (0.002 + 0.012 * near) * math.sin(phase + row * (0.9 - 0.6 * near)) * self.random.uniform(0.3, 1)
            strip = ImageChops.offset(above.crop((0, row, self.w, min(depth, row + band))), round(shift), 0)
            self.image.paste(strip, (0, y + row))
            row += band

    def glints(self, horizon, colour, count, centre=None, width=1.0, bottom=1.0, strength=120):
        """Short bright strokes on water; with a centre they form the path of a sun or a moon."""
        for _ in range(count):
            near = self.random.random() ** 1.6
            y = (horizon + (bottom - horizon) * near) * self.h
            if centre is None:
                x = self.random.random() * self.w
            else:
                x = (centre + self.random.gauss(0, width * (0.015 + 0.07 * near))) * self.w
            length = self.unit * (0.004 + 0.03 * near) * self.random.uniform(0.4, 1.5)
            self.draw.line([(x - length, y), (x + length, y)], fill=colour + (round(strength * self.random.uniform(0.3, 1)),), width=max(1, round(1 + 4 * near)))

    # Finish

    def finish(self, grain=5, vignette=0.25):
        """The picture in its final size, with darker corners and film grain."""
        image = self.image.resize(self.size, Image.Resampling.LANCZOS)
        if vignette:
            ring = Image.radial_gradient("L").point([round(255 * vignette * max(0, (v - 90) / 165) ** 1.5) for v in range(256)])
            image.paste((0, 0, 0), (0, 0) + self.size, ring.resize(self.size, Image.Resampling.BICUBIC))
        if grain:
            image = add_grain(image, grain, self.random)
        return image


def add_grain(image, amount, generator):
    """Adds brightness noise of about `amount` levels; two layers of bytes give it a bell shape."""
    count = image.width * image.height
    first, second = (Image.frombytes("L", image.size, generator.randbytes(count)) for _ in range(2))
    speck = Image.blend(first, second, 0.5).point([round(128 + (v - 128) * amount / 52) for v in range(256)])
    speck = speck.filter(ImageFilter.GaussianBlur(0.6))
    return ImageChops.add(image, Image.merge("RGB", (speck,) * 3), 1, -128)
