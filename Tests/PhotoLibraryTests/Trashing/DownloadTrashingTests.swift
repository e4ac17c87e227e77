import FileTrash
import Foundation
import ObjectGraph
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

  @Test("Pictures of gallery-dl go to the trash and come back, those with an ID of Flickr too")
  func gallery() async throws {
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
