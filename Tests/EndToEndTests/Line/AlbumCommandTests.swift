import Foundation
import TestSupport
import Testing

@Suite("Albums on the command line", .fewAtOnce)
struct AlbumCommandTests {
  private struct Photo: Decodable { let id: String }

  @Test("A title is found as it was typed when the album was made")
  func cleanedTitle() async throws {
    let home = try await Home(photos: threePhotographers)
    try await home.run("album", "add", "A\tB", "11", "12").expectSuccess()
    #expect(try await home.run("photos", "--album", "A\tB").lines.count == 2)
    #expect(try await home.run("album", "remove", "A\tB", "11").output == "Removed 1 photo from A B.\n")
    #expect(try await home.run("photos", "--album", "A B").lines.count == 1)
  }

  @Test("A title is printed for scripts as it is, and is found so", arguments: ["👨‍👩‍👧", "🇩🇪 👍🏽"])
  func printedTitle(title: String) async throws {
    var photos = threePhotographers
    photos[0].title = title
    let home = try await Home(photos: photos)
    try await home.run("album", "add", title, "11").expectSuccess()
    let printed = try await home.run("albums").lines.first?.split(separator: "\t").first.map(String.init)
    #expect(printed.map { Array($0.unicodeScalars) } == Array(title.unicodeScalars))
    let listed = try await home.run("photos", "--album", try #require(printed))
    #expect(listed.lines.count == 1 && listed.lines[0].hasPrefix("11\t\(title)\t"))
  }

  @Test("Photos are added, listed in order and removed; mistakes are named, and change nothing")
  func commands() async throws {
    let home = try await Home(photos: threePhotographers)
    let added = try await home.run("album", "add", "Sea", "32", "11", "21")
    added.expectSuccess()
    #expect(added.output == "Added 3 photos to the new album Sea.\n")
    #expect(
      try await home.run("album", "add", "sea", "11", "12").output
        == "Added 1 photo to Sea, 1 was there already.\n")
    func photos(_ options: String...) async throws -> [String] {
      try await home.run(["photos", "--album", "Sea", "--json"] + options).json([Photo].self).map(\.id)
    }
    #expect(try await photos() == ["32", "11", "21", "12"])
    #expect(try await photos("--limit", "2") == ["32", "11"])
    #expect(try await photos("--by", "Ann") == ["11", "12"])
    #expect(try await photos("--sort", "title") == ["11", "12", "21", "32"])
    #expect(try await home.run("album", "remove", "Sea", "11", "31").output == "Removed 1 photo from Sea.\n")
    #expect(try await photos() == ["32", "21", "12"])
    let line = try await home.run("albums").lines.first?.split(
      separator: "\t", omittingEmptySubsequences: false)
    #expect(line?.prefix(4) == ["Sea", "own", "3", ""])
    for (arguments, reason) in [
      (["album", "add", "Sea", "4711"], "There is no photo with the id 4711"),
      (["album", "remove", "Land", "11"], "There is no album “Land”"),
      (["photos", "--album", "Land"], "There is no album “Land”"),
      (["album", "add", " ", "11"], "An album needs a title"),
    ] {
      let run = try await home.run(arguments)
      #expect(run.status == 1 && run.errors.contains(reason), "\(run.errors)")
    }
    #expect(try await photos() == ["32", "21", "12"])
    try await home.run("check").expectSuccess()
  }
}
