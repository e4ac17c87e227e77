import FileTrash
import Foundation
import ObjectGraph
import TestSupport
import Testing

@testable import PhotoLibrary

@MainActor
@Suite("Files that an undo has returned from the trash")
struct ReturnedSidecarTests {
  private let folder: PhotoFolder

  private var library: PhotoLibrary { folder.library }

  init() async throws {
    folder = try PhotoFolder()
    folder.library.trash = Trash(dataHome: folder.home.path("data"))
    try folder.write("a.jpg", .shot(1))
    try folder.writeStars(2, to: "a.jpg.xmp")
    try await folder.scan()
    #expect(try folder.photos().map(\.stars) == [2])
  }

  private func trash() async throws {
    _ = try await library.trash(library.trashPlans(for: folder.photos()))
    await library.savesFinished()
  }

  private func undo() async throws {
    try library.undo()
    await library.savesFinished()
  }

  @Test("Marks that another program wrote before are read by the next refresh", arguments: [false, true])
  func written(isAway: Bool) async throws {
    if !isAway { try folder.writeStars(5, to: "a.jpg.xmp") }
    try await trash()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.root) == [])
    if isAway {
      let trashed = folder.home.url.appending(path: "data/Trash/files/a.jpg.xmp")
      try Data(PhotoFolder.sidecar(stars: 5)).write(to: trashed)
    }
    try await undo()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.root).count == 2)
    try await folder.scan()
    #expect(try folder.photos().map(\.stars) == [5])
  }

  @Test("Marks of the user's own that no sidecar has stay")
  func ownMarks() async throws {
    try library.mark(folder.photos(), .stars(4))
    await library.savesFinished()
    try await trash()
    try await undo()
    for _ in 0..<2 {
      try await folder.scan()
      #expect(try folder.photos().map(\.stars) == [4])
    }
  }

  @Test("A file that is there is not marked as missing, although its folder was listed without it")
  func thereAgain() async throws {
    let place = FolderPlace(path: folder.path("a.jpg"))
    let count = try LocalFile.markMissing([place], except: [], at: Date(), in: library.context)
    let file = try #require(try LocalFile.files(at: [place], in: library.context).first)
    #expect(count == 0 && file.missingSince == nil)
    try folder.remove("a.jpg")
    #expect(try LocalFile.markMissing([place], except: [], at: Date(), in: library.context) == 1)
  }
}
