import Foundation
import Testing
import Transfer

@Suite("An address")
struct TransferURLTests {
  @Test(
    "shows neither keys nor passwords",
    arguments: [
      ("https://x.org/rest/?api_key=abc123&page=2", "https://x.org/rest/?api_key=…&page=2"),
      ("https://x.org/rest/?page=2&API_KEY=abc123", "https://x.org/rest/?page=2&API_KEY=…"),
      ("https://x.org/?api_key=abc#here", "https://x.org/?api_key=…#here"),
      ("https://x.org/?api_key=", "https://x.org/?api_key=…"),
      ("https://x.org/?a=api_key", "https://x.org/?a=api_key"),
      (
        "https://x.org/?oauth_token=a&OAuth_Signature=b&c=d",
        "https://x.org/?oauth_token=…&OAuth_Signature=…&c=d"
      ),
      ("auth_token=a api_sig=b oauth_consumer_key=c", "auth_token=… api_sig=… oauth_consumer_key=…"),
      ("http://me:pass@x.org/a@b", "http://me:…@x.org/a@b"),
      ("two: http://x/?api_key=a http://y/?api_key=b", "two: http://x/?api_key=… http://y/?api_key=…"),
    ])
  func redaction(whole: String, shown: String) {
    #expect(TransferURL.redact(whole) == shown)
  }

  @Test(
    "A password that is not encoded is hidden, and nothing else is",
    arguments: [
      ("http://me:p@ss@127.0.0.1:1/x", "http://me:…@127.0.0.1:1/x"),
      ("http://me:se/cret@h/x?a=b@c", "http://me:…@c"), ("http://me:pa ss@h/x", "http://me:…@h/x"),
      ("http://me:a?b/c@h/x", "http://me:…@h/x"), ("http://me:a/b@c?d#e@h/x", "http://me:…@h/x"),
      ("http://me:1/2/3x@h/x", "http://me:1/2/3x@h/x"), ("http://my name:pass@h/x", "http://my name:…@h/x"),
      ("http://h:8080/photos/1@N00/", "http://h:8080/photos/1@N00/"),
      ("http://h/a:b@c", "http://h/a:b@c"), ("http://[::1]:80/a@b", "http://[::1]:80/a@b"),
      ("http://me:pass@h/photos/1@N00/", "http://me:…@h/photos/1@N00/"), ("http://h:", "http://h:"),
      ("https://www.flickr.com/photos/1@N00/", "https://www.flickr.com/photos/1@N00/"),
    ])
  func unencodedPassword(whole: String, shown: String) {
    #expect("\(TransferURL(whole))" == shown)
  }

  @Test(
    "An address in a sentence is brief: only the beginning of a long query is shown",
    arguments: [
      (
        "https://api.flickr.com/services/rest/?method=flickr.photos.getRecent&api_key=abc123&page=2",
        "https://api.flickr.com/services/rest/?method=flickr.photos.getRecent&…"
      ),
      (
        "https://api.flickr.com/services/rest/?api_key=abc123&method=flickr.test.echo",
        "https://api.flickr.com/services/rest/?api_key=…&…"
      ),
      ("https://x.org/?a=1&b=2", "https://x.org/?a=1&b=2"),
      (
        "https://me:pass@x.org/" + String(repeating: "long", count: 20),
        "https://me:…@x.org/" + String(repeating: "long", count: 20)
      ),
    ])
  func brevity(whole: String, shown: String) {
    #expect(TransferURL(whole).brief == shown)
  }

  @Test("keeps its key out of everything that prints it")
  func printing() {
    let request = TransferRequest("https://x.org/?api_key=abc123")
    var dumped = ""
    dump(request, to: &dumped)
    let error = TransferError(.failed, request.url, detail: request.url.text, curlText: request.url.text)
    var dumpedError = ""
    dump(error, to: &dumpedError)
    let texts = [
      dumped, dumpedError, "\(request)", "\(request.url)", String(reflecting: request), "\(error)",
      String(reflecting: error), String(reflecting: request.url), error.localizedDescription,
    ]
    for text in texts { #expect(!text.contains("abc123"), "\(text)") }
    #expect(request.url.text.contains("abc123"))
  }

  @Test(
    "An address reports whether it holds keys, and which",
    arguments: [
      ("https://x.org/?api_key=a&c=d", ["a"]), ("https://x.org/?b=c&API_KEY=", [""]),
      ("x?oauth_token=1&api_sig=2#3", ["1", "2"]), ("https://x.org/?api=1", []), ("", []),
    ])
  func keys(text: String, keys: [String]) {
    #expect(TransferURL(text).keys == keys)
    #expect(TransferURL(text).holdsKey == !keys.isEmpty)
  }

  @Test(
    "An address reports its host, and whether that is this machine",
    arguments: [
      ("https://API.flickr.com:443/x", "api.flickr.com", false), ("http://me:pass@x.org/", "x.org", false),
      ("http://127.0.0.1:80/", "127.0.0.1", true), ("http://127.1/", "127.0.0.1", true),
      ("http://localhost/", "localhost", true), ("http://LocalHost/", "localhost", true),
      ("http://localhost./", "localhost.", true), ("http://a.localhost/", "a.localhost", true),
      ("http://localhost.example/", "localhost.example", false), ("http://[::1]/", "[::1]", true),
      ("file:///x", "", true),
      ("http://127.evil.example/", "127.evil.example", false), ("http://127.0.0.1@x.org/", "x.org", false),
      ("nothing", nil, false), ("ftp://x.org", nil, false),
    ])
  func host(text: String, host: String?, isLocal: Bool) {
    #expect(TransferURL(text).host == host)
    #expect(TransferURL(text).isLocal == isLocal)
  }

  @Test(
    "An address reports its scheme",
    arguments: [("HTTPS://x", "https"), ("file:/x", "file"), ("x/y", nil), (":x", nil), ("ä:x", nil)])
  func scheme(text: String, scheme: String?) {
    #expect(TransferURL(text).scheme == scheme)
  }
}
