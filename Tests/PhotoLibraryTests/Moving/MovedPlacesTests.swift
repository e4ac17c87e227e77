import Foundation
import ObjectGraph
import PhotoFiles
import TestSupport
import Testing

@testable import PhotoLibrary

@MainActor
@Suite("The places of files that are moved")
struct MovedPlacesTests {
  private let folder: PhotoFolder
  /// The ID of the photo that is moved.
  private let id: String

  private var library: PhotoLibrary { folder.library }

  init() async throws {
    folder = try PhotoFolder()
    try folder.write("in/a.jpg", .shot(1))
    try await folder.scan()
    id = try #require(try folder.photos().first).flickrID
  }

  private func photo() throws -> Photo { try #require(try library.photo(id)) }

  private func move(to name: String) async throws {
    let plans = try library.movePlans(for: [photo()], to: name)
    #expect(try await library.move(plans, to: name).photos == 1)
  }

  private func names() throws -> [String] {
    try #require(FileManager.default.enumerator(atPath: folder.root)).compactMap { $0 as? String }
      .filter { $0.contains(".") }.sorted()
  }

  @Test("Nothing is moved to a folder that no refresh reads")
  func unread() throws {
    for name in [folder.home.path("elsewhere"), folder.path(".hidden"), folder.path("x/.y/z")] {
      #expect(throws: MoveObstacle.unread(folder: name)) { try library.movePlans(for: [photo()], to: name) }
    }
    let hidden = MoveDestinations(sources: ["folder:/p/.best", "folder:/q"], mounts: [])
    #expect(throws: Never.self) { try hidden.check("/p/.best/2024") }
    #expect(throws: MoveObstacle.unread(folder: "/p/best")) { try hidden.check("/p/best") }
  }

  @Test("Nothing is moved below a folder whose disk is not mounted")
  func unmounted() throws {
    let progress =
      try SourceProgress.of("folder:" + folder.root, in: library.context)
      ?? library.context.insert(SourceProgress.self)
    progress.source = "folder:" + folder.root
    progress.mountedFolders = [ExactText(folder.path("disk"))]
    let photo = try photo()
    for _ in 0..<2 {
      let obstacle = MoveObstacle.unmounted(folder: folder.path("disk/best"), place: folder.path("disk"))
      #expect(throws: obstacle) { try library.movePlans(for: [photo], to: "disk/best") }
      try FileManager.default.createDirectory(
        atPath: folder.path("disk"), withIntermediateDirectories: true)
    }
    #expect(throws: Never.self) { try library.movePlans(for: [photo], to: "disks") }
  }

  @Test("Undo moves a file back to a place at which the library knows a missing one")
  func knownPlace() async throws {
    try await move(to: "out")
    try folder.write("in/a.jpg", .shot(2))
    try await folder.scan()
    try folder.remove("in/a.jpg")
    try await folder.scan()
    #expect(try folder.titles().sorted() == ["a", "a (gone)"])
    for _ in 0..<2 {
      #expect(try await library.changeBackMovingFiles(.undo) == "moving “a” to out")
      #expect(try library.undoProblems == [] && photo().filePath == folder.path("in/a.jpg"))
      #expect(try await library.changeBackMovingFiles(.redo) == "moving “a” to out")
      #expect(try library.undoProblems == [] && names() == ["out/a.jpg"])
    }
    try await folder.scan()
    #expect(try folder.titles().sorted() == ["a", "a (gone)"])
    #expect(try await folder.test.isSound())
  }

  @Test("A file that an undo leaves stays that of its photo, although a missing one was known at its place")
  func leftAtKnownPlace() async throws {
    try folder.write("out/a.jpg", .shot(2))
    try await folder.scan()
    try folder.remove("out/a.jpg")
    try await folder.scan()
    try await move(to: "out")
    try folder.write("in/a.jpg", .shot(3))
    #expect(try await library.changeBackMovingFiles(.undo) == "moving “a” to out")
    #expect(library.undoProblems.count == 1)
    await library.savesFinished()
    let photo = try photo()
    #expect(photo.flickrID == id && photo.filePath == folder.path("out/a.jpg"))
    #expect(photo.files.map(\.path) == [folder.path("out/a.jpg")])
    try await folder.scan()
    #expect(try folder.titles().sorted() == ["a", "a", "a (gone)"])
    #expect(try await folder.test.isSound())
  }

  @Test("A photo that another program found gone while its file was moved is shown again")
  func foundGone() async throws {
    try await move(to: "out")
    let row = try #require(try photo().files.first).objectID
    let worker = try FolderRefresh.makeWorker(in: folder.test.container)
    try await worker.performRepeatedly { context in
      for file in try context.fetch(FetchRequest<LocalFile>(where: .isOne(of: [row]))) {
        file.missingSince = Date()
        try file.photo?.followFiles(at: Date())
      }
      try context.save()
    }
    await folder.test.container.coordinator.drain()
    #expect(try folder.titles() == ["a (gone)"])
    try await library.showAgain([row])
    await folder.test.container.coordinator.drain()
    #expect(try folder.titles() == ["a"])
  }

  @Test("Copies that are links to one file move together, and come back together")
  func hardLinks() async throws {
    try FileManager.default.linkItem(atPath: folder.path("in/a.jpg"), toPath: folder.path("in/a 2.jpg"))
    // The link has changed the time of the file.
    try await folder.scan()
    try await move(to: "out")
    #expect(try names() == ["out/a 2.jpg", "out/a.jpg"])
    try await library.changeBackMovingFiles(.undo)
    #expect(try library.undoProblems == [] && names() == ["in/a 2.jpg", "in/a.jpg"])
  }

  @Test("Photos of one name get numbers in turn, however many they are")
  func numbers() async throws {
    for number in 2...12 { try folder.write("in/\(number).jpg", .shot(number)) }
    try await folder.scan()
    let photos = try folder.photos().sorted { $0.title.count < $1.title.count }
    let plans = try library.renamePlans(for: photos, by: RenamePattern("sea"))
    #expect(plans.compactMap { $0.names?.after } == ["sea.jpg"] + (2...12).map { "sea-\($0).jpg" })
  }
}
