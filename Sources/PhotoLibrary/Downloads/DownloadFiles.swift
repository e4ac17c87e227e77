import Foundation
import PictureFetching
import ZipReading

/// The files of a download in a folder and those below it, and, if asked for, in the zip files there.
struct DownloadFiles {
  /// A file.
  struct File: Hashable, Sendable {
    let place: OwnPicture.Place
    let name: String
    let size: Int
  }

  /// The files, by path.
  private(set) var files: [File] = []
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
    var walk = FileWalk(path)
    while let (path, size) = try walk.next() {
      if inArchives, Self.isArchive(path) {
        do { try list(archive: path) } catch { faults.append(error) }
      } else {
        files.append(File(place: .file(path: path), name: URL(filePath: path).lastPathComponent, size: size))
      }
    }
    faults += walk.unreadable.map { FolderError.unreadable(path: $0) }
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

/// A walk through the visible files of a folder and of those below it, by name.
private struct FileWalk {
  private(set) var unreadable: [String] = []
  private var folders: [String]
  private var files: [(String, Int)] = []

  init(_ path: String) { folders = [path] }

  mutating func next() throws -> (path: String, size: Int)? {
    while files.isEmpty {
      guard let folder = folders.popLast() else { return nil }
      try Task.checkCancellation()
      list(folder)
    }
    return files.removeLast()
  }

  private mutating func list(_ folder: String) {
    let keys: [URLResourceKey] = [.isRegularFileKey, .isDirectoryKey, .isSymbolicLinkKey, .fileSizeKey]
    guard
      let contents = try? FileManager.default.contentsOfDirectory(
        at: URL(filePath: folder), includingPropertiesForKeys: keys)
    else { return unreadable.append(folder) }
    for url in contents.sorted(by: { $0.path > $1.path }) where !url.lastPathComponent.hasPrefix(".") {
      let values = try? url.resourceValues(forKeys: Set(keys))
      if values?.isDirectory == true, values?.isSymbolicLink != true { folders.append(url.path) }
      if values?.isRegularFile == true { files.append((url.path, values?.fileSize ?? 0)) }
    }
  }
}
