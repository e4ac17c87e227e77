import Flickr
import Foundation
import ObjectGraph
import PhotoLibrary
import TestSupport
import Testing
import Transfer

@MainActor
@Suite("Deleting photos")
struct DeletingTests {
  let library: TestLibrary

  init() throws { library = try TestLibrary() }

  /// Ann's photos 1 and 2, and Bob's 3.
  private func fill() async throws {
    try await library.importPhotos([.full("1"), .full("2"), .full("3", by: "2@N00", name: "Bob")])
  }

  @Test("Deleting many at once removes the photographers who have no other photo, and undo restores them")
  func many() async throws {
    let owners = (0..<40).map { "\($0)@N00" }
    try await library.importPhotos((0..<400).map { .full("\($0)", by: owners[$0 % 40], name: "N\($0 % 40)") })
    let before = try await library.values()
    // All photos of every second one, and all but one of the others.
    let going = try (0..<400).filter { $0 % 2 == 0 || $0 >= 40 }.map { try library.photo("\($0)") }
    try await library.library.delete(going).committed()
    #expect(try library.photographers().map(\.name).sorted() == (0..<20).map { "N\($0 * 2 + 1)" }.sorted())
    #expect(try library.photographers().allSatisfy { $0.photos.count == 1 })
    #expect(try await library.isSound())
    try library.library.undo()
    #expect(try await library.values() == before)
    try library.library.redo()
    #expect(try library.photos().count == 20 && library.photographers().count == 20)
    #expect(try await library.isSound())
  }

  @Test("Deleting the last photo removes its photographer, and undo restores both as they were")
  func lastPhoto() async throws {
    try await fill()
    let before = try await library.values()
    let photo = try library.photo("3")
    let photographer = try #require(photo.photographer)
    let ids = (photo.objectID, photographer.objectID)
    try await library.delete("3")
    #expect(try library.overview() == ["Ann: 1 2"])
    #expect(try await library.isSound())
    #expect(try library.library.undo() == "deleting “Sea 🌊 3”")
    #expect(try library.photo("3").objectID == ids.0)
    #expect(try library.photo("3").photographer?.objectID == ids.1)
    #expect(try await library.values() == before)
    #expect(try await library.rows([DeletedPhoto.self]).isEmpty)
    #expect(try library.library.redo() == "deleting “Sea 🌊 3”")
    #expect(try library.overview() == ["Ann: 1 2"])
    #expect(try await library.rows([DeletedPhoto.self]).count == 1)
    try library.library.undo()
    #expect(try await library.values() == before)
    #expect(try library.library.undo() == nil)
    #expect(try await library.isSound())
  }

  @Test("Deleting all photos in one event leaves nothing, and undo restores all")
  func allPhotos() async throws {
    try await fill()
    let before = try await library.values()
    try await library.delete("1", "2", "3", "1")
    #expect(try library.overview().isEmpty)
    #expect(try library.photos().isEmpty)
    #expect(try await library.rows([DeletedPhoto.self]).count == 3)
    #expect(try library.library.undo() == "deleting 4 photos")
    #expect(try await library.values() == before)
    #expect(try await library.isSound())
  }

  @Test("that went already changes nothing")
  func goneAlready() async throws {
    try await fill()
    let photo = try library.photo("3")
    try await library.delete("3")
    let rows = try await library.rows()
    try await library.library.delete([photo]).committed()
    #expect(try await library.rows() == rows)
    try await library.library.restore(["3"]).committed()
    #expect(try library.photo("3").photographer?.name == "Bob")
  }

  @Test("keeps them deleted over later imports, also in a new process")
  func staysDeleted() async throws {
    try await fill()
    try await library.delete("1", "3")
    let page = [PhotoRecord.full("1"), .full("2"), .full("3", by: "2@N00", name: "Bob")]
    #expect(try await library.importPhotos(page).skipped == 2)
    #expect(try library.overview() == ["Ann: 2"])
    let reopened = try TestLibrary(library.folder)
    #expect(try await reopened.importPhotos(page).skipped == 2)
    #expect(try reopened.overview() == ["Ann: 2"])
    #expect(try await reopened.isSound())
    try await reopened.library.restore(["3", "1"]).committed()
    #expect(try reopened.overview() == ["Ann: 1 2", "Bob: 3"])
    #expect(try await reopened.importPhotos(page).unchanged == 3)
  }

