import Flickr
import Foundation
import ObjectGraph
import TestSupport
import Testing

@testable import PhotoLibrary

@MainActor
@Suite("Titles, descriptions and tags of the user")
struct OwnValuesTests {
  private let library: TestLibrary

  init() throws { library = try TestLibrary() }

  private func photo() throws -> Photo { try library.photo("1") }

  /// Imports photo 1, and gives it texts and tags of the user.
  private func fill() async throws {
    try await library.importPhotos([.full("1")])
    try library.library.setTitle(" My\n harbor ", of: [photo()])
    try library.library.setDescription("At “dusk”", of: [photo()])
    try await library.library.tag([photo()], adding: ["boat", "blue hour"], removing: ["Sea"]).committed()
  }

  private func isOwn() throws -> Bool {
    let photo = try photo()
    return photo.title == "My harbor" && photo.subtitle == "At “dusk”" && photo.tags == "wave boat blue_hour"
      && photo.sortTitle == SortText.key(of: "My harbor")
  }

  @Test("An import of a photo with own values without new values writes nothing")
  func unchangedImport() async throws {
    try await fill()
    #expect(try isOwn())
    let rows = try await library.importedRows()
    let summary = try await library.importPhotos([.full("1")])
    #expect(summary.unchanged == 1 && summary.changed == 0)
    #expect(try await library.importedRows() == rows)
  }

