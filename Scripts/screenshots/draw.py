"""Draws the cells of a terminal, as `tmux capture-pane -e` prints them, into a PNG: draw.py CAPTURE PNG."""

import re
import sys
import unicodedata

from PIL import Image, ImageDraw, ImageFont

CELL = (9, 18)
FONTS = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono%s.ttf"
TEXT, GROUND = (222, 222, 222), (16, 16, 16)
BASE = [(0, 0, 0), (205, 49, 49), (13, 188, 121), (229, 229, 16), (36, 114, 200), (188, 63, 188), (17, 168, 205),
        (229, 229, 229), (102, 102, 102), (241, 76, 76), (35, 209, 139), (245, 245, 67), (59, 142, 234),
        (214, 112, 214), (41, 184, 219), (255, 255, 255)]


def palette(number):
    """A color of the 256."""
    if number < 16:
        return BASE[number]
    if number >= 232:
        return (8 + 10 * (number - 232),) * 3
    levels = (0, 95, 135, 175, 215, 255)
    number -= 16
    return levels[number // 36], levels[number // 6 % 6], levels[number % 6]


class Style:
    """The attributes and colors of a cell."""

    def __init__(self):
        self.text, self.ground = None, None
        self.bold = self.dim = self.reverse = False

    def apply(self, codes):
        codes = [int(code or 0) for code in re.split("[;:]", codes)] if codes else [0]
        while codes:
            code = codes.pop(0)
            if code == 0:
                self.__init__()
            elif code in (1, 2, 7):
                setattr(self, {1: "bold", 2: "dim", 7: "reverse"}[code], True)
            elif code == 22:
                self.bold = self.dim = False
            elif code == 27:
                self.reverse = False
            elif code in (38, 48):
                kind = codes.pop(0)
                color = palette(codes.pop(0)) if kind == 5 else tuple(codes.pop(0) for _ in range(3))
                self.set(code == 38, color)
            elif code in (39, 49):
                self.set(code == 39, None)
            elif 30 <= code < 38 or 90 <= code < 98:
                self.set(True, BASE[code - 30 if code < 90 else code - 82])
            elif 40 <= code < 48 or 100 <= code < 108:
                self.set(False, BASE[code - 40 if code < 100 else code - 92])

    def set(self, is_text, color):
        if is_text:
            self.text = color
        else:
            self.ground = color

    def colors(self):
        text, ground = self.text or TEXT, self.ground or GROUND
        if self.reverse:
            text, ground = ground, text
        if self.dim:
            text = tuple((3 * part + 2 * base) // 5 for part, base in zip(text, ground))
        return text, ground


def blocks(character):
    """The parts of a cell that a block element fills, as shares of its width and height; None for other characters."""
    code = ord(character) - 0x2580
    quadrants = {22: "3", 23: "4", 24: "1", 25: "134", 26: "14", 27: "123", 28: "124", 29: "2", 30: "23", 31: "234"}
    if code == 0:
        return [(0, 0, 1, 0.5)]
    if 1 <= code <= 8:
        return [(0, 1 - code / 8, 1, 1)]
    if 9 <= code <= 15:
        return [(0, 0, (16 - code) / 8, 1)]
    if code == 16:
        return [(0.5, 0, 1, 1)]
    if code == 20:
        return [(0, 0, 1, 1 / 8)]
    if code == 21:
        return [(7 / 8, 0, 1, 1)]
    if code in quadrants:
        places = {"1": (0, 0), "2": (0.5, 0), "3": (0, 0.5), "4": (0.5, 0.5)}
        return [(x, y, x + 0.5, y + 0.5) for x, y in (places[name] for name in quadrants[code])]
    return None


def main(capture, png):
    lines = open(capture, encoding="utf-8").read().rstrip("\n").split("\n")
    columns = max(len(re.sub(r"\x1b\[[0-9;:]*m", "", line)) for line in lines)
    image = Image.new("RGB", ((columns + 2) * CELL[0], (len(lines) + 1) * CELL[1]), GROUND)
    draw = ImageDraw.Draw(image)
    regular, bold = (ImageFont.truetype(FONTS % name, 15) for name in ("", "-Bold"))
    style = Style()
    for y, line in enumerate(lines):
        x = 0
        for part in re.split(r"(\x1b\[[0-9;:]*m)", line):
            if part.startswith("\x1b"):
                style.apply(part[2:-1])
                continue
            for character in part:
                if unicodedata.category(character) in ("Mn", "Me", "Cf"):
                    continue
                left, top = (x + 1) * CELL[0], y * CELL[1] + CELL[1] // 2
                text, ground = style.colors()
                draw.rectangle((left, top, left + CELL[0] - 1, top + CELL[1] - 1), fill=ground)
                filled = blocks(character)
                if filled is None:
                    draw.text((left, top), character, fill=text, font=bold if style.bold else regular)
                for x0, y0, x1, y1 in filled or []:
                    draw.rectangle(
                        (left + round(x0 * CELL[0]), top + round(y0 * CELL[1]),
                         left + round(x1 * CELL[0]) - 1, top + round(y1 * CELL[1]) - 1), fill=text)
                x += 2 if unicodedata.east_asian_width(character) in "WF" else 1
    image.quantize(256).save(png, optimize=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
