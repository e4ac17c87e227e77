import Flickr
import Foundation
import ObjectGraph
import TestSupport
import Testing

@testable import PhotoLibrary

@MainActor
@Suite("Changes of titles, descriptions and tags")
struct TextEditingTests {
  private let library: TestLibrary

  init() throws { library = try TestLibrary() }

  private func photo(_ id: String = "1") throws -> Photo { try library.photo(id) }

  /// Edits the texts of a photo as a draft does.
  @discardableResult
  private func edit(_ id: String, _ change: (inout PhotoTexts) -> Void) throws -> PhotoTextSummary {
    let before = try photo(id).texts
    var after = before
    change(&after)
    return try library.library.edit([PhotoTextChange(id: id, from: before, to: after)])
  }

  @Test("A change of several photos is one event, which undo and redo repeat exactly")
  func undo() async throws {
    try await library.importPhotos([.full("1"), .full("2"), .full("3")])
    let before = try await library.values()
    var first = PhotoTextChange(id: "1")
    (first.title, first.addedTags, first.removedTags) = ("Mine", ["boat"], ["sea"])
    var second = PhotoTextChange(id: "2")
    second.description = "One line\n\nand another"
    let summary = try library.library.edit([first, second])
    #expect(
      (summary.photos, summary.titles, summary.descriptions, summary.tags, summary.missing) == (2, 1, 1, 2, 0)
    )
    #expect(try photo("2").subtitle == "One line and another")
    #expect(try photo("2").texts.description == "One line\n\nand another")
    let after = try await library.values()
    #expect(try library.library.undo() == "editing 2 photos")
    #expect(try await library.values() == before)
    try library.library.redo()
    #expect(try await library.values() == after)
    #expect(try await library.isSound())
  }

  @Test("Changes of which one fails are all taken back, and the next save does not write them")
  func failingChange() async throws {
    struct Failure: Error {}
    try await library.importPhotos([.full("1"), .full("2")])
    let before = try await library.values()
    #expect(throws: Failure.self) {
      try library.library.edit("editing 2 photos") {
        try photo("1").title = "Mine"
        library.context.delete(try photo("2"))
        throw Failure()
      }
    }
    #expect(library.context.undoHistory?.canUndo == false)
    try library.context.save()
    #expect(try await library.values() == before)
  }

  @Test("A change of nothing, and of photos that are gone, saves nothing")
  func nothing() async throws {
    try await library.importPhotos([.full("1")])
    let rows = try await library.importedRows()
    let title = try photo().title
    var same = PhotoTextChange(id: "1")
    same.title = title
    let summary = try library.library.edit([same, PhotoTextChange(id: "9")])
    #expect(summary.photos == 0 && summary.missing == 1)
    #expect(library.context.undoHistory?.canUndo == false)
    #expect(try await library.importedRows() == rows)
  }

  @Test("An edit of own texts to another normal form changes and counts them")
  func ownNormalForms() async throws {
    try await library.importPhotos([.full("1")])
    let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
    try edit("1") { $0 = PhotoTexts(title: decomposed, description: decomposed, tags: [decomposed]) }
    let summary = try edit("1") { $0 = PhotoTexts(title: composed, description: composed, tags: [composed]) }
    #expect(
      (summary.photos, summary.titles, summary.descriptions, summary.tags, summary.missing) == (1, 1, 1, 2, 0)
    )
    let texts = try photo().texts
    for text in [texts.title, texts.description] + texts.tags {
      #expect(Array(text.utf8) == Array(composed.utf8))
    }
  }

  @Test("A text that is emptied, or set to the received one, follows what is received")
  func received() async throws {
    try await library.importPhotos([.full("1")])
    let received = try photo().texts
    try edit("1") { ($0.title, $0.description) = ("Mine", "My words") }
    #expect(try photo().receivedTexts == received && photo().hasOwnTexts)
    try edit("1") { ($0.title, $0.description) = (" \n", received.description) }
    #expect(try photo().texts == received && !photo().hasOwnTexts && photo().ownValues.isEmpty)
    var record = PhotoRecord.full("1")
    record.title = "Port"
    try await library.importPhotos([record])
    #expect(try photo().title == "Port")
  }

  @Test(
    "A photo without a received title has an empty one to edit, and shows “Unknown” again when it is emptied")
  func untitled() async throws {
    try await library.importPhotos([PhotoRecord("1", " ")])
    #expect(try photo().title == "Unknown" && photo().texts.title == "")
    try edit("1") { $0.title = "Mine" }
    #expect(try photo().title == "Mine")
    try edit("1") { $0.title = "" }
    #expect(try photo().title == "Unknown")
  }

  @Test("An edit of tags keeps what a refresh changed meanwhile")
  func concurrent() async throws {
    try await library.importPhotos([.full("1")])
    let before = try photo().texts
    var after = before
    (after.title, after.tags) = ("Mine", ["wave", "boat"])
    var record = PhotoRecord.full("1")
    (record.title, record.description, record.tags) = ("Port", "Noon", "sea wave gull")
    try await library.importPhotos([record])
    try library.library.edit([PhotoTextChange(id: "1", from: before, to: after)])
    let photo = try photo()
    #expect(photo.title == "Mine" && photo.subtitle == "Noon" && photo.tags == "wave gull boat")
    try await library.importPhotos([record])
    #expect(photo.title == "Mine" && photo.tags == "wave gull boat")
  }

  @Test("Another spelling replaces a tag, received or added")
  func spelling() async throws {
    try await library.importPhotos([.full("1")])
    try edit("1") { $0.tags = ["Sea", "wave", "Boat"] }
    #expect(try photo().tags == "wave Sea Boat")
    try edit("1") { $0.tags = ["wave", "Sea", "boat"] }
    #expect(try photo().tags == "wave Sea boat")
    try await library.importPhotos([.full("1")])
    #expect(try photo().tags == "wave Sea boat")
    try edit("1") { $0.tags = ["sea", "wave"] }
    #expect(try photo().tags == "sea wave" && photo().ownValues.isEmpty)
  }

  @Test("Any text survives storage, deletion and undo")
  func hostile() async throws {
    try await library.importPhotos([.full("1")])
    for text in [
      "\"'$(touch oops)`", "-rf", "שלום \u{202E}x", String(repeating: "ü\n", count: 5_000) + "end",
    ] {
      try edit("1") { ($0.title, $0.description) = (text, text) }
      await library.library.savesFinished()
      #expect(try photo().texts.title == text && photo().texts.description == text)
      #expect(try !photo().title.contains("\n"))
      try await library.delete("1")
      try await library.library.restore(["1"]).committed()
      #expect(try photo().texts.title == text)
      let rows = try await library.importedRows()
      try await library.importPhotos([.full("1")])
      #expect(try await library.importedRows() == rows)
    }
  }

  @Test("Searches find edited texts")
  func found() async throws {
    try await library.importPhotos([.full("1"), .full("2")])
    try edit("1") { ($0.title, $0.description) = ("Zeppelin", "over\nFriedrichshafen") }
    await library.library.savesFinished()
    for word in ["zeppelin", "friedrichshafen"] {
      let condition = try library.library.predicate(of: PhotoQuery(word))
      #expect(try library.context.fetch(FetchRequest<Photo>(where: condition)).map(\.flickrID) == ["1"])
    }
  }

  @Test("Texts in another normal form are other texts, received and typed")
  func normalForms() async throws {
    let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
    func bytes(_ text: String?) -> [UInt8] { Array((text ?? "").utf8) }
    var record = PhotoRecord.full("1")
    (record.title, record.description, record.tags) = (decomposed, decomposed, decomposed)
    try await library.importPhotos([record])
    try edit("1") { ($0.title, $0.description, $0.tags) = (composed, composed, [composed]) }
    #expect(try bytes(photo().title) == bytes(composed) && bytes(photo().subtitle) == bytes(composed))
    #expect(try bytes(photo().rawTitle) == bytes(decomposed))
    #expect(try bytes(photo().tags) == bytes(composed))
    try edit("1") { ($0.title, $0.description) = (decomposed, decomposed) }
    #expect(try bytes(photo().title) == bytes(decomposed) && photo().ownTitle == nil)
    (record.title, record.description) = (composed, composed)
    #expect(try await library.importPhotos([record]).changed == 1)
    #expect(try bytes(photo().title) == bytes(composed) && bytes(photo().rawDescription) == bytes(composed))
    #expect(try await library.importPhotos([record]).unchanged == 1)
  }
}
