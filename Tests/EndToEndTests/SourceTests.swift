import Foundation
import TestSupport
import Testing

@Suite("Sources", .fewAtOnce)
struct SourceTests {
  private static let settings = """
    # Mine.
    mouse = true   # yes

    [sources]
    # At the sea.
    sea = "tag:sea,wave"
    """

  private func contents(_ home: Home) throws -> String {
    try String(contentsOf: home.folder.url.appendingPathComponent("settings.toml"), encoding: .utf8)
  }

  @Test("Names are added, listed, used and removed, and the file keeps what the user wrote")
  func names() async throws {
    let home = try Home()
    _ = try home.file("settings.toml", Self.settings)
    let config = ["--config", home.folder.path("settings.toml")]
    let page = try home.file("page.json", FlickrAnswers.page(photos: threePhotographers))
    try await home.run(["source", "add", "three", page] + config).expectSuccess()
    #expect(try contents(home) == Self.settings + "\nthree = \"\(page)\"\n")
    #expect(
      try await home.run(["source", "list"] + config).lines == ["sea\ttag:sea,wave", "three\t\(page)"])
    let json = try await home.run(["source", "list", "--json"] + config).json([[String: String]].self)
    #expect(json.first == ["name": "sea", "source": "tag:sea,wave"])
    try await home.run(["refresh", "--source", "three"] + config).expectSuccess()
    struct Photo: Decodable { let sources: [String] }
    let photos = try await home.run(["photos", "--json"] + config).json([Photo].self)
    #expect(photos.count == 8 && photos.allSatisfy { $0.sources == [page] })
    try await home.run(["source", "add", "three", "feed:user:1@N00"] + config).expectSuccess()
    #expect(try contents(home) == Self.settings + "\nthree = \"feed:user:1@N00\"\n")
    try await home.run(["source", "remove", "three"] + config).expectSuccess()
    #expect(try contents(home) == Self.settings + "\n")
    try await home.run(["source", "remove", "three"] + config).expectFailure(
      "no source named “three”")
  }

  @Test("The first name makes the file, for its owner alone, and a link to the file stays one")
  func newFile() async throws {
    let home = try Home()
    try await home.run("source", "add", "birds", "feed:any:bird,owl").expectSuccess()
    let file = home.folder.path("config/proofsheet/config.toml")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "[sources]\nbirds = \"feed:any:bird,owl\"\n")
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let link = home.folder.path("link.toml")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
    try await home.run("source", "add", "owls", "feed:owl", "--config", link).expectSuccess()
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file)
    #expect(try await home.run("source").lines == ["birds\tfeed:any:bird,owl", "owls\tfeed:owl"])
  }

  @Test("Names that several processes add at the same time are all kept")
  func together() async throws {
    let home = try Home()
    let run = try await home.shell(
      #"for n in 1 2 3 4 5 6 7 8 9 10 11 12; do "$P" source add "n$n" feed >/dev/null & done; wait"#)
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    #expect(try await Set(home.run("source").lines) == Set((1...12).map { "n\($0)\tfeed" }))
    let folder = home.folder.path("config/proofsheet")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["config.toml"])
  }

  @Test(
    "A link to a file that does not exist yet stays one, and a comment stays above the table that it explains"
  )
  func linkAndComment() async throws {
    let home = try Home()
    let (link, file) = (home.folder.path("link.toml"), home.folder.path("settings.toml"))
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "settings.toml")
    try await home.run("source", "add", "birds", "feed:bird", "--config", link).expectSuccess()
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "settings.toml")
    #expect(try contents(home) == "[sources]\nbirds = \"feed:bird\"\n")
    let keys = "\n# My keys.\n[keys]\nphoto.delete = \"x\"\n"
    try Data("[sources]\nbirds = \"feed:bird\"\n# At night.\n\(keys)".utf8).write(to: URL(filePath: file))
    try await home.run("source", "add", "owls", "feed:owl", "--config", link).expectSuccess()
    #expect(
      try contents(home)
        == "[sources]\nbirds = \"feed:bird\"\n# At night.\nowls = \"feed:owl\"\n\(keys)")
  }

  @Test(
    "An address with a key or a password gets no name, and the file stays as it is",
    arguments: [
      "https://example.org/rest/?api_key=abc123&page={page}", "https://me:abc123@example.org/page.json",
    ])
  func secrets(address: String) async throws {
    let home = try Home()
    _ = try home.file("settings.toml", Self.settings)
    let run = try await home.run("source", "add", "k", address, "--config", home.folder.path("settings.toml"))
    run.expectFailure("is not stored, because it contains a key or a password")
    #expect(!run.errors.contains("abc123"))
    #expect(try contents(home) == Self.settings)
  }

  @Test(
    "A name or a source that cannot be is refused, and the file stays as it is",
    arguments: [
      (["recent", "feed"], "“recent” is a built-in source"), (["a b", "feed"], "A name consists of letters"),
      (["x", "nowhere"], "“nowhere” is not a source"), (["x", "place:1,2,3"], "four numbers"),
    ])
  func refused(arguments: [String], words: String) async throws {
    let home = try Home()
    _ = try home.file("settings.toml", Self.settings)
    let run = try await home.run(
      ["source", "add"] + arguments + ["--config", home.folder.path("settings.toml")])
    #expect(run.status == 64 && run.errors.contains(words) && !run.errors.contains("Usage"))
    #expect(try contents(home) == Self.settings)
  }

  @Test("A check finds a source of the configuration that is none, and says its line")
  func checked() async throws {
    let home = try Home()
    _ = try home.file("settings.toml", "source = \"sample\"\n[sources]\nx = \"nowhere\"\n")
    let run = try await home.run("check", "--config", home.folder.path("settings.toml"))
    #expect(run.status == 1 && run.errors.contains("“nowhere” is not a source"))
    #expect(run.errors.hasSuffix("(line 3).\n"))
  }

  @Test(
    "Names in a form that cannot be kept are left to their owner",
    arguments: [
      "sources = { a = \"feed\" }\n", "sources.a = \"feed\"\n",
    ])
  func otherForms(text: String) async throws {
    let home = try Home()
    _ = try home.file("settings.toml", text)
    try await home.run("source", "add", "b", "feed", "--config", home.folder.path("settings.toml"))
      .expectFailure("edit it by hand")
    #expect(try contents(home) == text)
  }

  @Test("test reports whether the key works and what the source answers, and imports nothing")
  func testing() async throws {
    let home = try Home()
    let server = try LoopbackFlickr()
    server.serve { request in
      if request.query["method"] == "flickr.test.echo" {
        guard request.query["api_key"] == "good" else {
          return .json(FlickrAnswers.failure(code: 100, "Invalid API Key (Key not found)"))
        }
        return .json(#"{"method":{"_content":"flickr.test.echo"},"stat":"ok"}"#)
      }
      return .json(FlickrAnswers.page(total: 900, photos: FlickrAnswers.photos(3)))
    }
    let command = ["source", "test", "tag:sea", "--endpoint", server.url]
    let good = try await home.run(command, environment: ["FLICKR_API_KEY": "good"])
    good.expectSuccess()
    #expect(
      good.lines == ["source\ttag:sea", "key\tworks", "answer\t3 photos on the first page, 900 in all"])
    let bad = try await home.run(command, environment: ["FLICKR_API_KEY": "secret123"])
    #expect(bad.status == 1 && bad.lines.count == 3 && bad.lines[1].contains("Key not found"))
    #expect(!(bad.output + bad.errors).contains("secret123"))
    let none = try await home.run(command)
    #expect(none.status == 1 && none.lines[1].hasPrefix("key\tnone: set FLICKR_API_KEY"))
    #expect(none.lines[2].contains("needs a Flickr API key"))
    #expect(!FileManager.default.fileExists(atPath: home.library))
  }

  @Test("test looks a name up once")
  func lookingUpOnce() async throws {
    let flickr = try FakeFlickr(photos: 100)
    let name = flickr.world.owner(number: 0).name
    try await Home().run(
      "source", "test", "user:\(name)", "--endpoint", flickr.url, environment: ["FLICKR_API_KEY": "k"]
    ).expectSuccess()
    let methods = flickr.server.requests.compactMap { $0.query["method"] }
    #expect(methods == ["flickr.test.echo", "flickr.people.findByUsername", "flickr.people.getPublicPhotos"])
  }

  @Test("refresh reads the requested number of pages")
  func limits() async throws {
    let home = try Home()
    let server = try LoopbackFlickr()
    server.serve(
      pages: (1...4).map {
        FlickrAnswers.page($0, pages: 4, perPage: 10, photos: FlickrAnswers.photos(10, from: $0 * 100))
      })
    let options = ["--source", "recent", "--endpoint", server.url, "--json"]
    func figures(_ more: String...) async throws -> [String: Int] {
      try await home.run(["refresh"] + more + options, environment: ["FLICKR_API_KEY": "k"]).figures().numbers
    }
    var summary = try await figures("--pages", "2")
    #expect(summary["new"] == 20 && summary["requests"] == 2)
    summary = try await figures("--pages", "4")
    #expect(summary["unchanged"] == 10 && summary["pages"] == 1 && summary["requests"] == 1)
    summary = try await figures("--older")
    #expect(summary["new"] == 10 && summary["pages"] == 1)
    summary = try await figures("--all", "--limit", "3")
    #expect(summary["new"] == 3 && summary["unchanged"] == 30 && summary["pages"] == 4)
    summary = try await figures("--all")
    #expect(summary["new"] == 7 && summary["photos"] == 40)
  }
}
