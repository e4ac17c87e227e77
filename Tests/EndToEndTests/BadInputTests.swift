import Foundation
import ObjectGraph
import TestSupport
import Testing

@testable import SQLiteStore

@Suite("Bad input to the commands", .fewAtOnce)
struct BadInputTests {
  @Test(
    "A source without photos ends in one sentence and changes nothing", arguments: BadSource.allCases)
  func sources(source: BadSource) async throws {
    let home = try await Home(photos: threePhotographers)
    let before = try await home.run("photos", "--json").output
    try await source.use(home) { address in
      let run = try await home.run("refresh", "--source", address)
      run.expectFailure()
      for word in source.words { #expect(run.errors.contains(word), "\(run.errors)") }
      #expect(!run.errors.contains("\u{1B}"))
    }
    #expect(try await home.run("photos", "--json").output == before)
    try await home.run("check").expectSuccess()
  }

  @Test(
    "A source in words that mean nothing is refused with what could be written",
    arguments: ["", "nowhere", "search:", "user:", "ftp://x/y"])
  func unknownSources(source: String) async throws {
    let home = try Home()
    let run = try await home.run("refresh", "--source", source)
    #expect(run.status == 64)
    #expect(run.output == "" && run.errors.contains("source"))
  }

  @Test("A source that needs a key says where it comes from, and a key is never shown")
  func key() async throws {
    let home = try Home()
    try await home.run("refresh", "--source", "recent").expectFailure("set FLICKR_API_KEY")
    let server = try LoopbackFlickr()
    let key = "0123456789abcdef0123456789abcdef"
    server.serve("/rest/", .json(FlickrAnswers.failure(code: 112, "Method unknown for \(key)")))
    let run = try await home.run(
      "refresh", "--source", "recent", "--endpoint", server.url, environment: ["FLICKR_API_KEY": key])
    run.expectFailure("code 112")
    #expect(!run.errors.contains(key))
    #expect(server.requests.first?.query["api_key"] == key)
  }

  @Test(
    "A library folder that cannot be made or written is named",
    arguments: ["/proc/proofsheet", "/dev/null/library", "FILE/library", "FILE"])
  func unwritable(folder: String) async throws {
    let home = try Home()
    let file = try home.file("file", "text")
    let path = folder.replacing("FILE", with: home.folder.path("file"))
    let run = try await home.run("refresh", "--library", path)
    run.expectFailure(path, "--library")
    #expect(try String(contentsOf: #require(URL(string: file)), encoding: .utf8) == "text")
    let session = try home.browse("--library", path, size: .init(columns: 250, rows: 5))
    #expect(try await session.exit() == .exited(1))
    #expect(session.screen.line(0).hasPrefix("proofsheet: "))
    #expect(try session.leftovers == [])
  }

  private static let commands = [
    ["photos"], ["photographers", "--json"], ["check"], ["refresh"], ["delete", "11"], ["restore", "11"],
  ]

  @Test("A library file that is not SQLite is left as it is", arguments: commands)
  func notSQLite(command: [String]) async throws {
    let home = try Home()
    let bytes = Data(String(repeating: "This is no library. ", count: 500).utf8)
    let file = URL(fileURLWithPath: home.library).appendingPathComponent("library.sqlite")
    try FileManager.default.createDirectory(atPath: home.library, withIntermediateDirectories: true)
    try bytes.write(to: file)
    try await home.run(command).expectFailure("library.sqlite")
    #expect(try Data(contentsOf: file) == bytes)
  }

  @Test("A library of a newer version is left as it is", arguments: commands)
  func newer(command: [String]) async throws {
    let home = try await Home(photos: threePhotographers)
    let file = URL(fileURLWithPath: home.library).appendingPathComponent("library.sqlite")
    try markAsNewer(file)
    let before = try Data(contentsOf: file)
    try await home.run(command).expectFailure("written by a later version", "--library")
    #expect(try Data(contentsOf: file) == before)
    let session = try home.browse(size: .init(columns: 250, rows: 5))
    #expect(try await session.exit() == .exited(1))
    #expect(session.screen.line(0).contains("written by a later version"))
    #expect(try Data(contentsOf: file) == before)
  }

  /// Does what a later version of the program does to a library.
  private func markAsNewer(_ file: URL) throws {
    let connection = try Connection(path: file.path, access: .readWrite)
    let plist = try PropertyListSerialization.data(
      fromPropertyList: ["ProofsheetFormatVersion": 99], format: .binary, options: 0)
    try connection.run("UPDATE Z_METADATA SET Z_PLIST = ?", [.data(plist)])
    try connection.execute("PRAGMA journal_mode = DELETE")
  }
}
