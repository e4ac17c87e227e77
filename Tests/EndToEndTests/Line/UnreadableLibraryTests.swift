import Foundation
import TestSupport
import Testing

@Suite("A library whose photographers cannot be read", .fewAtOnce)
struct UnreadableLibraryTests {
  /// Overwrites the pages of the table of photographers, and of no other.
  private func damagePhotographers(of home: Home) throws {
    let url = URL(filePath: home.library + "/library.sqlite")
    var file = try Data(contentsOf: url)
    // The size of pages, and the kind of a leaf of a table (sqlite.org/fileformat2.html).
    let size = Int(file[16]) << 8 | Int(file[17])
    let (owner, photo) = (Data(LoopbackPhoto.ownerID(of: "Bob").utf8), Data("Elk".utf8))
    var found = 0
    for start in stride(from: size, to: file.count, by: size) where file[start] == 0x0D {
      let page = file[start..<start + size]
      guard page.firstRange(of: owner) != nil, page.firstRange(of: photo) == nil else { continue }
      file.replaceSubrange(start..<start + 8, with: Data(repeating: 0xFF, count: 8))
      found += 1
    }
    #expect(found == 1)
    try file.write(to: url)
  }

  @Test(
    "ends the commands that list with an error, and not with empty fields",
    arguments: [
      ["photos"], ["photos", "--json"], ["photographers"], ["photographers", "--json"],
    ])
  func lists(command: [String]) async throws {
    let home = try await Home(photos: threePhotographers)
    try damagePhotographers(of: home)
    let run = try await home.run(command)
    #expect(run.status == 1 && run.errors.contains("damaged"), "\(run)")
    #expect(!run.output.contains("Anchor"))
  }
}
