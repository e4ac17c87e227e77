import TestSupport
import Testing

@Suite("Tags of several photos", .fewAtOnce)
struct TagTests {
  private static let photos = zip(
    1..., [("Alps", "snow peak"), ("Boat", "sea snow"), ("Cove", "sea"), ("Dune", "")]
  ).map { number, texts in
    var photo = LoopbackPhoto(number, texts.0, by: "Ann")
    photo.tags = texts.1
    return photo
  }

  private func open(columns: Int = 110) async throws -> (Home, TerminalSession) {
    let home = try await Home(photos: Self.photos)
    let session = try home.browse(size: .init(columns: columns, rows: 24))
    try await session.wait(for: "Photographers")
    session.type("ag")
    try await session.wait(until: "all photos") { $0.panes.count > 1 && $0.panes[1].contains("›Alps") }
    return (home, session)
  }

  @Test("The prompt for tags says which tags all of the photos have, and which some of them")
  func facts() async throws {
    let (home, session) = try await open()
    defer { withExtendedLifetime(home) {} }
    try await session.type("T", andWaitForFoot: "Has snow peak")
    session.press(.escape)
    try await session.wait(forFoot: "? help")
    try await session.type("  ", andWaitForFoot: "2 selected")
    try await session.type("T", andWaitForFoot: "On all 2: snow · on 1 of 2: peak sea")
    session.type("dusk\r")
    try await session.wait(forFoot: "Tagged 2 photos: +dusk")
  }

  @Test("A tag is renamed on all photos or on those selected, merged with another one, and undone")
  func renaming() async throws {
    let (home, session) = try await open()
    try await session.type(
      ":tag-rename sea snow\r", andWaitForFoot: "Renamed sea to snow on 2 photos; 1 of them had snow")
    try await session.type("u", andWaitForFoot: "Undone: renaming the tag sea")
    try await session.type(" ", andWaitForFoot: "1 selected")
    try await session.type(":tag-rename snow ice\r", andWaitForFoot: "Renamed snow to ice on 1 photo")
    try await session.type(":tag-rename sea ice\r", andWaitForFoot: "No selected photo has the tag sea")
    try await session.type(":tag-rename sea\r", andWaitForFoot: "Type the tag and its new name")
    session.press(.escape)
    try await session.wait(forFoot: "? help")
    try await session.leave()
    let tags = try await home.run("photos", "--json").output
    #expect(tags.contains(#""tags":["peak","ice"]"#) && tags.contains(#""tags":["sea","snow"]"#))
    let run = try await home.run("tag", "--rename", "sea", "snow")
    #expect(run.output == "Renamed sea to snow on 2 photos; 1 of them had snow already.\n")
    try await home.run("tag", "--rename", "sea", "snow").expectFailure("No photo has the tag sea.")
    #expect(try await home.run("tag", "--rename", "sea").status == 64)
    try await home.run("check").expectSuccess()
  }

  @Test("Tab completes tags with their numbers, on the command line and in the prompt")
  func completion() async throws {
    let (home, session) = try await open()
    defer { withExtendedLifetime(home) {} }
    session.type(":tag-rename s\t")
    let screen = try await session.wait(for: ":tag-rename sea")
    #expect(screen.contains("snow"))
    session.press(.escape)
    try await session.wait(forFoot: "? help")
    try await session.type(":tag-rename\r", andWaitForFoot: "Rename a tag (OLD NEW):")
    session.type("pe\t")
    try await session.wait(forFoot: "OLD NEW): peak")
    session.type(" summit\r")
    try await session.wait(forFoot: "Renamed peak to summit on 1 photo")
  }

  @Test("A word with two minus signs is no tag to remove, but an option that is not known")
  func unknownOption() async throws {
    let home = try await Home(photos: Self.photos)
    let run = try await home.run("tag", "1", "+dusk", "--libary=/x")
    #expect(run.status == 64 && run.errors.contains("There is no option “--libary=/x”."))
    #expect(try await !home.run("photos", "--json").output.contains("dusk"))
  }

  @Test("Tags that look like options are words after two hyphens, and else options that are not known")
  func tagsLikeOptions() async throws {
    let home = try await Home(photos: Self.photos)
    struct Photo: Decodable { let id: String, tags: [String] }
    func tags(_ id: String) async throws -> Set<String> {
      Set(try await home.run("photos", "--json").json([Photo].self).first { $0.id == id }?.tags ?? [])
    }
    let refused = try await home.run("tag", "--rename", "sea", "--json")
    #expect(refused.status == 64 && refused.errors.contains("There is no option “--json”."))
    #expect(try await tags("2") == ["sea", "snow"])
    try await home.run("tag", "--rename", "--", "sea", "--json").expectSuccess()
    try await home.run("tag", "2", "+-h", "+h").expectSuccess()
    #expect(try await tags("2") == ["--json", "snow", "-h", "h"])
    try await home.run("tag", "2", "--", "---json", "--h").expectSuccess()
    #expect(try await tags("2") == ["snow", "h"])
    try await home.run("tag", "2", "--", "-h").expectSuccess()
    #expect(try await tags("2") == ["snow"])
  }
}
