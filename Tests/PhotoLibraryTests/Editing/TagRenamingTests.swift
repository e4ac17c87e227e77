import Flickr
import Foundation
import ObjectGraph
import TestSupport
import Testing

@testable import PhotoLibrary

@MainActor
@Suite("Renaming tags")
struct TagRenamingTests {
  private let library: TestLibrary
  private let store: CountingStore

  init() throws {
    var counting: CountingStore?
    library = try TestLibrary {
      let wrapped = CountingStore($0)
      counting = wrapped
      return wrapped
    }
    store = try #require(counting)
  }

  private func photo(_ id: String) throws -> Photo { try library.photo(id) }

  private func record(_ id: String, _ tags: String) -> PhotoRecord {
    var record = PhotoRecord(id)
    record.tags = tags
    return record
  }

  private func importPhotos() async throws {
    try await library.importPhotos([
      record("1", "sea wave"), record("2", "Sea ocean"), record("3", "seagull"), record("4", "wave SEA"),
    ])
  }

  @Test("A tag is renamed on all photos in one event, and no refresh returns the former one")
  func renaming() async throws {
    try await importPhotos()
    let before = try await library.values()
    let renaming = try await library.library.renameTag("sea", to: "ocean")
    #expect(renaming.photos == 3 && renaming.merged == 1)
    let tags = try library.photos().map(\.tags)
    #expect(tags == ["wave ocean", "ocean", "seagull", "wave ocean"])
    let after = try await library.values()
    #expect(try library.library.undo() == "renaming the tag sea")
    #expect(try await library.values() == before)
    #expect(library.context.undoHistory?.canUndo == false)
    try library.library.redo()
    #expect(try await library.values() == after)
    await library.library.savesFinished()
    let rows = try await library.importedRows()
    try await importPhotos()
    #expect(try await library.importedRows() == rows)
    #expect(try library.photos().map(\.tags) == tags)
    #expect(try await library.isSound())
  }

  @Test("Renaming among some photos leaves the others, and a tag that is nowhere changes nothing")
  func among() async throws {
    try await importPhotos()
    #expect(try await library.library.renameTag("sea", to: "ocean", among: ["1", "3"]).photos == 1)
    #expect(try library.photos().map(\.tags) == ["wave ocean", "Sea ocean", "seagull", "wave SEA"])
    try library.library.undo()
    await library.library.savesFinished()
    let rows = try await library.importedRows()
    for (old, new) in [("gull", "x"), ("", "x"), ("sea", " "), ("seagull", "seagull")] {
      #expect(try await library.library.renameTag(old, to: new).photos == 0)
    }
    #expect(library.context.undoHistory?.canUndo == false)
    #expect(try await library.importedRows() == rows)
  }

  @Test("Another spelling, an own tag, and a tag with characters of patterns are renamed")
  func spelling() async throws {
    try await importPhotos()
    #expect(try await library.library.renameTag("sea", to: "Sea").photos == 2)
    #expect(try library.photos().map(\.tags) == ["wave Sea", "Sea ocean", "seagull", "wave Sea"])
    try await library.library.tag([photo("3")], adding: ["a*b?%_"], removing: []).committed()
    #expect(try await library.library.renameTag("a*b?%_", to: "blue hour").photos == 1)
    #expect(try photo("3").tags == "seagull blue_hour")
    #expect(try await library.library.renameTag("blue_hour", to: "seagull").merged == 1)
    #expect(try photo("3").tags == "seagull" && photo("3").ownValues.isEmpty)
  }

  @Test(
    "Unsaved edits are renamed as well, and an edit while photos are read is kept", .timeLimit(.minutes(10)))
  func unsaved() async throws {
    try await importPhotos()
    try library.library.tag([photo("3")], adding: ["sea"], removing: [])
    let edited = try photo("1")
    let (readings, began) = AsyncStream<Void>.makeStream()
    let goesOn = DispatchSemaphore(value: 0)
    store.holdNextFetch {
      began.finish()
      goesOn.wait()
    }
    let renaming = Task { try await library.library.renameTag("sea", to: "ocean") }
    for await _ in readings {}
    try library.library.setTitle("Mine", of: [edited])
    goesOn.signal()
    #expect(try await renaming.value.photos == 4)
    #expect(try photo("3").tags == "seagull ocean")
    #expect(try photo("1").title == "Mine" && photo("1").tags == "wave ocean")
    await library.library.savesFinished()
    #expect(try await library.isSound())
  }

  @Test("A renaming that cannot be saved changes nothing, also not what can be redone")
  func refused() async throws {
    try await importPhotos()
    try library.library.setTitle("Theirs", of: [photo("2")])
    try library.library.undo()
    await library.library.savesFinished()
    let other = try photo("3")
    let photographer = try #require(other.photographer)
    library.context.withoutUndo { other.photographer = nil }
    await #expect(throws: ValidationError.self) {
      try await library.library.renameTag("sea", to: "ocean")
    }
    #expect(try library.photos().map(\.tags) == ["sea wave", "Sea ocean", "seagull", "wave SEA"])
    #expect(library.context.undoHistory?.canUndo == false)
    library.context.withoutUndo { other.photographer = photographer }
    try library.library.redo()
    #expect(try photo("2").title == "Theirs" && library.context.undoHistory?.canRedo == false)
    try await library.library.setTitle("Mine", of: [photo("1")]).committed()
    #expect(try photo("1").tags == "sea wave")
    #expect(try await library.isSound())
  }

  @Test("Many photos are renamed and undone as one event")
  func many() async throws {
    for start in stride(from: 0, to: 3_000, by: 500) {
      try await library.importPhotos((start..<start + 500).map { record("\($0)", "sea t\($0 % 7)") })
    }
    #expect(try await library.library.renameTag("SEA", to: "ocean").photos == 3_000)
    #expect(try library.context.count(FetchRequest<Photo>(where: Photo.tagged("ocean"))) == 3_000)
    try library.library.undo()
    #expect(try library.context.count(FetchRequest<Photo>(where: Photo.tagged("ocean"))) == 0)
    #expect(library.context.undoHistory?.canUndo == false)
  }

  @Test("Tags of several photos are counted whatever their case, the most frequent first")
  func counts() async throws {
    try await importPhotos()
    let counts = PhotoTags.counts(of: try library.photos())
    #expect(counts.map(\.tag) == ["sea", "wave", "ocean", "seagull"])
    #expect(counts.map(\.count) == [3, 2, 1, 1])
  }
}
