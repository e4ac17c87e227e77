"""The answers: pages in the shape of flickr.photos.search with all extras, oddities included."""

import datetime
import json
import random
import re

from . import words
from .pictures import PICTURES

SEED = "a proof sheet"
PAGES, PER_PAGE = 6, 110
PHOTOGRAPHERS = 170
REPEATS = {2: 6, 3: 8, 4: 8, 5: 10, 6: 12}
NEWEST = 1_748_790_000  # 2025-06-01, 15:00 UTC

# Ranges that Flickr has not handed out: nobody's photo or person is meant.
FIRST_PHOTO_ID, FIRST_OWNER_ID = 99_000_000_000, 950_000_000


class Roll:
    """The photos in the order in which they were uploaded last, and the pages that show them."""

    def __init__(self):
        self.random = random.Random(SEED)
        self.pictures = {}
        self.used_titles = set()
        self.photographers = self.invent_photographers()
        self.pages = self.lay_out()

    # Photographers

    def invent_photographers(self):
        r, names = self.random, [("en", n) for n in words.HANDLES]
        for language, (given, family) in words.NAMES.items():
            joint = {"ja": " ", "zh": "", "ko": " "}.get(language, " ")
            east = language in ("ja", "zh", "ko", "vi")
            full = [(f + joint + g) if east else (g + joint + f) for g in given for f in family]
            r.shuffle(full)
            share = {"en": 38, "de": 16, "fr": 12, "es": 12, "pt": 9, "it": 8}.get(language, 6)
            names += [(language, n) for n in full[:share] if n not in words.NAMESAKES]
        r.shuffle(names)
        names = names[: PHOTOGRAPHERS - len(words.NAMESAKES)]
        names += [("pt" if "Silva" in n else "es" if "Pe" in n.title() else "ko", n) for n in words.NAMESAKES]
        people, favourites = [], list(words.TITLES)
        for place, (language, name) in enumerate(names):
            if language == "en" and r.random() < 0.12 and name not in words.HANDLES:
                name = r.choice([name + " Photography", name.lower().replace(" ", "_"), name.upper()])
            likes = r.sample(favourites, 5)
            slug = re.sub(r"[^a-z]", "", name.lower())
            people.append({
                "owner": f"{FIRST_OWNER_ID + r.randrange(49_999_999)}@N0{r.randrange(9)}",
                "name": name, "language": language, "likes": likes,
                "alias": f"sample-{slug}{place}" if len(slug) > 2 and r.random() < 0.57 else None,
                "icon": (str(r.randrange(1000, 65535)), r.randrange(1, 67)) if r.random() < 0.8 else ("0", 0),
                "license": r.choice(["0"] * 7 + [str(n) for n in range(17)]),
                "weight": 1 / (5 + place) ** 0.9,
                "lower": r.random() < 0.1,
            })
        return people

    # Titles

    def title(self, person):
        """A theme and a title that fits it, now and then one that was used before."""
        r = self.random
        for _ in range(60):
            local = words.LOCAL_TITLES.get(person["language"], [])
            if local and r.random() < 0.55:
                theme, title = r.choice(local)
                if title in self.used_titles:
                    title += r.choice([" II", " III", " · 2", " 2024", " (2)"])
            else:
                theme = r.choice(person["likes"])
                if r.random() < 0.45:
                    title = r.choice(words.TITLES[theme])
                    if title in self.used_titles:
                        title += r.choice([" II", " III", ", again", " (bw)", ", take two", " 2025"])
                else:
                    title = f"{r.choice(words.PLACES[theme])} {r.choice(words.TIMES)}"
            if title not in self.used_titles or r.random() < 0.03:
                break
        if r.random() < 0.05:
            title = r.choice(words.CAMERA_TITLES).format(r.randrange(10, 9999))
        self.used_titles.add(title)
        return theme, title.lower() if person["lower"] else title

    # Photos

    def photo(self, serial, uploaded, theme=None, title=None, person=None):
        """A photo with every key that Flickr sends, in its order."""
        r = self.random
        person = person or r.choices(self.photographers, [p["weight"] for p in self.photographers])[0]
        if title is None:
            theme, title = self.title(person)
        picture = r.choice([p for p in PICTURES if p.theme == theme])
        number = str(FIRST_PHOTO_ID + (900_000_000 - serial * 1_300_000) + r.randrange(1_000_000))
        self.pictures[number] = picture.file
        secret, server = f"{r.getrandbits(40):010x}", "65535" if r.random() < 0.7 else str(r.randrange(2800, 8900))
        original = r.random() < 0.85
        taken = datetime.datetime.fromtimestamp(uploaded, datetime.timezone.utc) - datetime.timedelta(
            seconds=int(r.expovariate(1 / 9e5)) + 600)
        photo = {
            "id": number, "owner": person["owner"], "secret": secret, "server": server, "farm": r.choice((66, 66, 3, 8)),
            "title": title, "ispublic": 1, "isfriend": 0, "isfamily": 0,
            "license": person["license"] if r.random() < 0.8 else str(r.randrange(17)),
            "description": {"_content": r.choice(words.DESCRIPTIONS) if r.random() < 0.42 else ""},
            "dateupload": str(uploaded), "lastupdate": str(uploaded + r.randrange(30, 2_000_000)),
            "datetaken": taken.strftime("%Y-%m-%d %H:%M:%S"), "datetakengranularity": r.choice(("0", "0", "0", 0)),
            "datetakenunknown": r.choice(("0", "0", 0)),
            "ownername": person["name"], "iconserver": person["icon"][0], "iconfarm": person["icon"][1],
            "views": str(int(r.lognormvariate(4, 2))), "tags": self.tags(theme), "machine_tags": "",
            "originalsecret": f"{r.getrandbits(40):010x}", "originalformat": "jpg",
            **self.place(), "media": "photo", "media_status": "ready", "pathalias": person["alias"],
        }
        self.sizes(photo, picture, original)
        return photo

    def tags(self, theme):
        r = self.random
        if r.random() < 0.25:
            return ""
        return " ".join(words.TAGS[theme].split()[: r.randrange(1, 4)] + r.sample(words.MORE_TAGS, r.randrange(0, 4)))

    def place(self):
        """Where a photo was taken, on one in five; numbers and strings as Flickr mixed them over the years."""
        r = self.random
        if r.random() >= 0.2:
            return {"latitude": 0, "longitude": 0, "accuracy": 0, "context": 0}
        latitude, longitude = round(r.uniform(-48, 68), 6), round(r.uniform(-120, 150), 6)
        if r.random() < 0.25:
            latitude, longitude = f"{latitude:.6f}", f"{longitude:.6f}"
        return {
            "latitude": latitude, "longitude": longitude, "accuracy": r.choice(("16", 16, "11", "6", 0)), "context": 0,
            "place_id": f"sample{r.getrandbits(48):012x}", "woeid": str(r.randrange(10_000, 2_500_000)),
            "geo_is_public": 1, "geo_is_contact": 0, "geo_is_friend": 0, "geo_is_family": 0,
        }

    def sizes(self, photo, picture, original):
        """Addresses and sizes as of the picture: an older photo has a number beside a string, a newer one numbers."""
        r = self.random
        full = r.choice((2, 3, 4, 6))
        wide, tall = (edge * full for edge in picture.size)
        new, large = r.random() < 0.4, full > 2 and r.random() < 0.75
        base = f"https://live.staticflickr.com/{photo['server']}/{photo['id']}"
        secrets = {k: f"{r.getrandbits(40):010x}" for k in "hk"}

        def put(key, suffix, width, height, computed=None):
            secret = secrets.get(key, photo["originalsecret"] if key == "o" else photo["secret"])
            photo["url_" + key] = f"{base}_{secret}{suffix}.jpg"
            photo["height_" + key] = height if new or computed in ("height", "both") else str(height)
            photo["width_" + key] = width if new or computed in ("width", "both") else str(width)

        put("sq", "_s", 75, 75, "both")
        put("q", "_q", 150, 150)
        computed = "height" if wide >= tall else "width"
        for key, suffix, edge in (("t", "_t", 100), ("s", "_m", 240), ("n", "_n", 320), ("m", "", 500), ("z", "_z", 640),
                                  ("c", "_c", 800), ("l", "_b", 1024), ("h", "_h", 1600), ("k", "_k", 2048)):
            if key in "hk" and not (large and edge <= max(wide, tall)):
                continue
            share = edge / max(wide, tall)
            put(key, suffix, round(wide * share), round(tall * share), computed if key in "nchk" else None)
        if original:
            put("o", "_o", wide, tall)
        else:
            del photo["originalsecret"], photo["originalformat"]
        if original and r.random() < 0.4:
            photo["o_width"], photo["o_height"] = str(wide), str(tall)

    # Pages

    def lay_out(self):
        r, pages, serial, uploaded, shown = self.random, [], 0, NEWEST, []
        odd = words.ODD_TITLES + words.LONG_TITLES
        r.shuffle(odd)
        for page in range(1, PAGES + 1):
            photos = []
            again = r.sample(shown, REPEATS.get(page, 0))
            for _ in range(PER_PAGE - len(again)):
                serial += 1
                uploaded -= r.randrange(60, 5200)
                if odd and serial % 20 == 11:
                    photos.append(self.photo(serial, uploaded, *odd.pop()))
                else:
                    photos.append(self.photo(serial, uploaded))
            self.spoil(page, photos)
            shown += [p for p in photos if "id" in p]
            for k, photo in enumerate(again):
                photos.insert(r.randrange(len(photos)), self.again(photo, k))
            pages.append(photos)
        self.rename(pages)
        self.once_each(pages)
        return pages

    def again(self, photo, k):
        """A photo that comes again: every third one unchanged, every third with another title, the rest seen more often."""
        photo = json.loads(json.dumps(photo))
        if k % 3 == 1:
            photo["title"] = (photo["title"].strip() or "Now with a title") + " (edited)"
        if k % 3:
            photo["views"] = str(int(photo["views"]) + 1 + k)
            photo["lastupdate"] = str(int(photo["lastupdate"]) + 90_000)
        return photo

    def spoil(self, page, photos):
        """Gives a page its empty titles and the odd values seen in real answers."""
        r = self.random
        plain = [p for p in photos if len(p["title"]) < 40 and p["title"].isascii()]
        chosen = iter(r.sample(plain, 16))
        for _ in range(3):
            next(chosen).update(title="", description={"_content": ""})
        for text in ("Evening walk <b>along</b> the canal &amp; back", "\n  The gate is open on Sundays.\nBring boots.  "):
            next(chosen).update(title="", description={"_content": text})
        next(chosen).update(title=" ", description={"_content": " \n "})
        next(chosen).update(datetaken="0000-01-01 00:00:00", datetakengranularity="8", datetakenunknown="1")
        next(chosen).update(dateupload=("2013", "0", "1", "-1", "4102444800", "2013")[page - 1])
        next(chosen).update(datetaken="1931-05-01 00:00:00", datetakengranularity="6")
        next(chosen).update(views=0, license=int(page + 10), farm="66", ispublic="1")
        next(chosen).update(machine_tags="camera:lens=50mm", tags="street camera:lens=50mm")
        next(chosen).update(latitude="0", longitude=0, accuracy="0")
        next(chosen).update(media="video", media_status="ready" if page % 2 else "processing")
        small = next(chosen)
        for key in [k for k in small if re.fullmatch(r"(url|height|width)_(z|c|l|h|k|o)|o_(width|height)|original.*", k)]:
            del small[key]
        next(chosen).pop("lastupdate")
        if page == 4:
            stray = next(chosen)
            del self.pictures[stray.pop("id")]

    def rename(self, pages):
        """From some page on, four of the busier photographers go by another name."""
        busy = [p for p in self.photographers[:24] if p["language"] == "en" or p["name"].isascii()]
        for person, new, page in zip(busy, ("Marlow & Finch", "slow light studio", "E. Quill-Brannigan", "☼ northbound ☼"), (3, 4, 5, 6)):
            for photo in (p for photos in pages[page - 1 :] for p in photos):
                if photo["owner"] == person["owner"]:
                    photo["ownername"] = new

    def once_each(self, pages):
        """Sees to it that all photographers are there: who took nothing yet takes over photos of the busiest."""
        counts = {}
        every = [p for photos in pages for p in photos if "id" in p]
        repeated = {p["id"] for p in every if sum(q["id"] == p["id"] for q in every) > 1}
        for photo in every:
            counts[photo["owner"]] = counts.get(photo["owner"], 0) + 1
        idle = [p for p in self.photographers if p["owner"] not in counts]
        for person in idle:
            busiest = max(counts, key=counts.get)
            photo = next(p for p in reversed(every) if p["owner"] == busiest and p["id"] not in repeated)
            counts[busiest] -= 1
            counts[person["owner"]] = 1
            photo.update(owner=person["owner"], ownername=person["name"], pathalias=person["alias"],
                         iconserver=person["icon"][0], iconfarm=person["icon"][1])

    # Files

    def files(self):
        """The bytes of each file below assets/sample, pictures excepted."""
        result = {}
        for number, photos in enumerate(self.pages, 1):
            total = sum(len(p) for p in self.pages)
            head = {
                "page": number, "pages": PAGES, "perpage": str(PER_PAGE) if number == 3 else PER_PAGE,
                "total": str(total) if number % 2 else total, "photo": photos,
            }
            result[f"page-{number}.json"] = answer({"photos": head, "stat": "ok"}, number)
        result["pictures.json"] = (json.dumps(dict(sorted(self.pictures.items())), indent=0, separators=(",", ": ")) + "\n").encode()
        return result


def answer(value, page):
    """An answer in one of the three notations that Flickr has used: plain UTF-8, escapes only, blanks after commas."""
    separators = (", ", ":") if page == 6 else (",", ":")
    text = json.dumps(value, ensure_ascii=page == 5, separators=separators)
    return text.replace("/", "\\/").encode()