  @Test("Deleted photos that are restored by id are equal in every value")
  func restore() async throws {
    let records = [
      PhotoRecord.full("1"), PhotoRecord(id: "2"), .init("3", nil, by: "2@N00", name: "Bob"),
      .init("4", "", by: nil, name: nil),
    ]
    try await library.importPhotos(records)
    let photos = try library.photos().map(\.record)
    let values = try await library.rows([Photo.self]).map { $0.values.dropLast(3) }
    try await library.delete("1", "2", "3", "4")
    #expect(try await library.rows([Photo.self, Photographer.self]).isEmpty)
    try await library.library.restore(["1", "2", "3", "4"]).committed()
    #expect(try library.photos().map(\.record) == photos)
    #expect(try await library.rows([Photo.self]).map { $0.values.dropLast(3) } == values)
    #expect(try await library.rows([DeletedPhoto.self]).isEmpty)
    #expect(try await library.isSound())
    #expect(try library.library.undo() == "restoring 4 photos")
    #expect(try library.photos().isEmpty)
    #expect(try library.photographers().isEmpty)
    #expect(try await library.isSound())
  }

  @Test("lists the deleted photos with their titles and photographers, the last deletion first")
  func list() async throws {
    try await fill()
    try await library.library.setTitle("Mine", of: [library.photo("2")]).committed()
    for id in ["3", "2"] { try await library.delete(id) }
    let deleted = try library.library.deletedPhotos()
    #expect(deleted.map(\.flickrID) == ["2", "3"] && deleted.map(\.title) == ["Mine", "Sea 🌊 3"])
    #expect(deleted.map(\.photographerName) == ["Ann", "Bob"])
    try await library.library.restore(["2"]).committed()
    #expect(try library.library.deletedPhotos().map(\.flickrID) == ["3"])
  }

  @Test("and restoring one does not give the photographer a former name back")
  func restoreKeepsName() async throws {
    try await fill()
    try await library.delete("1")
    try await library.importPhotos([.init("2", name: "Anna")])
    try await library.library.restore(["1"]).committed()
    #expect(try library.overview() == ["Anna: 1 2", "Bob: 3"])
  }

  @Test("and restoring one that was not deleted is refused and changes nothing")
  func restoreUnknown() async throws {
    try await fill()
    try await library.delete("1")
    let rows = try await library.rows()
    #expect(throws: LibraryError.notDeleted(id: "2")) { try library.library.restore(["1", "2"]) }
    #expect(!library.context.hasChanges)
    #expect(try await library.rows() == rows)
  }

  // MARK: While others import

