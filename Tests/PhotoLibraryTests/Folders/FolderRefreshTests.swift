import Foundation
import ObjectGraph
import Synchronization
import TestSupport
import Testing

@testable import PhotoLibrary

@MainActor
@Suite("Photos in a folder", .timeLimit(.minutes(10)))
struct FolderRefreshTests {
  private let folder: PhotoFolder

  init() throws { folder = try PhotoFolder() }

  @Test("become photos with the facts of their files, by their photographer or their folder")
  func facts() async throws {
    var file = CameraFile.shot(1)
    file.exif[0x0112] = .short(6)
    file.place = [
      1: .text("N"), 2: .rationals([(38, 1), (42, 1), (36, 1)]), 3: .text("W"),
      4: .rationals([(9, 1), (30, 1), (0, 1)]),
    ]
    file.iptc = [(5, "Harbor"), (25, "sea"), (25, "blue hour"), (120, "An evening")]
    try folder.write("2024/DSC 1 ä%.jpg", file)
    try folder.write("trip/b.jpg", CameraFile.shot(2, artist: nil))
    let summary = try await folder.scan()
    #expect(summary.photos.new == 2 && summary.total == 2 && summary.end == .folderRead)
    let photos = try folder.photos()
    #expect(photos.map(\.title) == ["Harbor", "b"])
    let photo = photos[0]
    #expect(photo.photographer?.name == "Ann" && photo.photographer?.isFolder == false)
    #expect(photos[1].photographer?.name == "trip" && photos[1].photographer?.isFolder == true)
    #expect(
      photo.taken == "2024-05-17 18:03:11" && photo.tags == "sea blue_hour" && photo.subtitle == "An evening")
    #expect(photo.latitude == 38.71 && photo.longitude == -9.5 && photo.largestSize?.width == 4_000)
    let shot = try #require(photo.shot)
    #expect(
      shot.camera == "FUJIFILM X-T5" && shot.exposure == "1/250" && shot.aperture == 2.8 && shot.iso == 400)
    #expect(photo.isOwn && !photo.isFromFlickr && photo.filePath == folder.path("2024/DSC 1 ä%.jpg"))
    #expect(photo.sourceNames == ["folder:" + folder.root])
  }

  @Test("A second pass without changes reads no file and writes nothing")
  func unchanged() async throws {
    for number in 0..<30 { try folder.write("\(number % 3)/\(number).jpg", CameraFile.shot(number)) }
    try await folder.scan()
    let rows = try await folder.test.rows(TestLibrary.all + [LocalFile.self])
    let summary = try await folder.scan()
    #expect(summary.photos.unchanged == 30 && summary.broughtNothing && summary.pages == 0)
    #expect(try await folder.test.rows(TestLibrary.all + [LocalFile.self]) == rows)
  }

  @Test("A photo without a title of its own has the name of a file that is there")
  func titleOfCopies() async throws {
    try folder.write("IMG_0005.jpg", CameraFile.shot(1))
    try await folder.scan()
    try folder.write("aaa.jpg", CameraFile.shot(1))
    try await folder.scan()
    #expect(try folder.photos().count == 1)
    try folder.remove("aaa.jpg")
    try await folder.scan()
    #expect(try folder.titles() == ["IMG_0005"])
    try await folder.library.setTitle("Heron", of: try folder.photos()).committed()
    try folder.move("IMG_0005.jpg", to: "b.jpg")
    try await folder.scan()
    #expect(try folder.titles() == ["Heron"])
  }

  @Test("A file or a folder that is moved keeps its photo")
  func moved() async throws {
    try folder.write("a/one.jpg", CameraFile.shot(1))
    try folder.write("a/two.jpg", CameraFile.shot(2))
    try await folder.scan()
    let ids = try folder.photos().map(\.objectID)
    try folder.library.turn(try folder.photos(), quarters: 1)
    try folder.move("a/one.jpg", to: "a/renamed.jpg")
    let summary = try await folder.scan()
    #expect(summary.photos.new == 0 && summary.photos.changed == 1 && summary.gone == 0)
    #expect(try folder.titles() == ["renamed", "two"])
    try folder.move("a", to: "z/y")
    #expect(try await folder.scan().gone == 0)
    #expect(try folder.titles() == ["renamed", "two"])
    #expect(try folder.photos().map(\.objectID) == ids && folder.photos().allSatisfy { $0.turns == 1 })
    #expect(
      try folder.photos().map(\.filePath) == [folder.path("z/y/renamed.jpg"), folder.path("z/y/two.jpg")])
  }

  @Test(
    "A file into which another program writes keeps its photo; one that is replaced by another shot does not")
  func changed() async throws {
    try folder.write("a.jpg", CameraFile.shot(1))
    try await folder.scan()
    let id = try folder.photos()[0].objectID
    var edited = CameraFile.shot(1)
    edited.iptc = [(25, "sea")]
    try folder.write("a.jpg", edited)
    #expect(try await folder.scan().photos.changed == 1)
    #expect(try folder.photos().map(\.objectID) == [id] && folder.photos()[0].tags == "sea")
    try folder.write("a.jpg", CameraFile.shot(2))
    let summary = try await folder.scan()
    #expect(summary.photos.new == 1)
    #expect(try folder.titles() == ["a (gone)", "a"] || folder.titles() == ["a", "a (gone)"])
    #expect(try folder.photos().filter { $0.isPictureGone }.map(\.objectID) == [id])
    // The first contents come back at another path.
    try folder.write("b.jpg", CameraFile.shot(1))
    try await folder.scan()
    #expect(try folder.titles() == ["a", "b"] && folder.photos().contains { $0.objectID == id })
  }

  @Test("Two files that change places keep their photos, also after another program wrote into them")
  func swapped() async throws {
    for (name, number) in [("a.jpg", 1), ("b.jpg", 2)] {
      try folder.write(name, CameraFile.shot(number))
      try await folder.scan()
      var edited = CameraFile.shot(number)
      edited.iptc = [(5, "title \(number)")]
      try folder.write(name, edited)
      try await folder.scan()
    }
    let ids = try folder.photos().map(\.objectID)
    try folder.move("a.jpg", to: "c.jpg")
    try folder.move("b.jpg", to: "a.jpg")
    try folder.move("c.jpg", to: "b.jpg")
    let summary = try await folder.scan()
    #expect(summary.photos.new == 0 && summary.gone == 0)
    #expect(try folder.titles() == ["title 1", "title 2"] && folder.photos().map(\.objectID) == ids)
    #expect(try folder.photos().map(\.filePath) == [folder.path("b.jpg"), folder.path("a.jpg")])
  }

  @Test("A missing file is gone, and there again when it comes back")
  func missing() async throws {
    try folder.write("a/one.jpg", CameraFile.shot(1))
    try folder.write("b.jpg", CameraFile.shot(2))
    try await folder.scan()
    try folder.remove("a")
    #expect(try await folder.scan().gone == 1)
    #expect(try folder.titles() == ["b", "one (gone)"])
    #expect(try await folder.scan().broughtNothing)
    try folder.write("a/one.jpg", CameraFile.shot(1))
    try await folder.scan()
    #expect(try folder.titles() == ["b", "one"])
  }

  @Test("A hidden folder that is a source of its own is left alone by the folder around it")
  func hidden() async throws {
    let hidden = folder.path(".private")
    try folder.write("a.jpg", CameraFile.shot(1))
    try folder.write(".private/p.jpg", CameraFile.shot(2))
    #expect(try await folder.scan(hidden).photos.new == 1)
    #expect(try await folder.scan().photos.new == 1)
    for _ in 0..<2 {
      #expect(try folder.titles() == ["a", "p"])
      #expect(try folder.photos().map(\.sourceNames) == [["folder:" + folder.root], ["folder:" + hidden]])
      #expect(try await folder.scan(hidden).broughtNothing)
      #expect(try await folder.scan().broughtNothing)
    }
    try folder.move("a.jpg", to: ".private/a.jpg")
    try await folder.scan(hidden)
    try folder.write("b.jpg", CameraFile.shot(3))
    try await folder.scan()
    #expect(try folder.photos()[0].sourceNames == ["folder:" + hidden])
    try folder.remove(".private")
    #expect(try await folder.scan().gone == 2)
    #expect(try folder.titles() == ["a (gone)", "b", "p (gone)"])
    #expect(try folder.photos()[2].sourceNames == ["folder:" + hidden])
  }

  @Test("A folder that is not there, or empty, marks nothing and says so")
  func unmounted() async throws {
    try folder.write("a/one.jpg", CameraFile.shot(1))
    try await folder.scan()
    try folder.remove("a")
    await #expect(throws: FolderError.empty(path: folder.root, photos: 1)) { try await folder.scan() }
    try FileManager.default.removeItem(atPath: folder.root)
    await #expect(throws: FolderError.unreadable(path: folder.root, reason: "it does not exist")) {
      try await folder.scan()
    }
    #expect(try folder.titles() == ["one"])
    let file = folder.home.path("file")
    try Data().write(to: URL(filePath: file))
    await #expect(throws: FolderError.unreadable(path: file, reason: "it is not a folder")) {
      try await folder.scan(file)
    }
  }

  @Test("Copies of a file are one photo, which is gone with the last of them")
  func copies() async throws {
    try folder.write("a.jpg", CameraFile.shot(1))
    try folder.write("copy/a.jpg", CameraFile.shot(1))
    #expect(try await folder.scan().total == 1)
    #expect(try folder.photos()[0].files.count == 2)
    let both = try [folder.photos()[0].filePath].compactMap { $0 } + folder.photos()[0].copyPaths
    #expect(both.sorted() == [folder.path("a.jpg"), folder.path("copy/a.jpg")])
    try folder.remove("a.jpg")
    #expect(try await folder.scan().gone == 0)
    #expect(try folder.photos()[0].copyPaths == [])
    #expect(try folder.titles() == ["a"] && folder.photos()[0].filePath == folder.path("copy/a.jpg"))
    try folder.remove("copy/a.jpg")
    try folder.write("other.jpg", CameraFile.shot(2))
    #expect(try await folder.scan().gone == 1)
    #expect(try folder.titles() == ["a (gone)", "other"])
  }

  @Test("Files that differ only in the middle are two photos")
  func samples() async throws {
    var bytes = CameraFile.shot(1).bytes + [UInt8](repeating: 0, count: 300_000)
    try folder.write("a.jpg", bytes: bytes)
    bytes[200_000] = 1
    try folder.write("b.jpg", bytes: bytes)
    #expect(try await folder.scan().total == 2)
    #expect(try folder.titles() == ["a", "b"])
  }

  @Test("A photo that was deleted from the library stays deleted, also when its file is moved or changed")
  func deleted() async throws {
    try folder.write("a.jpg", CameraFile.shot(1))
    try folder.write("b.jpg", CameraFile.shot(2))
    try await folder.scan()
    let photo = try folder.photos()[0]
    let id = photo.flickrID
    try await folder.library.delete([photo]).committed()
    #expect(FileManager.default.fileExists(atPath: folder.path("a.jpg")))
    #expect(try await folder.scan().broughtNothing)
    try folder.move("a.jpg", to: "c.jpg")
    try await folder.scan()
    var edited = CameraFile.shot(1)
    edited.iptc = [(25, "sea")]
    try folder.write("c.jpg", edited)
    try await folder.scan()
    #expect(try folder.titles() == ["b"])
    try await folder.library.restore([id]).committed()
    try await folder.scan()
    #expect(try folder.titles() == ["b", "c"] && folder.photos()[1].filePath == folder.path("c.jpg"))
  }

  @Test("Undoing a deletion connects the photo with its file again")
  func undo() async throws {
    try folder.write("a.jpg", CameraFile.shot(1))
    try await folder.scan()
    try folder.library.delete(try folder.photos())
    try folder.library.undo()
    await folder.test.container.coordinator.drain()
    #expect(try folder.photos()[0].files.map(\.name) == ["a.jpg"])
    #expect(try await folder.scan().broughtNothing)
  }

  @Test("A sidecar that comes, changes or goes is read")
  func sidecar() async throws {
    func packet(_ title: String) -> [UInt8] {
      Array(
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>\(title)</dc:title></rdf:Description>
        </rdf:RDF></x:xmpmeta>
        """.utf8)
    }
    try folder.write("a.jpg", CameraFile.shot(1))
    try await folder.scan()
    for title in ["first", "second"] {
      try folder.write("a.xmp", bytes: packet(title))
      #expect(try await folder.scan().photos.changed == 1)
      #expect(try folder.titles() == [title])
    }
    try folder.remove("a.xmp")
    try await folder.scan()
    #expect(try folder.titles() == ["a"])
  }

  @Test("A photo whose deletion is undone shows its file where it is now, or is gone with it")
  func undoAfterMove() async throws {
    for number in 1...2 { try folder.write("a/\(number).jpg", CameraFile.shot(number)) }
    try await folder.scan()
    try folder.library.delete(try folder.photos())
    try folder.move("a/1.jpg", to: "b/1.jpg")
    try folder.remove("a/2.jpg")
    try await folder.scan()
    #expect(try folder.titles() == [])
    for _ in 0..<2 {
      try folder.library.undo()
      let photos = try folder.photos()
      #expect(photos.map(\.filePath) == [folder.path("b/1.jpg"), folder.path("a/2.jpg")])
      #expect(photos.map(\.isPictureGone) == [false, true])
      try await folder.scan()
      #expect(try folder.photos().map(\.isPictureGone) == [false, true])
      try folder.library.redo()
      #expect(try folder.titles() == [])
    }
    try await folder.scan()
    #expect(try await folder.test.isSound())
  }

  @Test(
    "A file that became another photo's after a deletion stays with it when the deletion is undone or restored"
  )
  func undoAfterReplacement() async throws {
    try folder.write("1.jpg", CameraFile.shot(1))
    try await folder.scan()
    let first = try #require(try folder.photos().first).flickrID
    try folder.library.delete(try folder.photos())
    try folder.write("1.jpg", CameraFile.shot(2, artist: "Bob"))
    try await folder.scan()
    let second = try #require(try folder.photos().first).flickrID
    func check() async throws {
      for _ in 0..<2 {
        let photos = try folder.photos()
        #expect(Set(photos.map(\.flickrID)) == [first, second])
        for photo in photos {
          #expect(photo.isPictureGone == (photo.flickrID == first))
          #expect(photo.files.map(\.path) == (photo.flickrID == first ? [] : [folder.path("1.jpg")]))
        }
        try await folder.scan()
      }
    }
    try folder.library.undo()
    try await check()
    try folder.library.delete(try folder.photos().filter { $0.flickrID == first })
    await folder.library.savesFinished()
    try await folder.library.restore([first]).committed()
    try await check()
    #expect(try await folder.test.isSound())
  }

  @Test("A restored photo has its file at once, and is gone if that went meanwhile")
  func restored() async throws {
    for number in 1...2 { try folder.write("\(number).jpg", CameraFile.shot(number)) }
    try await folder.scan()
    let ids = try folder.photos().map(\.flickrID)
    try await folder.library.delete(try folder.photos()).committed()
    try folder.remove("2.jpg")
    try await folder.scan()
    try await folder.library.restore(ids).committed()
    let photos = try folder.photos()
    #expect(photos.map { $0.files.map(\.path) } == [1, 2].map { [folder.path("\($0).jpg")] })
    #expect(photos.map(\.isPictureGone) == [false, true])
    #expect(try await folder.test.isSound())
  }

  @Test("Folders are listed and compared beside the main actor")
  func mainActor() async throws {
    for number in 0..<3 { try folder.write("\(number)/\(number).jpg", CameraFile.shot(number)) }
    let (root, worker) = (folder.root, try folder.test.makeBackgroundContext())
    // The main queue need not run on the main thread.
    let isMain = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: isMain, value: true)
    defer { DispatchQueue.main.setSpecific(key: isMain, value: nil) }
    #expect(DispatchQueue.getSpecific(key: isMain) == true)
    let isMainSeen = Mutex<[Bool]>([])
    var refresh = FolderRefresh(root: root, source: "folder:" + root, worker: worker, turns: FileTurns()) {
      _ in
      isMainSeen.withLock { $0.append(DispatchQueue.getSpecific(key: isMain) ?? false) }
    }
    refresh.missingPackage = { _ in
      isMainSeen.withLock { $0.append(DispatchQueue.getSpecific(key: isMain) ?? false) }
      return nil
    }
    #expect(try await refresh.run().photos.new == 3)
    #expect(isMainSeen.withLock { $0.count >= 6 && !$0.contains(true) })
  }

  @Test("Canceling keeps what is saved, and marks nothing as missing", arguments: [false, true])
  func cancel(whileReading: Bool) async throws {
    for number in 0..<60 { try folder.write("\(number % 3)/\(number).jpg", CameraFile.shot(number % 50)) }
    try await folder.scan()
    let before = try folder.titles()
    // Of a folder that is reached before the end, and of one that is not, in whatever order they are.
    for name in ["0/12", "1/13", "2/11"] { try folder.remove(name + ".jpg") }
    for number in 0..<30 {
      for name in 0..<3 {
        try folder.write(
          "\(name)/new \(number).jpg", CameraFile.shot(number, artist: "New in \(name)"))
      }
    }
    let (root, worker) = (folder.root, try folder.test.makeBackgroundContext())
    // Each folder has 19 known files, and the first part of new ones 20.
    let task = Task {
      try await FolderRefresh(root: root, source: "folder:" + root, worker: worker, turns: FileTurns()) {
        progress in
        if case .reading(_, let files) = progress, files > (whileReading ? 19 : 0) {
          withUnsafeCurrentTask { $0?.cancel() }
        }
      }.run()
    }
    let failure = try await #require(throws: RefreshFailure.self) { try await task.value }
    #expect(failure.cause is CancellationError)
    await folder.test.container.coordinator.drain()
    let after = try folder.titles()
    #expect(after.count == before.count + (whileReading ? 20 : 0))
    #expect(!after.contains { $0.hasSuffix(" (gone)") } && Set(before).isSubset(of: after))
  }
}
