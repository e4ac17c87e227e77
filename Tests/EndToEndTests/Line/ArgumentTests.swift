import Foundation
import TestSupport
import Testing

@Suite("Arguments that are mistaken", .fewAtOnce)
struct ArgumentTests {
  @Test("An option before the command is refused with what to do")
  func order() async throws {
    let home = try Home()
    let run = try await home.run("--source", "sample", "refresh")
    #expect(run.status == 64 && run.output == "")
    #expect(run.errors.contains("Write the command “refresh” before its options"), "\(run.errors)")
  }

  @Test("A command that needs another word, and help on no command, are wrong usage")
  func incomplete() async throws {
    let album = try await Home().run("album")
    #expect(album.status == 64 && album.output == "")
    #expect(album.errors.contains("“album add” or “album remove”"), "\(album.errors)")
    let help = try await Home().run("help", "nope")
    #expect(help.status == 64 && help.output == "")
    #expect(help.errors.hasPrefix("Error: There is no command “nope”."), "\(help.errors)")
    try await Home().run("help", "album").expectSuccess()
  }

  @Test("An empty place of a library is refused, and is not the working folder")
  func emptyPlace() async throws {
    let home = try await Home(photos: threePhotographers)
    try await home.run("photos", "--library", "").expectFailure("The place of a library is empty")
    try await home.run("copy", "").expectFailure("The place of a library is empty")
    try home.configure("library = \"\"\n")
    try await home.run("photos", environment: ["PROOFSHEET_LIBRARY": ""])
      .expectFailure("The place of a library is empty")
    #expect(!FileManager.default.fileExists(atPath: home.folder.path("library.sqlite")))
  }

  @Test("The place of a copy that cannot be used is not called the library of --library")
  func copyPlace() async throws {
    let home = try await Home(photos: threePhotographers)
    let run = try await home.run("copy", "/dev/null")
    run.expectFailure("Nothing was copied to /dev/null: ", "choose another place for the copy")
    #expect(!run.errors.contains("--library"))
  }

  @Test("A value, and a tag after two hyphens, can begin with a hyphen")
  func hyphens() async throws {
    var photos = threePhotographers
    photos[0].tags = "sea sand"
    let home = try await Home(photos: photos)
    for option in ["--search", "--by", "--album"] {
      try await home.run("photos", option, "-cat").expectFailure("“-cat”")
    }
    let star = try await home.run("photos", "--star", "-1")
    #expect(star.status == 64 && star.errors.contains("--star must be 0 to 5."))
    try await home.run("tag", "11", "--", "-sea").expectSuccess()
    struct Photo: Decodable { let id: String, tags: [String] }
    let tagged = try await home.run("photos", "--json").json([Photo].self).first { $0.id == "11" }
    #expect(tagged?.tags == ["sand"])
  }

  @Test("An edit that cannot be saved says what to do, and where the draft is")
  func lockedEdit() async throws {
    let home = try await Home(photos: threePhotographers)
    let lock = try await WriteLock(of: home)
    let run = try await home.run(
      "edit", "11", environment: ["VISUAL": "sed -i s/Anchor/Ankle/", "TMPDIR": home.folder.url.path])
    #expect(run.status == 1 && run.output == "")
    #expect(
      run.errors.contains("then try again. Nothing was changed; the draft is \(home.folder.url.path)"),
      "\(run.errors)")
    await lock.end()
  }
}
