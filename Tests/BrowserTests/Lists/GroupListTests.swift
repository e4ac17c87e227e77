import Dispatch
import Flickr
import ObjectGraph
import TestSupport
import Testing

@testable import Browser
@testable import PhotoLibrary

@MainActor @Suite("The list of groups")
struct GroupListTests {
  @Test("Groups that cannot be counted are not said to be still counted, and can be counted again")
  func failing() async throws {
    var record = PhotoRecord("1", "Photo 1", by: "Ann")
    record.tags = "harbor"
    let (library, store) = try await TestLibrary.counted([record])
    let groups = try GroupList(.tags, of: library.library)
    store.isFailing = true
    await #expect(throws: (any Error).self) { try await groups.load() }
    #expect(groups.hasFailed && !groups.isReady)
    store.isFailing = false
    try await groups.load()
    #expect(!groups.hasFailed && groups.isReady)
  }

  @Test("Folders follow their files, also if nothing of the photos changes")
  func folders() async throws {
    let library = try await TestLibrary([PhotoRecord("1", "Photo 1", by: "Ann")])
    let worker = try library.library.container.makeBackgroundContext(mergePolicy: .objectTrumps)
    try await worker.perform { context in
      let file = try context.insert(LocalFile.self)
      (file.folder, file.name) = ("/a", "1.jpg")
      file.photo = try context.fetch(FetchRequest<Photo>()).first
    }
    try await worker.save()
    let groups = try GroupList(.folders, of: library.library)
    try await groups.load()
    try await until { groups.list.titles { $0.name } == [["/a"]] }
    try await worker.perform { for file in try $0.fetch(FetchRequest<LocalFile>()) { file.folder = "/b" } }
    try await worker.save()
    try await until { groups.list.titles { $0.name } == [["/b"]] }
  }

  @Test("Albums follow their titles, also if nothing of the photos changes")
  func albums() async throws {
    let library = try await TestLibrary([PhotoRecord("1", "Photo 1", by: "Ann")])
    let album = try library.library.createAlbum(named: "Lisbon")
    try library.library.add([try library.photo("1")], to: album)
    await library.library.container.coordinator.drain()
    let groups = try GroupList(.albums, of: library.library)
    try await groups.load()
    try await until { groups.list.titles { $0.name } == [["Lisbon"]] }
    try library.library.rename(album, to: "Porto")
    try await until { groups.list.titles { $0.name } == [["Porto"]] }
    try library.library.undo()
    try await until { groups.list.titles { $0.name } == [["Lisbon"]] }
  }

  @Test("A tag whose save takes more than a second is counted when it is in the store")
  func lateSave() async throws {
    var wrapped: FullDiskStore?
    let library = try await TestLibrary([PhotoRecord("1", "Photo 1", by: "Ann")]) {
      let store = FullDiskStore($0)
      wrapped = store
      return store
    }
    let store = try #require(wrapped)
    await library.library.container.coordinator.drain()
    let goesOn = DispatchSemaphore(value: 0)
    defer { goesOn.signal() }
    store.holdNextCommit { goesOn.wait() }
    try library.library.tag([library.photo("1")], adding: ["harbor"], removing: [])
    let groups = try GroupList(.tags, of: library.library)
    try await groups.load()
    #expect(groups.isReady)
    #expect(groups.list.titles { $0.name } == [["Without tags"]])
    goesOn.signal()
    try await until { groups.list.titles { $0.name } == [["harbor"]] }
  }

  @Test("Cameras follow the settings of photos, also if nothing else of the photos changes")
  func cameras() async throws {
    let library = try await TestLibrary([PhotoRecord("1", "Photo 1", by: "Ann")])
    let worker = try library.library.container.makeBackgroundContext(mergePolicy: .objectTrumps)
    try await worker.perform { context in
      let shot = try context.insert(Shot.self)
      shot.camera = "Nikon D700"
      shot.photo = try context.fetch(FetchRequest<Photo>()).first
    }
    try await worker.save()
    await library.library.container.coordinator.drain()
    let groups = try GroupList(.cameras, of: library.library)
    try await groups.load()
    try await until { groups.list.titles { $0.name }.joined().contains("Nikon D700") }
    try await worker.perform { for shot in try $0.fetch(FetchRequest<Shot>()) { shot.camera = "Leica M6" } }
    try await worker.save()
    try await until { groups.list.titles { $0.name }.joined().contains("Leica M6") }
  }

  @Test("Groups whose names are equal as strings stay two rows when they are counted again")
  func exactNames() async throws {
    let library = try await TestLibrary()
    for (number, source) in ["folder:/caf\u{E9}", "folder:/cafe\u{301}"].enumerated() {
      let worker = try library.library.container.makeBackgroundContext(mergePolicy: .objectTrumps)
      let page = PhotoPage(records: [PhotoRecord("\(number)", "Photo \(number)", by: "Ann")], skipped: 0)
      _ = try await worker.perform { try PhotoImporter(context: $0, source: source).run(page) }
      try await worker.save()
    }
    let groups = try GroupList(.sources, of: library.library)
    for _ in 0..<2 {
      try await groups.load()
      await groups.coordinator.drain()
      try await until { groups.list.rowCount == 2 }
    }
  }
}
