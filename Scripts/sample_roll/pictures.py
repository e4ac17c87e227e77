"""The pictures of the roll: which scene each one shows, in which format and how it is stored."""

import io
from dataclasses import dataclass, field

from PIL import Image

from .canvas import Canvas
from .scenes import land, town, water

WIDE, SQUARE, TALL, PANORAMA, CINEMA = (1024, 683), (800, 800), (683, 1024), (1024, 320), (1024, 436)
TALL_PHONE = (576, 1024)


@dataclass(frozen=True)
class Picture:
    """One picture. `theme` ties it to titles; `orientation` is the Exif value it is stored under: its
    pixels are turned so that a viewer who obeys the value sees it upright."""

    name: str
    theme: str
    size: tuple
    draw: object
    options: dict = field(default_factory=dict)
    orientation: int = 1
    progressive: bool = False
    grey: bool = False
    quality: int = 82
    grain: int = 4

    @property
    def file(self):
        return self.name + ".jpg"

    def render(self):
        """The upright picture."""
        canvas = Canvas(*self.size, seed=self.name)
        self.draw(canvas, **self.options)
        image = canvas.finish(self.grain)
        return image.convert("L") if self.grey else image

    def encoded(self):
        """The bytes of the JPEG file."""
        image = self.render()
        if self.orientation in STORED_AS:
            image = image.transpose(STORED_AS[self.orientation])
        out, more = io.BytesIO(), {}
        if self.orientation != 1:
            more["exif"] = orientation_block(self.orientation)
        image.save(out, "JPEG", quality=self.quality, optimize=True, progressive=self.progressive, subsampling=2, **more)
        return out.getvalue()


# The inverse of what a viewer does for each Exif orientation.
STORED_AS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}


def orientation_block(value):
    """An Exif segment that holds the orientation alone (Exif 2.32, 4.6.4)."""
    entry = b"\x01\x12" + b"\x00\x03" + b"\x00\x00\x00\x01" + bytes((0, value, 0, 0))
    return b"Exif\x00\x00" + b"MM\x00\x2a\x00\x00\x00\x08" + b"\x00\x01" + entry + b"\x00\x00\x00\x00"


