import Foundation
import PhotoLibrary
import TestSupport
import Testing

@testable import Browser

@MainActor @Suite("Files of pictures for other programs")
struct PictureFilesTests {
  @Test("A file has the largest picture and a speaking name, is private, and is removed after a week")
  func files() async throws {
    let bench = try await PictureBench(photos: 1)
    let folder = bench.library.folder.url.appendingPathComponent("files")
    let files = PictureFiles(folder: folder, fetcher: bench.fetcher)
    let subject = try bench.library.photo("1").pictureSubject
    let path = try await files.path(of: subject, title: "-rf \"$(x)\" /../é")
    #expect(path == folder.appendingPathComponent("1-rf-x-é.jpg").path)
    #expect(try await files.path(of: subject, title: "-rf \"$(x)\" /../é") == path)
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    #expect(bytes == LoopbackPictures.bytes(of: "1", "l"))
    let mode = try FileManager.default.attributesOfItem(atPath: folder.path)[.posixPermissions] as? Int
    #expect(mode == 0o700)
    await files.removeOld()
    #expect(FileManager.default.fileExists(atPath: path))
    await files.removeOld(now: Date(timeIntervalSinceNow: 8 * 86_400))
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
