import Flickr
import ObjectGraph
import TestSupport
import Testing

@testable import PhotoLibrary

/// Texts that are equal by one rule and not by another.
@MainActor
@Suite("Tags and titles in several forms")
struct TextFormTests {
  private let test: TestLibrary
  private let composed = "caf\u{E9}"
  private let decomposed = "cafe\u{301}"

  init() async throws {
    test = try TestLibrary()
    let tags = ["\(composed) straße", "\(decomposed) STRASSE", "strasse", "λόγος", "ΛΌΓΟΣ"]
    try await test.importPhotos(
      tags.enumerated().map { number, tags in
        var record = PhotoRecord("\(number)")
        record.tags = tags
        return record
      })
  }

  /// Checks that the query of each group selects as many photos as the group has, and returns names and counts.
  private func groups(by grouping: PhotoGrouping) async throws -> [String] {
    let groups = try await test.library.groups(by: grouping)
    for group in groups {
      let condition = try test.library.predicate(of: PhotoQuery(group.query))
      #expect(try test.context.count(FetchRequest<Photo>(where: condition)) == group.count, "\(group.query)")
    }
    return groups.map { "\($0.name): \($0.count)" }.sorted()
  }

  @Test("A tag is one whatever its case and its normal form")
  func tags() async throws {
    #expect(try await groups(by: .tags) == ["\(composed): 2", "strasse: 3", "λόγος: 2"])
    let counts = PhotoTags.counts(of: try test.photos())
    #expect(counts.map(\.tag) == ["straße", composed, "λόγος"] && counts.map(\.count) == [3, 2, 2])
  }

  @Test("Albums whose titles have other bytes are two groups")
  func albums() async throws {
    let (first, second) = (try test.library.createAlbum(named: "A"), try test.library.createAlbum(named: "B"))
    try test.library.add(["0", "1"].map(test.photo), to: first)
    try test.library.add(["2"].map(test.photo), to: second)
    (first.title, second.title) = (composed, decomposed)
    try test.context.save()
    await test.container.coordinator.drain()
    #expect(try await groups(by: .albums) == ["In no album: 2", "\(composed): 1", "\(composed): 2"])
  }

  @Test("A tag is renamed on all photos that have it in any form, and to another form")
  func renaming() async throws {
    #expect(try await test.library.renameTag(decomposed, to: composed).photos == 1)
    let tag = try #require(try test.photo("1").tags?.split(separator: " ").last)
    #expect(Array(tag.utf8) == Array(composed.utf8))
    #expect(try await test.library.renameTag("strasse", to: "road").photos == 3)
    #expect(try test.photos().prefix(3).allSatisfy { $0.tags?.contains("road") == true })
    #expect(try await test.library.renameTag(decomposed, to: "kaffee").photos == 2)
    #expect(try test.photos().prefix(3).map(\.tags) == ["road kaffee", "road kaffee", "road"])
  }

  @Test(
    "A tag in a form between the composed and the decomposed one is found, and renamed with the other forms")
  func mixedForm() async throws {
    let mixed = "vi\u{EA}\u{323}t"
    let forms = [mixed, "vi\u{1EC7}t", "vie\u{323}\u{302}t", mixed.uppercased()]
    try await test.importPhotos(
      forms.enumerated().map { number, tags in
        var record = PhotoRecord("1\(number)")
        record.tags = tags
        return record
      })
    #expect(try await groups(by: .tags).contains("\(mixed): 4"))
    #expect(try await test.library.renameTag(mixed, to: "neu").photos == 4)
    #expect(try test.context.count(FetchRequest<Photo>(where: Photo.tagged("neu"))) == 4)
  }

  @Test("An accent at the beginning of a tag does not hide it")
  func accentAtBeginning() async throws {
    var record = PhotoRecord("10")
    record.tags = "a \u{301}b"
    try await test.importPhotos([record])
    let counts = PhotoTags.counts(of: ["A", "\u{301}B", decomposed, "x"], in: try test.photos())
    #expect(counts == ["A": 1, "\u{301}B": 1, composed: 2, "x": 0])
  }
}
