import Foundation
import Glibc
import PhotoFiles
import PictureFetching
import ZipReading

/// The files of a download in a folder and those below it, and, if asked for, in the zip files there.
struct DownloadFiles {
  /// A file.
  struct File: Hashable, Sendable {
    let place: OwnPicture.Place
    let name: String
    let size: Int

    /// The time of the last change of the contents, or of the zip file, in nanoseconds since 1970; that of a link is the time of
    /// its file.
    ///
    /// It blocks on the disk.
    var modified: Int {
      var status = stat()
      guard stat(place.path, &status) == 0 else { return .min }
      return Int(status.st_mtim.tv_sec).multipliedReportingOverflow(by: 1_000_000_000).partialValue
        &+ Int(status.st_mtim.tv_nsec)
    }
  }

  /// The files, by path.
  private(set) var files: [File] = []
  /// The files and folders whose names cannot be kept.
  private(set) var unreadable: [UnreadableFile] = []
  /// The errors about parts that could not be read.
  private(set) var faults: [any Error] = []

  /// The largest number of files; a million photos have two million.
  private static let limit = 4_000_000

  /// Lists files.
  ///
  /// - Throws: A `FolderError` if there is nothing at the path, `CancellationError`, or a `ZipError` if the path is that of a damaged zip file.
  init(path: String, inArchives: Bool) throws {
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    guard exists, isFolder.boolValue else {
      guard exists, inArchives, Self.isArchive(path) else { throw FolderError.unreadable(path: path) }
      try list(archive: path)
      return
    }
    var pending = [path]
    while let folder = pending.popLast() {
      try Task.checkCancellation()
      guard let contents = FolderContents(path: folder) else {
        faults.append(FolderError.unreadable(path: folder))
        continue
      }
      list(contents, inArchives: inArchives)
      pending += contents.folderPaths.reversed()
    }
  }

  private mutating func list(_ contents: FolderContents, inArchives: Bool) {
    unreadable += UnreadableFile.misnamed(
      contents.misnamed, folders: contents.misnamedFolders, in: contents.path)
    // It may be a picture, which is not missing then.
    faults += contents.unexamined.map {
      FolderError.unexamined(path: FolderPlace(folder: contents.path, name: $0).path)
    }
    for (name, state) in contents.files.sorted(by: { $0.key < $1.key }) {
      let path = FolderPlace(folder: contents.path, name: name.text).path
      if inArchives, Self.isArchive(path) {
        do { try list(archive: path) } catch { faults.append(error) }
      } else {
        files.append(File(place: .file(path: path), name: name.text, size: state.size))
      }
    }
  }

  private mutating func list(archive path: String) throws {
    for entry in try ZipArchive(path: path).entries where !entry.isFolder {
      let name = entry.lastComponent
      guard !name.hasPrefix("."), files.count < Self.limit else { continue }
      files.append(File(place: .entry(name: entry.name, archive: path), name: name, size: entry.size))
    }
  }

  /// Returns whether a path is that of a zip file, by its extension.
  static func isArchive(_ path: String) -> Bool { path.lowercased().hasSuffix(".zip") }
}
