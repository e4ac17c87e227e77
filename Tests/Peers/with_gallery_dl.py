"""Downloads from the loopback Flickr with PyPI's gallery-dl."""

import json
import logging
import pathlib
import tempfile
import urllib.request

from gallery_dl import config, job
from gallery_dl.extractor import flickr as extractor


def run(flickr, checks):
    extractor.FlickrAPI.API_URL = flickr.rest
    extractor.FlickrAPI.API_KEY = "a1b2"
    # It would not ask twice within half a second.
    extractor.FlickrExtractor.request_interval_min = 0
    # What it says about photos that are not there is no news here.
    logging.disable(logging.CRITICAL)
    lists(flickr, checks)
    with tempfile.TemporaryDirectory() as folder:
        downloads(flickr, checks, pathlib.Path(folder))


def settings(**options):
    config.clear()
    for name, value in options.items():
        config.set(("extractor",), name, value)
    config.set(("extractor",), "sleep-request", 0)
    config.set(("extractor",), "videos", False)
    # Those asked for first are the largest that may be had, and large ones take long to make.
    config.set(("extractor",), "size-max", 500)


def found(url):
    """The ids that a page on flickr.com leads to, and the name of the error that ended the list."""
    settings()
    with open("/dev/null", "w") as nowhere:
        data = job.DataJob(url, file=nowhere)
        data.run()
    ids = [str(item[2]["id"]) for item in data.data if item[0] == 3]
    return ids, type(data.exception).__name__ if data.exception else None


def lists(flickr, checks):
    site = "https://www.flickr.com/"
    person = "70000000@N00"
    expected = {
        site + "search/?text=heron": flickr.ids("photos.search", text="heron"),
        site + "search/?tags=sea,fog&tag_mode=all": flickr.ids("photos.search", tags="sea,fog", tag_mode="all"),
        site + f"photos/{person}/": flickr.ids("people.getPhotos", user_id=person),
        site + f"photos/{person}/favorites": flickr.ids("favorites.getList", user_id=person),
        site + "groups/birds/": flickr.ids("groups.pools.getPhotos", group_id="1000@N20"),
    }
    album = flickr.call("photosets.getList", user_id=person)["photosets"]["photoset"][0]["id"]
    expected[site + f"photos/{person}/albums/{album}"] = flickr.ids("photosets.getPhotos", "photoset", photoset_id=album)
    gallery = flickr.call("galleries.getList", user_id=person)["galleries"]["gallery"][0]["id"].split("-")[1]
    expected[site + f"photos/{person}/galleries/{gallery}"] = flickr.ids("galleries.getPhotos", gallery_id=gallery)
    for url, ids in expected.items():
        checks.true("there is something at " + url, ids)
        checks.equal(url, found(url), (ids, None))
    photo = flickr.call("photos.getRecent")["photos"]["photo"][0]
    checks.equal("one photo", found(site + f"photos/{photo['owner']}/{photo['id']}")[0], [photo["id"]])
    for missing in [f"photos/{person}/1", "photos/nobody_here/", f"photos/{person}/albums/5"]:
        checks.equal("nothing at " + missing, found(site + missing), ([], "NotFoundError"))


def downloads(flickr, checks, folder):
    person = flickr.call("photos.getRecent")["photos"]["photo"][0]["owner"]
    settings(**{"base-directory": str(folder), "directory": [], "filename": "{id}.{extension}"})
    config.set((), "extractor", dict(config.get((), "extractor"), postprocessors=[{"name": "metadata"}]))
    # One of the downloads breaks off and is taken up again.
    flickr.order(fault="cut", path=".jpg", pictures=1, count=1)
    config.set(("downloader",), "retries", 2)
    config.set(("output",), "mode", "null")
    status = job.DownloadJob(f"https://www.flickr.com/photos/{person}/").run()
    checks.equal("status of the downloads", status, 0)
    ids = flickr.ids("people.getPhotos", user_id=person)
    sidecars = {path.name.split(".")[0]: json.loads(path.read_text()) for path in folder.glob("*.json")}
    checks.equal("downloads", sorted(sidecars), sorted(ids))
    for id, facts in sidecars.items():
        file = folder / f"{id}.{facts['extension']}"
        with urllib.request.urlopen(facts["url"]) as answer:
            checks.equal("bytes of " + id, file.read_bytes() == answer.read(), True)
