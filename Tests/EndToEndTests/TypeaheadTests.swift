import TestSupport
import Testing

/// Keys that come before what they are for: the whole line is there at once.
@Suite("Keys typed ahead", .fewAtOnce)
struct TypeaheadTests {
  private let home: Home
  private let session: TerminalSession

  init() async throws {
    home = try await Home(photos: threePhotographers)
    session = try home.browse(size: .init(columns: 110, rows: 24))
    try await session.wait(for: "Photographers")
    session.type("ag")
    try await session.wait(until: "all photos") { $0.panes[1].contains("›Anchor") }
  }

  @Test("act on the match of a search", arguments: ["/Cloud\rd", "/Cl\rn\rd"])
  func search(keys: String) async throws {
    try await session.type(keys, andWaitForFoot: "Deleted “Cloud”")
    try await session.leave()
  }

  @Test("act on the photos of a filter")
  func filter() async throws {
    try await session.type("fCloud\rd", andWaitForFoot: "Deleted “Cloud”")
    try await session.leave()
  }
}
