import Foundation
import TestSupport
import Testing

@Suite("The key to Flickr's API", .fewAtOnce)
struct KeyTests {
  private let home: Home
  private let server: LoopbackFlickr

  init() throws {
    home = try Home()
    server = try LoopbackFlickr()
    server.serve { _ in .json(FlickrAnswers.page(photos: FlickrAnswers.photos(3))) }
  }

  private func write(_ text: String, to name: String, rights: Int = 0o600) throws {
    let url = home.folder.url.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
    try FileManager.default.setAttributes([.posixPermissions: rights], ofItemAtPath: url.path)
  }

  private func refresh(_ environment: [String: String] = [:]) async throws -> CommandRun {
    try await home.run("refresh", "--source", "recent", "--endpoint", server.url, environment: environment)
  }

  @Test(
    "comes from the environment, else from the configuration, else from a file that it names, else from the usual one"
  )
  func order() async throws {
    try write("  usual00\n", to: "config/proofsheet/key")
    try await refresh().expectSuccess()
    try write("named00", to: "named")
    try write(
      "key_file = \"\(home.folder.path("named"))\"\n", to: "config/proofsheet/config.toml", rights: 0o644)
    try await refresh().expectSuccess()
    try write("key_file = \"~/named\"\n", to: "config/proofsheet/config.toml", rights: 0o644)
    try await refresh().expectSuccess()
    try write("api_key = \"written0\"\nkey_file = \"none\"\n", to: "config/proofsheet/config.toml")
    try await refresh().expectSuccess()
    try await refresh(["FLICKR_API_KEY": " outside0 "]).expectSuccess()
    try await refresh(["FLICKR_API_KEY": ""]).expectSuccess()
    let keys = server.requests.compactMap { $0.query["api_key"] }
    #expect(keys == ["usual00", "named00", "named00", "written0", "outside0", "written0"])
  }

  @Test(
    "in a file that others may read is refused, with what to do",
    arguments: [0o640, 0o604, 0o620, 0o644, 0o777])
  func rights(rights: Int) async throws {
    try write("abc123def", to: "config/proofsheet/key", rights: rights)
    let path = home.folder.path("config/proofsheet/key")
    let run = try await refresh()
    run.expectFailure("The key file \(path) can be read by others", "chmod 600 \(path)")
    #expect(!run.errors.contains("abc123"))
    // Who needs no key is not disturbed.
    try await home.run("refresh").expectSuccess()
    try write("api_key = \"abc123def\"", to: "config/proofsheet/config.toml", rights: rights)
    let configured = try await refresh()
    configured.expectFailure("config.toml holds a key and can be read by others", "chmod 600 ")
    #expect(!configured.errors.contains("abc123"))
    #expect(server.requests.isEmpty)
  }

  @Test("in a file that cannot be used is refused for the source that was refreshed last, too")
  func lastSource() async throws {
    try write("abc123def", to: "config/proofsheet/key")
    try await refresh().expectSuccess()
    try write("abc123def", to: "config/proofsheet/key", rights: 0o644)
    try await home.run("refresh", "--endpoint", server.url).expectFailure("can be read by others")
    #expect(server.requests.count == 1)
  }

  @Test("in a file that cannot be used leaves the browser open, which says so when the user refreshes")
  func browsing() async throws {
    try write("abc123def", to: "config/proofsheet/key")
    try await refresh().expectSuccess()
    try write("abc123def", to: "config/proofsheet/key", rights: 0o644)
    let session = try home.browse()
    try await session.wait(forFoot: "r refresh")
    session.type("r")
    try await session.wait(for: "The key file ")
    try await session.wait(forFoot: "r refresh")
    #expect(server.requests.count == 1)
  }

  @Test(
    "in a file that holds none is refused with a reason",
    arguments: [
      ("named", "", "is empty"), ("named", " \n\n", "is empty"),
      ("named", "two words", "holds more than a key"),
      ("named", "one\ntwo", "holds more than a key"), ("nothing", "x", "does not exist"),
      ("", "x", "is no file"),
    ])
  func badFiles(name: String, text: String, reason: String) async throws {
    try write(text, to: "named")
    let path = home.folder.path(name)
    try write("key_file = \"\(path)\"\n", to: "config/proofsheet/config.toml")
    try await refresh().expectFailure("The key file \(path) \(reason).")
  }

  @Test("is too large a file when it is one")
  func largeFile() async throws {
    try write(String(repeating: "x", count: 5_000), to: "config/proofsheet/key")
    try await refresh().expectFailure("is too large")
  }

  @Test("is in no file and no output, and no argument takes it, whatever comes of a request")
  func nowhere() async throws {
    let key = "0123456789abcdef0123456789abcdef"
    let answers: [LoopbackAnswer] = [
      .json(FlickrAnswers.page(photos: FlickrAnswers.photos(5))), .html(status: 404, "No \(key)"),
      .json(FlickrAnswers.failure(code: 112, "Method with \(key)")),
      .redirect(to: "http://127.0.0.1:1/?api_key=\(key)"),
      .redirect(to: "ftp://x.org/\(key)"), .json(#"{"\#(key)": 1}"#), .large(50 << 20, announced: true),
    ]
    for answer in answers {
      server.serve("/rest/", answer)
      let run = try await refresh(["FLICKR_API_KEY": key])
      #expect(!(run.output + run.errors).contains(key), "\(run.errors)")
      let address = server.url + "/rest/?api_key=\(key)&page={page}"
      let direct = try await home.run("refresh", "--source", address)
      #expect(!(direct.output + direct.errors).contains(key), "\(direct.errors)")
    }
    // The status is 1 if there is none, and 2 after an error.
    let found = try await home.shell("grep -rlF \(key) .")
    #expect(found.status == 1 && found.output.isEmpty, "\(found.output)\(found.errors)")
    let help = try await home.run("refresh", "--help")
    #expect(!help.output.lowercased().contains("-key"))
  }
}
