"""Starts the loopback Flickr and asks it plainly, as the measure of what the clients make of it."""

import contextlib
import json
import subprocess
import sys
import urllib.parse
import urllib.request


class FakeFlickr:
    def __init__(self, program, *arguments):
        self.process = subprocess.Popen(
            [program, "--until-eof", *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().strip()
        self.pictures = self.process.stdout.readline().split()[-1]

    @property
    def rest(self):
        return self.url + "/services/rest/"

    def call(self, method, **arguments):
        """The answer to a call without any client."""
        query = dict(arguments, method="flickr." + method, api_key="plain", format="json", nojsoncallback="1")
        with urllib.request.urlopen(self.rest + "?" + urllib.parse.urlencode(query)) as answer:
            return json.load(answer)

    def ids(self, method, key="photos", **arguments):
        """The ids of all pages of a list."""
        result, page = [], 1
        while True:
            found = self.call(method, page=page, **arguments)[key]
            result += [photo["id"] for photo in found["photo"]]
            if page >= found["pages"]:
                return result
            page += 1

    def order(self, **arguments):
        with urllib.request.urlopen(self.url + "/control?" + urllib.parse.urlencode(arguments)) as answer:
            return json.load(answer)

    def close(self):
        self.process.stdin.close()
        status = self.process.wait(timeout=20)
        if status != 0:
            raise AssertionError(f"fake-flickr ended with {status}")


class Checks:
    """Counts what was looked at and says what is wrong."""

    def __init__(self, client):
        self.client = client
        self.count = 0
        self.failures = []

    def equal(self, what, got, wanted):
        self.count += 1
        if got != wanted:
            self.failures.append(f"{what}: {shortened(got)} instead of {shortened(wanted)}")

    def true(self, what, holds):
        self.equal(what, bool(holds), True)

    def raises(self, what, errors, words, body):
        self.count += 1
        try:
            body()
        except errors as error:
            if words not in str(error):
                self.failures.append(f"{what}: raised “{error}”, without “{words}”")
        else:
            self.failures.append(f"{what}: raised nothing")

    def finish(self):
        for failure in self.failures:
            print(f"{self.client}: {failure}", file=sys.stderr)
        print(f"{self.client}: {self.count - len(self.failures)} of {self.count} checks hold")
        return not self.failures


def shortened(value):
    text = repr(value)
    return text if len(text) < 200 else text[:200] + "…"


@contextlib.contextmanager
def running(program, *arguments):
    flickr = FakeFlickr(program, *arguments)
    try:
        yield flickr
    finally:
        flickr.close()
