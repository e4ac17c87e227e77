"""Walks the loopback Flickr with PyPI's flickrapi, by XML and by JSON."""

import logging
import urllib.request

import flickrapi

# It tells of each refusal; they are raised as well.
logging.getLogger("flickrapi").setLevel(logging.CRITICAL)


def clients(url):
    flickrapi.core.FlickrAPI.REST_URL = url
    xml = flickrapi.FlickrAPI("a1b2", "secret", cache=False)
    parsed = flickrapi.FlickrAPI("a1b2", "secret", format="parsed-json", cache=False)
    return xml, parsed


def run(flickr, checks):
    xml, parsed = clients(flickr.rest)
    lists(flickr, checks, xml, parsed)
    people(flickr, checks, xml, parsed)
    errors(checks, xml, parsed)
    pictures(flickr, checks, parsed)
    faults(flickr, checks, parsed)


def lists(flickr, checks, xml, parsed):
    wanted = flickr.ids("photos.search", text="heron")
    walked = [photo.get("id") for photo in xml.walk(text="heron", per_page=20)]
    checks.true("there are herons", len(wanted) > 40)
    checks.equal("walk by XML", walked, wanted)
    first = parsed.photos.search(text="heron", per_page=20, extras="description,tags,geo")["photos"]
    checks.equal("search by JSON", [photo["id"] for photo in first["photo"]], wanted[:20])
    element = xml.photos.search(text="heron", per_page=20, extras="description,tags").find("photos").findall("photo")
    for node, photo in zip(element, first["photo"]):
        checks.equal("title", node.get("title"), photo["title"])
        checks.equal("tags", node.get("tags"), photo["tags"])
        checks.equal("description", node.find("description").text or "", photo["description"]["_content"])
    interesting = parsed.interestingness.getList(per_page=500)["photos"]
    checks.equal("interesting", [photo["id"] for photo in interesting["photo"]], flickr.ids("interestingness.getList", per_page=500))
    box = parsed.photos.search(bbox="-25,35,25,70", min_upload_date="1", per_page=500)["photos"]
    checks.equal("photos a page of places", box["perpage"], 250)


def people(flickr, checks, xml, parsed):
    owner = flickr.call("photos.getRecent")["photos"]["photo"][0]["owner"]
    name = parsed.people.getInfo(user_id=owner)["person"]["username"]["_content"]
    found = parsed.people.findByUsername(username=name)["user"]["nsid"]
    checks.equal("name of the person found", parsed.people.getInfo(user_id=found)["person"]["username"]["_content"], name)
    walked = [photo.get("id") for photo in xml.walk_user("70000000@N00", per_page=50)]
    checks.equal("walk_user", walked, flickr.ids("people.getPhotos", user_id="70000000@N00"))
    albums = [album.get("id") for album in xml.walk_photosets(user_id="70000000@N00")]
    checks.true("there are albums", len(albums) >= 2)
    for album in albums:
        walked = [photo.get("id") for photo in xml.walk_set(album, per_page=30)]
        checks.equal("walk_set", walked, flickr.ids("photosets.getPhotos", "photoset", photoset_id=album))
    group = parsed.urls.lookupGroup(url="https://www.flickr.com/groups/birds/")["group"]["id"]
    pool = parsed.groups.pools.getPhotos(group_id=group, per_page=500)["photos"]
    checks.true("there is a pool", len(pool["photo"]) == pool["total"] > 0)
    favorites = parsed.favorites.getPublicList(user_id="70000000@N00", per_page=500)["photos"]
    checks.true("there are favourites", len(favorites["photo"]) > 100)


def errors(checks, xml, parsed):
    error = flickrapi.exceptions.FlickrError
    for client in (xml, parsed):
        checks.raises("no such photo", error, "Photo not found", lambda: client.photos.getInfo(photo_id="1"))
        checks.raises("no such method", error, "112", lambda: client.no.suchMethod())
        checks.raises("no such person", error, "User not found", lambda: client.people.findByUsername(username="no one"))
    for key, words in [("expired", "Key has expired"), ("unknown", "Key not found"), ("a b", "invalid format")]:
        client = flickrapi.FlickrAPI(key, "secret", format="parsed-json")
        checks.raises("key " + key, error, words, lambda: client.test.echo())


def pictures(flickr, checks, parsed):
    for photo in flickr.call("photos.getRecent", per_page=3)["photos"]["photo"]:
        sizes = parsed.photos.getSizes(photo_id=photo["id"])["sizes"]["size"]
        checks.true("there are sizes", len(sizes) >= 7)
        for size in sizes:
            with urllib.request.urlopen(size["source"]) as answer:
                data = answer.read()
                checks.equal("width of " + size["label"], answer.headers["imagewidth"], str(size["width"]))
                checks.true("picture", data[:2] == b"\xff\xd8" or data[:4] == b"\x89PNG")


def faults(flickr, checks, parsed):
    error = flickrapi.exceptions.FlickrError
    flickr.order(fault="429", count=1)
    checks.raises("429", error, "429", lambda: parsed.test.echo())
    flickr.order(fault="fail:105", count=1)
    checks.raises("105", error, "105", lambda: parsed.test.echo())
    flickr.order(fault="cut", count=1)
    checks.raises("cut off", Exception, "", lambda: parsed.test.echo())
    checks.equal("afterwards", parsed.test.echo()["stat"], "ok")
