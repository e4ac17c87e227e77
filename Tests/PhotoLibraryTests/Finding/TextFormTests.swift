import Flickr
import Foundation
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

  @Test(
    "A tag that is not found by its normal forms is listed in its own form, which finds those, too",
    arguments: [
      "\u{99B}\u{9BE}\u{9DF}\u{9BE}", "\u{1F71}\u{3BD}\u{3C9}", "\u{FA19}\u{793E}", "nue\u{341}",
      String(repeating: "e\u{302}\u{323}", count: 7),
    ])
  func ownForm(tag: String) async throws {
    try await test.importPhotos([imported("30", tag)])
    #expect(try await groups(by: .tags).contains("\(tag): 1"))
    let forms = [tag.precomposedStringWithCanonicalMapping, tag.decomposedStringWithCanonicalMapping]
    try await test.importPhotos(forms.enumerated().map { imported("4\($0)", $1) })
    let counts = try await test.library.counts(of: .tag, where: nil)
    let shown = try #require(counts.first { $0.text == tag })
    #expect(Array(shown.text.utf8) == Array(tag.utf8))
    let condition = try test.library.predicate(of: PhotoQuery("tag:\(shown.text)"))
    #expect(shown.count == 3)
    #expect(try test.context.count(FetchRequest<Photo>(where: condition)) == 3)
  }

  @Test("A tag of several words is found as it was typed, and other tags beside each other are not")
  func severalWords() async throws {
    try await test.importPhotos([imported("50", "coast"), imported("51", "new york"), imported("52", "new")])
    try test.library.tag([test.photo("50")], adding: ["New York"], removing: [])
    await test.container.coordinator.drain()
    for query in ["tag:\"New York\"", "tag:\" new  york \"", "tag:NEW_YORK"] {
      let condition = try test.library.predicate(of: PhotoQuery(query))
      let found = try test.context.fetch(FetchRequest<Photo>(where: condition)).map(\.flickrID)
      #expect(found == ["50"], "\(query)")
    }
    let others = try test.library.predicate(of: PhotoQuery("tag:new -tag:\"New York\""))
    let found = try test.context.fetch(FetchRequest<Photo>(where: others)).map(\.flickrID)
    #expect(found.sorted() == ["51", "52"])
    #expect(throws: PhotoQueryError.empty(.tag)) { try test.library.predicate(of: PhotoQuery("tag:\" \"")) }
  }

  @Test("A received tag with white space that is no blank is found as it stands")
  func otherWhiteSpace() async throws {
    try await test.importPhotos([imported("60", "new\u{A0}york")])
    #expect(try await groups(by: .tags).contains("new\u{A0}york: 1"))
  }

  private func imported(_ id: String, _ tags: String) -> PhotoRecord {
    var record = PhotoRecord(id)
    record.tags = tags
    return record
  }

  @Test(
    "A tag, a name and a title are found by each of their forms",
    arguments: ["Nguy\u{1EC5}n", "Nguye\u{302}\u{303}n", "Nguy\u{EA}\u{303}n"])
  func typedForms(form: String) async throws {
    let stored = "Nguy\u{EA}\u{303}n"
    var record = PhotoRecord("20", "\(stored) at sea", by: "20@N00", name: "\(stored) Anh")
    record.tags = stored
    try await test.importPhotos([record])
    for query in ["tag:\(form)", "tag:\(form.lowercased())", "by:\(form)", form, form.lowercased()] {
      let condition = try test.library.predicate(of: PhotoQuery(query))
      let photos = try test.context.fetch(FetchRequest<Photo>(where: condition))
      #expect(photos.map(\.flickrID) == ["20"], "\(query)")
    }
    // The accents belong to the tag.
    #expect(try test.context.count(FetchRequest<Photo>(where: Photo.tagged("nguyen"))) == 0)
  }

  @Test(
    "A whole name and a whole title are found by each of their forms before others that contain them",
    arguments: ["Nguy\u{1EC5}n", "Nguye\u{302}\u{303}n", "Nguy\u{EA}\u{303}n"])
  func wholeNames(form: String) async throws {
    let stored = "Nguy\u{EA}\u{303}n"
    for (id, name) in [("20", stored), ("21", "\(stored) Anh")] {
      try await test.importPhotos([PhotoRecord(id, by: "\(id)@N00", name: name)])
      let album = try test.library.createAlbum(named: id)
      try test.library.add([test.photo(id)], to: album)
      album.title = name
    }
    try test.context.save()
    await test.container.coordinator.drain()
    for (query, expected) in [
      ("by:\(form)", "20"), ("album:\(form)", "20"), ("by:\"\(form) A\"", "21"),
      ("album:\"\(form) A\"", "21"),
    ] {
      let condition = try test.library.predicate(of: PhotoQuery(query))
      let photos = try test.context.fetch(FetchRequest<Photo>(where: condition))
      #expect(photos.map(\.flickrID) == [expected], "\(query)")
    }
    let album = try #require(try test.library.album(of: PhotoQuery("album:\(form)")))
    #expect(Array(album.title.utf8) == Array(stored.utf8))
  }

  @Test("The forms of a text are the texts that are equal to it")
  func forms() {
    let forms = TextForms.of("vi\u{1EC7}t")
    #expect(forms.count == 5 && forms.allSatisfy { $0 == "vi\u{1EC7}t" })
    #expect(Set(forms.map { Array($0.utf8) }).count == 5)
    #expect(TextForms.of("viet") == ["viet"] && TextForms.of("日本").count == 1)
    #expect(Set(TextForms.of("각").map { $0.unicodeScalars.count }) == [1, 2, 3])
    // Too many for a query: the text and its normal forms.
    let text = String(repeating: "e\u{323}\u{302}", count: 4) + "\u{E9}"
    #expect(TextForms.of(text).count == 3)
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
