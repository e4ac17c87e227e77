import TestSupport
import Testing

@Suite("A proxy", .fewAtOnce)
struct ProxyTests {
  private let home: Home
  private let proxy: LoopbackFlickr

  init() throws {
    home = try Home()
    proxy = try LoopbackFlickr()
    proxy.serve("http://photos.test/page.json", .json(FlickrAnswers.page(photos: FlickrAnswers.photos(3))))
    proxy.serve("photos.test:443", .html(status: 403, "Forbidden"))
  }

  private func refresh(_ scheme: String, _ environment: [String: String]) async throws -> CommandRun {
    try await home.run(
      "refresh", "--source", scheme + "://photos.test/page.json",
      environment: environment.mapValues { $0.replacing("PROXY", with: proxy.url) })
  }

  @Test("is asked when the environment names one", arguments: ["http_proxy", "all_proxy", "ALL_PROXY"])
  func http(variable: String) async throws {
    try await refresh("http", [variable: "PROXY"]).expectSuccess()
    #expect(proxy.requests.map(\.target) == ["http://photos.test/page.json"])
  }

  @Test(
    "is asked for a tunnel where there is TLS, and named when it refuses",
    arguments: ["https_proxy", "HTTPS_PROXY", "all_proxy"])
  func https(variable: String) async throws {
    let run = try await refresh("https", [variable: "PROXY"])
    run.expectFailure("The proxy for photos.test cannot be used", "403", "check http_proxy and https_proxy")
    #expect(proxy.requests.map(\.target) == ["photos.test:443"])
    #expect(proxy.requests.map(\.method) == ["CONNECT"])
  }

  @Test(
    "is not asked when it is not meant",
    arguments: [
      // A CGI program's header Proxy becomes HTTP_PROXY: like curl, the program ignores it.
      ["HTTP_PROXY": "PROXY"], ["https_proxy": "PROXY"], ["http_proxy": "PROXY", "no_proxy": "photos.test"],
      ["http_proxy": "PROXY", "NO_PROXY": "x.org,.test"], ["all_proxy": "PROXY", "no_proxy": "*"],
      ["http_proxy": "", "all_proxy": ""],
    ])
  func notMeant(environment: [String: String]) async throws {
    try await refresh("http", environment).expectFailure("The host photos.test is not known")
    #expect(proxy.requests.isEmpty)
  }

  @Test("that is not there is named, and not the host behind it")
  func missing() async throws {
    let port = try LoopbackFlickr.closedPort()
    let address = port.url.dropFirst(7)
    try await refresh("http", ["http_proxy": port.url])
      .expectFailure("The proxy \(address) cannot be used", "check http_proxy and https_proxy")
    try await refresh("http", ["http_proxy": "http://me:secret@unknown.invalid:3128"])
      .expectFailure("The proxy unknown.invalid cannot be used")
    withExtendedLifetime(port) {}
  }

  @Test("is never asked for what is on this machine")
  func loopback() async throws {
    let server = try LoopbackFlickr()
    server.serve("/page.json", .json(FlickrAnswers.page(photos: FlickrAnswers.photos(3))))
    try await home.run(
      "refresh", "--source", server.url + "/page.json", environment: ["http_proxy": proxy.url]
    ).expectSuccess()
    #expect(proxy.requests.isEmpty)
  }
}