  @Test("An import changes received values below the own ones, and other values as ever")
  func changedImport() async throws {
    try await fill()
    var record = PhotoRecord.full("1")
    (record.title, record.description, record.tags) = ("Port", "Noon", "sea wave gull")
    record.views = 7
    let summary = try await library.importPhotos([record])
    #expect(summary.changed == 1)
    let photo = try photo()
    #expect(photo.title == "My harbor" && photo.subtitle == "At “dusk”" && photo.views == 7)
    #expect(photo.tags == "wave gull boat blue_hour")
    #expect(
      photo.rawTitle == "Port" && photo.rawDescription == "Noon" && photo.record.tags == "sea wave gull")
    try library.library.setTitle(" \n", of: [photo])
    try library.library.setDescription("", of: [photo])
    try library.library.tag([photo], adding: ["sea"], removing: ["boat", "blue_hour"])
    #expect(photo.title == "Port" && photo.subtitle == "Noon" && photo.tags == "sea wave gull")
    #expect(photo.ownValues.isEmpty && photo.otherTags == nil)
  }

  @Test("Undo and redo of own values are exact, and an import after an undo is shown")
  func undo() async throws {
    try await library.importPhotos([.full("1"), .full("2")])
    let before = try await library.values()
    let photos = try library.photos()
    try await library.library.tag(photos, adding: ["boat"], removing: ["wave"]).committed()
    let after = try await library.values()
    #expect(after != before)
    #expect(try library.library.undo() == "tagging 2 photos")
    #expect(try await library.values() == before)
    try library.library.redo()
    #expect(try await library.values() == after)
    try library.library.undo()
    await library.library.savesFinished()
    var record = PhotoRecord.full("1")
    record.tags = "sea wave gull"
    try await library.importPhotos([record])
    #expect(try photo().tags == "sea wave gull")
  }

  @Test("A photo that is restored has its own values and its turn, as after an undo of its deletion")
  func restored() async throws {
    try await fill()
    try await library.library.turn([photo()], quarters: 3).committed()
    let before = try await library.values()
    try await library.delete("1")
    try library.library.undo()
    #expect(try await library.values() == before)
    try await library.delete("1")
    try await library.importPhotos([.full("1")])
    try await library.library.restore(["1"]).committed()
    #expect(try isOwn())
    #expect(try photo().turns == 3 && photo().record.tags == "sea wave")
    let rows = try await library.importedRows()
    try await library.importPhotos([.full("1")])
    #expect(try await library.importedRows() == rows)
  }

  @Test("An edit that is saved while an import runs is kept, and shown by the next import")
  func concurrentImport() async throws {
    try await library.importPhotos([.full("1")])
    var record = PhotoRecord.full("1")
    (record.title, record.tags) = ("Port", "sea wave gull")
    let imported = record
    let worker = try library.makeBackgroundContext()
    _ = try await worker.perform { try PhotoImporter(context: $0).run(PhotoPage(records: [imported])) }
    try library.library.setTitle("Mine", of: [photo()])
    try await library.library.tag([photo()], adding: ["boat"], removing: ["wave"]).committed()
    try await worker.save()
    try await library.importPhotos([record])
    let photo = try photo()
    #expect(photo.title == "Mine" && photo.rawTitle == "Port" && photo.tags == "sea gull boat")
    #expect(try await library.isSound())
  }

  @Test("A folder that is read again keeps own values, also of a file that changed")
  func folder() async throws {
    let folder = try PhotoFolder()
    var file = CameraFile(taken: "2024:05:17 18:03:11", artist: "Ann", comment: "one")
    file.iptc = [(5, "Harbor"), (25, "sea")]
    try folder.write("a.jpg", file)
    try await folder.scan()
    let library = folder.test.library
    let photo = try #require(try folder.photos().first)
    try library.setTitle("Mine", of: [photo])
    try await library.tag([photo], adding: ["boat"], removing: []).committed()
    file.iptc = [(5, "Port of call"), (25, "sea"), (25, "gull")]
    try folder.write("a.jpg", file)
    try await folder.scan()
    let again = try #require(try folder.photos().first)
    #expect(again.title == "Mine" && again.rawTitle == "Port of call" && again.tags == "sea gull boat")
  }

  @Test("Searches and facets find own values")
  func found() async throws {
    try await fill()
    try await library.importPhotos([.full("2")])
    let tagged = try library.context.fetch(FetchRequest<Photo>(where: Photo.tagged("BOAT")))
    #expect(tagged.map(\.flickrID) == ["1"])
    let received = try library.context.fetch(FetchRequest<Photo>(where: Photo.tagged("sea")))
    #expect(received.map(\.flickrID) == ["2"])
    let titled = try library.context.fetch(FetchRequest<Photo>(where: Photo.containing("harbor")))
    #expect(titled.map(\.flickrID) == ["1"])
  }

  @Test("White space in a tag becomes an underscore, also before an accent, and case does not matter")
  func separators() {
    let tags = TagList(["a b", "c \u{301}d", " \n", "A_B"])
    #expect(tags.text == "a_b c_\u{301}d")
    #expect(TagList(tags.text) == tags && TagList("x \u{301}y x").tags == ["x", "\u{301}y"])
  }

  @Test("Tags after random edits and imports are those of a model", arguments: 0..<8)
  func random(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let words = ["a", "b", "c", "d", "e"]
    var values = PhotoValues(flickrID: "1")
    var (received, added, removed): (Set<String>, Set<String>, Set<String>) = ([], [], [])
    for _ in 0..<300 {
      let word = words[Int.random(in: words.indices, using: &random)]
      switch Int.random(in: 0..<3, using: &random) {
      case 0:
        received = Set(words.filter { _ in Bool.random(using: &random) })
        var record = PhotoRecord(id: "1")
        record.tags = received.sorted().joined(separator: " ")
        values.apply(record)
      case 1:
        removed.remove(word)
        if !received.contains(word) { added.insert(word) }
        values.edit { $0.editTags(of: $1, adding: TagList([word]), removing: TagList([])) }
      default:
        added.remove(word)
        if received.contains(word) { removed.insert(word) }
        values.edit { $0.editTags(of: $1, adding: TagList([]), removing: TagList([word])) }
      }
      let expected = received.subtracting(removed).union(added)
      #expect(Set(TagList(values.tags).tags) == expected, "seed \(seed)")
      #expect(Set(TagList(values.record.tags).tags) == received, "seed \(seed)")
    }
  }
}
