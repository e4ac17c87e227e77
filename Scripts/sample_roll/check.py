"""What the roll must hold, whoever edits the script."""

import collections
import io
import json

from PIL import Image

LIMIT = 6 * 1024 * 1024


def problems(files, pictures):
    """The sentences that are not true of the roll; `files` and `pictures` map names to bytes."""
    pages = [json.loads(files[f"page-{n}.json"])["photos"] for n in range(1, 7)]
    entries = [photo for page in pages for photo in page["photo"]]
    by_id = collections.defaultdict(list)
    for photo in entries:
        if "id" in photo:
            by_id[photo["id"]].append(photo)
    shown = json.loads(files["pictures.json"])
    photos_of = collections.Counter(versions[0]["owner"] for versions in by_id.values())
    owners_of = collections.defaultdict(set)
    names_of = collections.defaultdict(set)
    for photo in entries:
        owners_of[photo["ownername"]].add(photo["owner"])
        names_of[photo["owner"]].add(photo["ownername"])
    repeats = [versions for versions in by_id.values() if len(versions) > 1]
    titles = [photo["title"] for photo in entries]
    images = {name: Image.open(io.BytesIO(data)) for name, data in pictures.items()}
    orientations = {image.getexif().get(0x0112, 1) for image in images.values()}
    rules = {
        "there are at least 600 photos": len(by_id) >= 600,
        "there are at least 150 photographers": len(photos_of) >= 150,
        "some photographers have 20 photos or more": max(photos_of.values()) >= 20,
        "a third of the photographers have three photos or fewer": sum(n <= 3 for n in photos_of.values()) * 3 >= len(photos_of),
        "one entry has no id": sum("id" not in photo for photo in entries) == 1,
        "a photo keeps its owner": all(len({v["owner"] for v in versions}) == 1 for versions in by_id.values()),
        "some photos come again as they were": any(v[0] == v[1] for v in repeats),
        "some photos come again with another title": any(v[0]["title"] != v[1]["title"] for v in repeats),
        "some photos come again under another owner name": any(v[0]["ownername"] != v[1]["ownername"] for v in repeats),
        "two photographers share a name": any(len(owners) > 1 for owners in owners_of.values()),
        "a photographer changes the name": any(len(names) > 1 for names in names_of.values()),
        "no photographer has two names on one page": all(
            len({p["ownername"] for p in page["photo"] if p["owner"] == owner}) <= 1 for page in pages for owner in names_of),
        "every licence occurs": {str(n) for n in range(17)} <= {str(p["license"]) for p in entries},
        "a title has more than 300 characters": any(len(t) > 300 for t in titles),
        "some titles are empty": titles.count("") >= 20,
        "one page says perpage as a string": sum(isinstance(p["perpage"], str) for p in pages) == 1,
        "every photo has its picture": set(shown) == set(by_id) and set(shown.values()) <= set(pictures),
        "every picture is shown": set(shown.values()) == set(pictures),
        "there are at least 40 pictures": len(pictures) >= 40,
        "the pictures stay below 6 MB": sum(map(len, pictures.values())) < LIMIT,
        "one picture is progressive": any("progressive" in image.info for image in images.values()),
        "one picture is grey": any(image.mode == "L" for image in images.values()),
        "all eight orientations occur": orientations == set(range(1, 9)),
        "there are panoramas and portraits": any(i.width > 2.5 * i.height for i in images.values()) and any(i.height > i.width for i in images.values()),
    }
    return [rule for rule, holds in rules.items() if not holds]


def summary(files, pictures):
    """One line of figures."""
    entries = [p for n in range(1, 7) for p in json.loads(files[f"page-{n}.json"])["photos"]["photo"]]
    ids, owners = {p.get("id") for p in entries} - {None}, {p["owner"] for p in entries if "id" in p}
    size = sum(map(len, pictures.values()))
    return f"{len(entries)} entries, {len(ids)} photos by {len(owners)} photographers; {len(pictures)} pictures, {size / 1e6:.2f} MB"