PICTURES = [
    Picture("alpine-morning", "mountains", WIDE, land.mountains, {"light": "morning", "sun": (0.62, 0.34)}),
    Picture("blue-ridges", "mountains", CINEMA, land.mountains, {"light": "rose", "layers": 6, "snow": False, "sun": (0.4, 0.4)}),
    Picture("summit-at-dusk", "mountains", TALL, land.mountains, {"light": "dusk", "layers": 4}, orientation=6),
    Picture("long-range", "mountains", PANORAMA, land.mountains, {"light": "day", "layers": 5}),
    Picture("mirror-lake", "lake", WIDE, land.mountains, {"light": "morning", "horizon": 0.6, "lake": True}),
    Picture("golden-tarn", "lake", WIDE, land.mountains, {"light": "gold", "horizon": 0.56, "lake": True, "sun": (0.55, 0.38)}, orientation=3),
    Picture("jetty", "lake", SQUARE, water.jetty, {"light": "rose"}),
    Picture("quiet-jetty", "lake", TALL, water.jetty, {"light": "mist"}, grey=True),
    Picture("evening-sea", "sea", WIDE, water.sea, {"light": "sunset", "boat": (0.7, 0.06)}, progressive=True),
    Picture("gulls", "sea", WIDE, water.sea, {"light": "teal", "birds": 22, "sun": (0.64, 0.46), "rocks": True}),
    Picture("wide-bay", "sea", PANORAMA, water.sea, {"light": "gold", "sun": (0.3, 0.5), "cape": True, "boat": (0.62, 0.12)}),
    Picture("grey-swell", "sea", WIDE, water.sea, {"light": "storm", "sun": None, "clouds": 0.62, "rocks": True}, grey=True),
    Picture("regatta", "sea", TALL, water.sea, {"light": "day", "sun": None, "boat": (0.42, 0.28), "horizon": 0.7, "clouds": 0.42}),
    Picture("palm-beach", "sunset", WIDE, water.palms, {"light": "sunset"}),
    Picture("palm-cove", "sunset", TALL, water.palms, {"light": "rose"}, orientation=8),
    Picture("last-light", "sunset", CINEMA, water.sea, {"light": "gold", "sun": (0.55, 0.56), "clouds": 0.58, "cape": True}),
    Picture("red-evening", "sunset", SQUARE, water.sea, {"light": "sunset", "sun": (0.4, 0.57), "clouds": 0.55, "birds": 9}, orientation=2),
    Picture("beacon", "lighthouse", WIDE, water.lighthouse, {"light": "dusk"}),
    Picture("daymark", "lighthouse", TALL, water.lighthouse, {"light": "day", "beam": False, "x": 0.6}),
    Picture("skyline-blue-hour", "city", WIDE, town.skyline, {"light": "dusk", "lit": 0.55}),
    Picture("skyline-moonrise", "city", CINEMA, town.skyline, {"light": "night", "lit": 0.7, "moon": (0.76, 0.22, 0.10), "stars": 200}),
    Picture("fireworks", "city", WIDE, town.skyline, {"light": "night", "horizon": 0.74, "lit": 0.6, "fireworks": True}),
    Picture("skyline-long", "city", PANORAMA, town.skyline, {"light": "sunset", "lit": 0.4}),
    Picture("towers", "city", TALL, town.skyline, {"light": "dusk", "lit": 0.6, "horizon": 0.72}, orientation=5),
    Picture("wet-street", "street", TALL, town.street, {"light": "dusk"}),
    Picture("old-town-lane", "street", TALL_PHONE, town.street, {"light": "gold", "wet": False}),
    Picture("avenue", "street", WIDE, town.street, {"light": "night", "facades": ("3d405b", "5f5b6b", "7c6a6a", "4a5a6a")}),
    Picture("rain-on-glass", "rain", WIDE, town.bokeh, {}),
    Picture("christmas-lights", "rain", SQUARE, town.bokeh, {"rain": False, "colours": ("ffd27f", "ff8a5c", "ffe9b8", "e85d5d"), "ground": ("120a14", "3a1c20")}),
    Picture("red-bridge", "bridge", WIDE, town.suspension_bridge, {"light": "gold"}),
    Picture("bridge-in-fog", "bridge", CINEMA, town.suspension_bridge, {"light": "morning", "fog": True}),
    Picture("stone-arches", "bridge", WIDE, town.stone_bridge, {"light": "morning"}),
    Picture("harbour-houses", "harbour", WIDE, water.harbour, {"light": "day"}),
    Picture("harbour-evening", "harbour", SQUARE, water.harbour, {"light": "gold", "boats": 5}, orientation=4),
    Picture("beech-wood", "forest", TALL, land.forest, {"light": "mist"}),
    Picture("autumn-wood", "forest", WIDE, land.forest, {"light": "gold", "leaf": ("d9822b", "c2541f", "e3b23c"), "ground": "7a4a22"}),
    Picture("dark-wood", "forest", SQUARE, land.forest, {"light": "mist", "rays": True}, grey=True),
    Picture("lone-oak", "tree", WIDE, land.lone_tree, {"light": "gold"}),
    Picture("winter-tree", "tree", SQUARE, land.lone_tree, {"light": "mist", "bare": True, "ground": ("dfe6ea", "b9c6d0"), "snow": True}),
    Picture("moon-tree", "moon", TALL, land.lone_tree, {"light": "night", "bare": True, "moon": True, "ground": ("1c2438", "0a0e18")}, orientation=7),
    Picture("milky-way", "stars", TALL, land.night_sky, {"tent": True}),
    Picture("northern-lights", "stars", WIDE, land.night_sky, {"galaxy": False, "aurora": True}),
    Picture("dunes", "desert", WIDE, land.dunes, {}),
    Picture("caravan", "desert", CINEMA, land.dunes, {"light": "gold", "camels": True}),
    Picture("lavender", "flowers", WIDE, land.field, {"light": "rose"}),
    Picture("poppies", "flowers", WIDE, land.field, {"light": "morning", "flower": ("c8281e", "e2483a", "a81c1c", "4d6b34"), "rows": False, "ground": "5b7136"}),
    Picture("tulips", "flowers", SQUARE, land.field, {"light": "day", "flower": ("e84a5f", "ffb142", "f7f1e3", "d63384"), "mill": True}),
    Picture("balloons", "balloon", WIDE, land.balloons, {"light": "gold"}),
    Picture("balloons-tall", "balloon", TALL, land.balloons, {"light": "morning", "count": 8}),
    Picture("pagoda", "temple", TALL, town.pagoda, {"light": "rose"}),
    Picture("domes", "temple", WIDE, town.domes, {"light": "gold"}),
    Picture("on-the-wires", "birds", WIDE, land.perching_birds, {"light": "gold", "count": 15}),
    Picture("cranes", "birds", CINEMA, land.flock, {"light": "rose"}),
    Picture("cat", "cat", SQUARE, town.cat_in_window, {}),
    Picture("paper-waves", "abstract", TALL, water.waves, {}),
    Picture("floor-tiles", "abstract", SQUARE, town.tiles, {}),
    Picture("facade", "abstract", WIDE, town.facade, {}),
    Picture("dew", "leaf", WIDE, land.leaf, {}),
    Picture("viaduct", "train", WIDE, town.steam_train, {}),
]
