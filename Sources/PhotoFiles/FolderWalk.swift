import Foundation
import Glibc
import PictureBasics

/// A walk through a folder and those in it, one after the other, by name.
///
/// Hidden files and folders are left out, as are links to folders: they could lead in a circle, or out of the folder.
public struct FolderWalk: Sequence, IteratorProtocol {
  private var pending: [String]
  /// The paths of folders that could not be read, in the order of the walk.
  public private(set) var unreadable: [String] = []

  /// Creates a walk from a folder.
  public init(from path: String) { pending = [path] }

  /// Lists the next folder; returns `nil` at the end.
  public mutating func next() -> FolderListing? {
    while let path = pending.popLast() {
      guard let contents = FolderContents(path: path) else {
        unreadable.append(path)
        continue
      }
      pending += contents.folders(in: path)
      return listing(of: path, contents)
    }
    return nil
  }

  /// Returns the paths of the folders in a folder that the walk would enter, the first one last; none if it cannot be read.
  static func folders(in path: String) -> [String] {
    FolderContents(path: path)?.folders(in: path) ?? []
  }

  private func listing(of path: String, _ contents: FolderContents) -> FolderListing {
    var files: [FolderListing.File] = []
    var others: [String: Int] = [:]
    for (name, status) in contents.files {
      let ending = PhotoFileExtension.of(name)
      if PhotoFileExtension.pictures.contains(ending) || PhotoFileExtension.raw.contains(ending) {
        files.append(.init(name: name, status: status, sidecar: Self.sidecar(of: name, contents)))
      } else if PhotoFileExtension.others.contains(ending) {
        others[ending, default: 0] += 1
      }
    }
    return FolderListing(
      path: path, files: files.sorted { $0.name < $1.name }, others: others, isEmpty: contents.isEmpty)
  }

  private static func sidecar(of name: String, _ contents: FolderContents) -> FolderListing.Sidecar? {
    for candidate in SidecarFile.names(of: name) {
      if let status = contents.files[candidate] { return .init(name: candidate, status: status) }
    }
    return nil
  }
}

/// The names in a folder.
private struct FolderContents {
  private(set) var files: [String: FileState] = [:]
  private(set) var folders: [String] = []
  private(set) var isEmpty = true

  init?(path: String) {
    guard let folder = opendir(path) else { return nil }
    defer { closedir(folder) }
    let descriptor = dirfd(folder)
    while let entry = readdir(folder) {
      let bytes = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) {
          Array(UnsafeBufferPointer(start: $0, count: strlen($0)))
        }
      }
      if bytes == [46] || bytes == [46, 46] { continue }
      isEmpty = false
      // A name that is not UTF-8 could not be kept in a library.
      guard bytes.first != 46,
        let name = String(validating: bytes.map(UInt8.init(bitPattern:)), as: UTF8.self)
      else { continue }
      add(name, in: descriptor)
    }
  }

  /// Returns the paths of the folders, from the last to the first by name.
  func folders(in path: String) -> [String] {
    folders.sorted(by: >).map { path == "/" ? "/" + $0 : path + "/" + $0 }
  }

  private mutating func add(_ name: String, in descriptor: CInt) {
    var status = stat()
    guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return }
    let isLink = status.st_mode & S_IFMT == S_IFLNK
    if isLink, fstatat(descriptor, name, &status, 0) != 0 { return }
    switch status.st_mode & S_IFMT {
    case S_IFREG: files[name] = FileState(status)
    case S_IFDIR where !isLink: folders.append(name)
    default: break
    }
  }
}
