import Foundation
import TestSupport
import Testing

@testable import SQLiteStore

@Suite("Numbers, texts and files at their bounds, from the command line", .fewAtOnce)
struct BoundsTests {
  private static let largest = "9223372036854775807"

  private func database(_ home: Home) throws -> Connection {
    try Connection(path: home.library + "/library.sqlite", access: .readWrite)
  }

  @Test(
    "The largest number in an option does its work or is refused in a sentence",
    arguments: [
      ["photos", "--limit", largest], ["refresh", "--pages", largest], ["refresh", "--limit", largest],
      ["sync", "--limit", largest], ["show", "11", "--size", "\(largest)x\(largest)"],
    ])
  func options(arguments: [String]) async throws {
    let home = try await Home(photos: threePhotographers)
    let run = try await home.run(arguments)
    #expect([0, 1, 64].contains(run.status), "\(run.status) \(run.errors)")
  }

  // The limit counts the time in which tests before this one run: a whole run takes 6 minutes on 2 busy cores.
  @Test("Any number of pages of a list that is longer than Flickr gives is fetched", .timeLimit(.minutes(20)))
  func pages() async throws {
    let home = try Home()
    let flickr = try FakeFlickr(photos: 6_000)
    let run = try await home.run(
      "refresh", "--pages", Self.largest, "--limit", "600", "--source", "search:a", "--endpoint", flickr.url,
      environment: ["FLICKR_API_KEY": "abc123"])
    run.expectSuccess()
  }

  @Test("A server that asks for an endless pause is reported", arguments: [429, 503])
  func retryAfter(status: Int) async throws {
    let home = try Home()
    let server = try LoopbackFlickr()
    var answer = LoopbackAnswer.html(status: status, "x")
    answer.headers.append(("Retry-After", Self.largest))
    server.serve("/page-1.json", answer)
    let run = try await home.run("refresh", "--source", server.url + "/page-1.json")
    run.expectFailure("left alone for another")
  }

  @Test(
    "A library with strange numbers is listed, checked and refreshed, or refused in a sentence",
    arguments: [largest, "-9223372036854775808", "1e300", "9e999", "NULL", "'text'", "x'00'"])
  func library(value: String) async throws {
    let home = try await Home(photos: threePhotographers)
    let columns = [
      "ZUPLOADED", "ZLASTUPDATE", "ZTAKENGRANULARITY", "ZVIEWS", "ZLATITUDE", "ZLONGITUDE", "ZRENDITIONS",
      "ZGONEFINGERPRINT", "ZPICTUREGONESINCE", "ZCHECKEDAT", "Z_OPT",
    ]
    let changes = columns.map { "\($0) = \(value)" }.joined(separator: ", ")
    try database(home).execute(
      """
      UPDATE ZPHOTO SET \(changes) WHERE ZFLICKRID = '11';
      UPDATE ZSOURCEPROGRESS SET ZNEXTPAGE = \(value);
      UPDATE Z_PRIMARYKEY SET Z_MAX = \(value);
      """)
    let page = try home.file("more.json", FlickrAnswers.page(photos: [LoopbackPhoto(99, "New", by: "Zoe")]))
    for command in [
      ["photos"], ["photos", "--json", "--sort", "uploaded"], ["show", "11"], ["show", "11", "--json"],
      ["check"],
      ["refresh", "--source", page], ["delete", "11"],
    ] {
      let run = try await home.run(command)
      #expect([0, 1].contains(run.status), "\(command): \(run.status) \(run.errors)")
      #expect(!run.errors.contains("UPDATE ") && !run.errors.contains("SELECT "), "\(run.errors)")
    }
  }

  @Test(
    "A pipe in the place of the library is refused at once", arguments: [["photos"], ["refresh"], ["check"]])
  func pipe(command: [String]) async throws {
    let home = try Home()
    try FileManager.default.createDirectory(atPath: home.library, withIntermediateDirectories: true)
    try #require(mkfifo(home.library + "/library.sqlite", 0o600) == 0)
    try await home.run(command).expectFailure("is not a regular file", "--library")
  }

  @Test("Invisible characters of a title are escaped in JSON, and mean the same")
  func invisible() async throws {
    let title = "a\u{200B}b\u{200D}c\u{2060}d\u{FEFF}e\u{AD}f\u{E0001}g\u{E007F}h"
    let home = try await Home(photos: [LoopbackPhoto(11, title, by: "Ann")])
    for arguments in [["photos", "--json"], ["show", "11", "--json"]] {
      let run = try await home.run(arguments)
      run.expectSuccess()
      #expect(!run.output.unicodeScalars.contains { $0.properties.isDefaultIgnorableCodePoint })
      #expect(run.output.contains("\\u200b") && run.output.contains("\\udb40\\udc7f"))
      let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
      let photo = try #require(object as? [String: Any] ?? (object as? [[String: Any]])?.first)
      #expect(photo["title"] as? String == title)
    }
  }

  @Test("Folders and files are their owner's alone, whatever the mask", arguments: ["000", "077", "777"])
  func modes(mask: String) async throws {
    let home = try Home()
    let server = try LoopbackFlickr()
    server.serve { _ in .json(FlickrAnswers.page(photos: FlickrAnswers.photos(2))) }
    let line = """
      umask \(mask); exec 3>&1 >/dev/null
      $P refresh && $P source add sea search:sea && $P refresh --source recent --endpoint \(server.url)
      echo $? >&3
      """
    let run = try await home.shell(
      line, environment: ["FLICKR_API_KEY": "abc123", "PROOFSHEET_PACE": "always"])
    #expect(run.output == "0\n", "\(run.errors)")
    for name in ["library", "config/proofsheet", "state/proofsheet"] {
      let path = home.folder.path(name)
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == 0o700, "\(name)")
    }
    for name in ["library/library.sqlite", "config/proofsheet/config.toml", "state/proofsheet/pace"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: home.folder.path(name))
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
    }
  }
}
