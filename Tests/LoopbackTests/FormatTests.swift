import Flickr
import Foundation
import FoundationNetworking
import FoundationXML
import TestSupport
import Testing

@Suite("The forms of the loopback Flickr")
struct FormatTests {
  private let flickr: FakeFlickr

  init() throws {
    flickr = try FakeFlickr(photos: 120)
  }

  private func text(_ target: String) -> String {
    String(decoding: flickr.answer(to: LoopbackRequest(target)).body, as: UTF8.self)
  }

  @Test("JSON, JSON within a function, and XML contain the same photos")
  func same() throws {
    let list = "/rest/?method=flickr.photos.getRecent&api_key=a&extras=description,tags,owner_name&format="
    let json = text(list + "json&nojsoncallback=1")
    #expect(text(list + "json") == "jsonFlickrApi(\(json))")
    #expect(text(list + "json&jsoncallback=f") == "f(\(json))")
    let decoded = try PhotoPageDecoder.decode(Array(json.utf8)).records
    let document = try XMLDocument(data: Data(text(list + "rest").utf8))
    let photos = try document.nodes(forXPath: "/rsp[@stat='ok']/photos/photo").compactMap {
      $0 as? XMLElement
    }
    func attributes(_ name: String) -> [String?] { photos.map { $0.attribute(forName: name)?.stringValue } }
    #expect(attributes("id") == decoded.map(\.id))
    #expect(attributes("title") == decoded.map(\.title))
    #expect(attributes("ownername") == decoded.map(\.ownerName))
    #expect(
      photos.map { $0.elements(forName: "description").first?.stringValue ?? "" }
        == decoded.map { $0.description ?? "" })
  }

  @Test("are decoded, whatever the style", arguments: FlickrAnswers.Style.names.keys.sorted())
  func styles(name: String) throws {
    let path = try #require(FlickrAnswers.Style.names[name])
    flickr.manners.style[keyPath: path] = true
    let all =
      "description,license,date_upload,date_taken,owner_name,last_update,geo,tags,views,media,path_alias,url_s"
    let page = text(
      "/rest/?method=flickr.photos.getRecent&api_key=a&format=json&nojsoncallback=1&extras=" + all)
    #expect(
      try PhotoPageDecoder.decode(Array(page.utf8)).records.map(\.id) == Array(flickr.world.ids.prefix(100)))
    let feed = text("/feeds/photos_public.gne?format=json&nojsoncallback=1")
    #expect(
      try PhotoPageDecoder.decode(Array(feed.utf8)).records.map(\.id) == Array(flickr.world.ids.prefix(20)))

  }

  @Test("Parameters are read from posted forms and from OAuth headers", .timeLimit(.minutes(10)))
  func posted() async throws {
    func echo(_ form: String, _ header: String? = nil) async throws -> String {
      var request = URLRequest(url: try #require(URL(string: flickr.url + "/services/rest/")))
      request.httpMethod = "POST"
      request.httpBody = Data(form.utf8)
      request.setValue(header, forHTTPHeaderField: "Authorization")
      return String(decoding: try await URLSession.shared.data(for: request).0, as: UTF8.self)
    }
    let form = "method=flickr.test.echo&format=json&nojsoncallback=1&x=a+%26%20b"
    #expect(try await echo(form + "&api_key=a").contains("\"x\":{\"_content\":\"a & b\"}"))
    #expect(try await echo(form, "OAuth realm=\"\", oauth_consumer_key=\"k1\"").contains("\"stat\":\"ok\""))
    #expect(try await echo(form).contains("\"code\":100"))
  }

  @Test("have a head alone, for who asks for no more", .timeLimit(.minutes(10)))
  func head() async throws {
    var request = URLRequest(url: try #require(URL(string: flickr.url + "/feeds/photos_public.gne")))
    request.httpMethod = "HEAD"
    // A body would be taken for the head of the second answer.
    for _ in 0..<2 {
      let (body, response) = try await URLSession.shared.data(for: request)
      #expect(body.isEmpty && response.expectedContentLength > 1_000)
    }
  }
}
