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

  @Test("act on the photos in a new order")
  func order() async throws {
    try await session.type("OGd", andWaitForFoot: "Deleted “Anchor”")
    try await session.type("uOGd", andWaitForFoot: "Deleted “Harbour”")
    try await session.leave()
  }

  @Test("go to no other photo than the prompt was opened for", arguments: ["mpick\r", "Tdusk\r", "bBest\r"])
  func targets(keys: String) async throws {
    session.type(String(keys.prefix(1)))
    try await session.wait(until: "a prompt") { !$0.foot.contains("? help") }
    try await home.run("delete", "11").expectDone()
    try await session.wait(until: "Anchor gone") { $0.panes[1].lacks("Anchor") }
    try await session.type(String(keys.dropFirst()), andWaitForFoot: "The photo was deleted meanwhile")
    try await session.leave()
    #expect(try await !home.run("photos", "--json").output.contains("dusk"))
  }

  @Test("act on the tags that a renaming leaves")
  func renaming() async throws {
    try await session.type("Tsea\r", andWaitForFoot: "Tagged “Anchor”: +sea")
    try await session.type(":tag-rename sea ocean\rTdusk\r", andWaitForFoot: "+dusk")
    try await session.leave()
    #expect(try await home.run("photos", "--json").output.contains(#""ocean","dusk"]"#))
  }
}