  @Test("Undoing a deletion after an import inserted the photographer again leaves one photographer")
  func undoBesideNewPhotographer() async throws {
    try await fill()
    try await library.delete("3")
    try await library.importPhotos([.init("4", by: "2@N00", name: "Bobby")])
    try library.library.undo()
    await library.container.coordinator.drain()
    #expect(try library.photographers().map(\.ownerID) == ["1@N00", "2@N00"])
    #expect(
      try library.photos().filter { $0.photographer?.ownerID == "2@N00" }.map(\.flickrID) == ["3", "4"])
    #expect(try await library.isSound())
    #expect(library.context.undoHistory?.canUndo == false)
    try library.library.redo()
    #expect(try library.photos().map(\.flickrID) == ["1", "2", "4"])
    #expect(try await library.isSound())
  }

  @Test("Redoing a deletion keeps a photographer of whom an import inserted another photo")
  func redoBesideNewPhoto() async throws {
    try await fill()
    try await library.delete("3")
    try library.library.undo()
    try await library.importPhotos([.init("4", by: "2@N00", name: "Bob")])
    try library.library.redo()
    #expect(try library.overview() == ["Ann: 1 2", "Bob: 4"])
    #expect(try await library.isSound())
    try library.library.undo()
    #expect(try library.overview() == ["Ann: 1 2", "Bob: 3 4"])
    #expect(try await library.isSound())
  }

  @Test("Redoing a deletion deletes the photographer whom an import gave the photo, and undo restores both")
  func redoAfterNewPhotographer() async throws {
    try await fill()
    try await library.delete("3")
    try library.library.undo()
    try await library.importPhotos([.full("3", by: "3@N00", name: "Cyd")])
    #expect(try library.overview() == ["Ann: 1 2", "Cyd: 3"])
    let before = try await library.values()
    try library.library.redo()
    #expect(try library.overview() == ["Ann: 1 2"])
    #expect(try await library.isSound())
    #expect(try library.library.undo() == "deleting “Sea 🌊 3”")
    #expect(try await library.values() == before)
    try library.library.redo()
    #expect(try library.overview() == ["Ann: 1 2"])
    #expect(try await library.isSound())
  }

  @Test(
    "Undoing a restoration deletes the photographer whom an import gave the photo, unless there are others")
  func undoRestorationAfterNewPhotographer() async throws {
    try await fill()
    try await library.delete("2", "3")
    try await library.library.restore(["2", "3"]).committed()
    try await library.importPhotos([
      .full("2", by: "4@N00", name: "Dan"), .full("3", by: "3@N00", name: "Cyd"),
    ])
    try await library.importPhotos([.full("4", by: "4@N00", name: "Dan")])
    #expect(try library.overview() == ["Ann: 1", "Cyd: 3", "Dan: 2 4"])
    let before = try await library.values()
    try library.library.undo()
    #expect(try library.overview() == ["Ann: 1", "Dan: 4"])
    #expect(try await library.isSound())
    try library.library.redo()
    #expect(try await library.values() == before)
  }

  @Test("Undoing a restoration keeps a photographer of whom an import inserted another photo")
  func undoRestorationBesideNewPhoto() async throws {
    try await fill()
    try await library.delete("3")
    try await library.library.restore(["3"]).committed()
    try await library.importPhotos([.init("4", by: "2@N00", name: "Bob")])
    try library.library.undo()
    #expect(try library.overview() == ["Ann: 1 2", "Bob: 4"])
    #expect(try await library.isSound())
  }

  @Test("that an import has changed and not saved yet keeps them deleted")
  func deletedBesideImport() async throws {
    try await fill()
    let worker = try library.makeBackgroundContext()
    try await worker.perform { context in
      let page = PhotoPage(records: [.init("1", "Changed"), .init("3", "Changed", by: "2@N00", name: "Bo")])
      _ = try PhotoImporter(context: context).run(page)
    }
    try await library.delete("1", "3")
    try await worker.save()
    #expect(try library.overview() == ["Ann: 2"])
    #expect(try await library.isSound())
    // What the import did last is older than the undo.
    try library.library.undo()
    #expect(try library.overview() == ["Ann: 1 2", "Bob: 3"])
    #expect(try await library.isSound())
  }

  @Test("keeps the photographer of whom an import saves a new photo at the same time")
  func newPhotoBesideDeletion() async throws {
    try await fill()
    let worker = try library.makeBackgroundContext()
    try await worker.perform { context in
      _ = try PhotoImporter(context: context).run(PhotoPage(records: [.init("4", by: "2@N00", name: "Bob")]))
    }
    // Both saves wait for the writer; neither sees the other's photos before.
    let photo = try library.photo("3")
    async let saved: Void = worker.save()
    try await library.library.delete([photo]).committed()
    do {
      try await saved
    } catch let conflict as ConflictError {
      // The deletion was first: a refresh would look at the page again.
      #expect(conflict.kind == .targetDeleted(relationship: "photographer"))
      try await library.importPhotos([.init("4", by: "2@N00", name: "Bob")])
    }
    #expect(try library.overview() == ["Ann: 1 2", "Bob: 4"])
    #expect(try await library.isSound())
  }

  @Test(
    "Deleting a photographer before an import saves a new photo lets a refresh insert the photographer again")
  func deletionBeforeNewPhoto() async throws {
    try await fill()
    let page = FlickrAnswers.page(photos: [
      LoopbackPhoto(id: "4", title: "Four", ownerID: "2@N00", ownerName: "Bob")
    ])
    let server = try LoopbackFlickr()
    server.serve("/photos.json", .json(page))
    let source = PhotoSource.address(TransferURL(server.url + "/photos.json"))
    let client = FlickrClient(transfer: TransferClient(), retry: .never)
    // Deletes as soon as the refresh has the page.
    let (saves, save) = AsyncStream<Void>.makeStream()
    async let summary = library.refresh(source, with: client) { step in
      if case .saving = step { save.yield() }
    }
    for await _ in saves { break }
    try await library.delete("3")
    #expect(try await summary.photos.new == 1)
    #expect(try library.overview() == ["Ann: 1 2", "Bob: 4"])
    #expect(try await library.isSound())
  }

  @Test("while a refresh saves the same photos again and again leaves a sound library")
  func race() async throws {
    let page = (0..<60).map { PhotoRecord("\(100 + $0)", by: "\($0 / 2)@N00", name: "Owner \($0 / 2)") }
    try await library.importPhotos(page)
    let importing = Task {
      for round in 0..<15 {
        let changed = page.map { PhotoRecord($0.id, "Title \(round)", by: $0.ownerID, name: "Name \(round)") }
        do { try await library.importPhotos(changed) } catch is ConflictError {}
      }
    }
    var deleted: Set<String> = []
    for number in 0..<30 {
      let id = "\(100 + number)"
      try await library.delete(id)
      deleted.insert(id)
      if number.isMultiple(of: 3) {
        try library.library.undo()
        deleted.remove(id)
      }
    }
    try await importing.value
    await library.container.coordinator.drain()
    let left = Set(try library.photos().map(\.flickrID))
    #expect(left == Set(page.map(\.id)).subtracting(deleted))
    #expect(try await library.isSound())
  }
}
