import FileTrash
import Foundation
import ObjectGraph
import PictureFetching
import TestSupport
import Testing

@testable import PhotoLibrary

@MainActor
@Suite("Downloads in the trash", .timeLimit(.minutes(10)))
struct DownloadTrashingTests {
  private let download: DownloadFolder

  init() throws {
    download = try DownloadFolder()
    download.test.library.trash = Trash(dataHome: download.folder.home.path("data"))
  }

  private var library: PhotoLibrary { download.test.library }

  private func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: download.folder.path(name))
  }

  /// Writes and reads a photo of Flickr and one of another host.
  private func scanGallery() async throws {
    for (name, json) in [
      (
        "flickr/1.jpg",
        #"{"category": "flickr", "id": 77, "title": "Sea", "owner": {"nsid": "1@N00", "username": "Ann"}}"#
      ),
      ("pixiv/2.jpg", #"{"category": "pixiv", "id": 7, "title": "Other", "user": {"name": "Zoë"}}"#),
    ] {
      try download.folder.write(name, bytes: AccountFiles.picture(name))
      try download.folder.write(name + ".json", bytes: Array(json.utf8))
    }
    try await download.scan(.galleryDL)
    #expect(try download.folder.titles() == ["Other", "Sea"])
  }

  @Test("Pictures of gallery-dl go to the trash and come back, those with an ID of Flickr too")
  func gallery() async throws {
    try await scanGallery()
    for _ in 0..<2 {
      let summary = try await library.trash(library.trashPlans(for: try download.folder.photos()))
      await library.savesFinished()
      #expect(summary.photos == 2 && summary.problems == [])
      #expect(!exists("flickr/1.jpg") && !exists("pixiv/2.jpg"))
      try library.undo()
      await library.savesFinished()
      #expect(exists("flickr/1.jpg") && exists("pixiv/2.jpg"))
      try await download.scan(.galleryDL)
      #expect(try download.folder.titles() == ["Other", "Sea"])
    }
    let summary = try await library.trash(library.trashPlans(for: try download.folder.photos()))
    await library.savesFinished()
    #expect(summary.photos == 2)
    _ = try? await download.scan(.galleryDL)
    #expect(try download.folder.titles() == [])
    #expect(try await download.test.isSound())
  }

  @Test(
    "A restored photo of a download has its own picture again, with and without the trash",
    arguments: [true, false])
  func restoring(inTrash: Bool) async throws {
    try await scanGallery()
    let photos = try download.folder.photos()
    let (ids, pictures) = (photos.map(\.flickrID), photos.map(\.ownPicture))
    #expect(pictures.allSatisfy { $0?.width == 6_000 })
    if inTrash {
      _ = try await library.trash(library.trashPlans(for: photos))
    } else {
      try library.delete(photos)
    }
    await library.savesFinished()
    #expect(try download.folder.titles() == [] && exists("pixiv/2.jpg") == !inTrash)
    try await library.restore(ids).committed()
    #expect(try download.folder.titles() == ["Other", "Sea"])
    #expect(try download.folder.photos().map(\.ownPicture) == pictures)
    #expect(exists("flickr/1.jpg") && exists("pixiv/2.jpg"))
    #expect(try await download.scan(.galleryDL).broughtNothing)
    #expect(try await download.test.isSound())
  }

  @Test("A photo of a download whose file is not in the trash any more is restored as gone")
  func restoringWithoutFile() async throws {
    try await scanGallery()
    let photo = try #require(try download.folder.photos().first { $0.isOwn })
    let id = photo.flickrID
    _ = try await library.trash(library.trashPlans(for: [photo]))
    await library.savesFinished()
    try FileManager.default.removeItem(atPath: download.folder.home.path("data/Trash/files/2.jpg"))
    try await library.restore([id]).committed()
    #expect(try download.folder.titles() == ["Other (gone)", "Sea"])
    #expect(try await download.test.isSound())
  }

  @Test("A picture in a zip file stays, with the reason")
  func archive() async throws {
    try download.writeAccount(unpacked: false)
    try await download.scan()
    let plans = library.trashPlans(for: try download.folder.photos())
    let summary = try await library.trash(plans)
    #expect(summary.photos == 0 && summary.problems.count == plans.count && !plans.isEmpty)
    #expect(summary.problems.contains { $0.contains(".zip. Delete it instead.") })
    #expect(library.context.undoHistory?.canUndo == false)
  }
}
