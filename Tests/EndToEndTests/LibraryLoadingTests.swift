import Foundation
import TestSupport
import Testing

@Suite("libcurl", .fewAtOnce)
struct LibraryLoadingTests {
  private static func libraries(of session: TerminalSession) throws -> [String] {
    // The kernel gives a page at a time, which `String(contentsOfFile:)` takes for the whole file.
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/\(session.process)/maps"))
    let lines = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self).split(separator: "\n")
    return lines.compactMap { $0.split(separator: "/").last.map(String.init) }
  }

  @Test("is loaded with the first transfer, not at the start")
  func firstTransfer() async throws {
    let home = try await Home(photos: threePhotographers)
    let page = try home.file("photos.json", FlickrAnswers.page(photos: threePhotographers))
    let session = try home.browse("--source", page, "--graphics", "none")
    try await session.wait(forCursor: "Anchor", inPane: 1)
    let start = try Self.libraries(of: session)
    #expect(start.contains { $0.hasPrefix("libsqlite3") })
    #expect(!start.contains { $0.hasPrefix("libcurl") })
    // libpq needs it too.
    if try !Products.programHasDatabases() { #expect(!start.contains { $0.hasPrefix("libcrypto") }) }
    try await session.type("r", andWaitForFoot: "Nothing new")
    #expect(try Self.libraries(of: session).contains { $0.hasPrefix("libcurl") })
  }

  @Test("is missed by a refresh, which names it and its package, and by nothing else")
  func missing() async throws {
    let home = try await Home(photos: threePhotographers)
    let page = try home.file("photos.json", FlickrAnswers.page(photos: threePhotographers))
    try Data().write(to: home.folder.url.appendingPathComponent("libcurl.so.4"))
    let environment = ["LD_LIBRARY_PATH": home.folder.url.path]
    try await home.run("photos", environment: environment).expectSuccess()
    let run = try await home.run("refresh", "--source", page, environment: environment)
    #expect(run.status == 1)
    #expect(run.errors.contains("Nothing can be fetched: libcurl.so.4 cannot be loaded (file too short); "))
    #expect(run.errors.contains("package libcurl4"))
  }
}
