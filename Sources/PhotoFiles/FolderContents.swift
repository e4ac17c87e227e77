internal import Glibc

/// The visible files and folders in a folder.
///
/// Links to files count as files. Links to folders are left out: they could lead in a circle, or out of the folder.
public struct FolderContents: Hashable, Sendable {
  /// The absolute path of the folder.
  public let path: String
  /// The states of the files by their names.
  public private(set) var files: [String: FileState] = [:]
  /// The names of the folders, in order.
  public private(set) var folders: [String] = []
  /// The names of files that are not UTF-8, in order, with a replacement character for what is not: a library could not keep
  /// them.
  public private(set) var misnamed: [String] = []
  /// The names of folders that are not UTF-8, like ``misnamed``.
  public private(set) var misnamedFolders: [String] = []
  /// A Boolean value that indicates whether the folder contains nothing at all, hidden files included.
  public private(set) var isEmpty = true

  /// Lists a folder; returns `nil` if it cannot be read.
  ///
  /// - Complexity: O(*n* log *n*) in the entries of the folder.
  public init?(path: String) {
    guard let folder = opendir(path) else { return nil }
    defer { closedir(folder) }
    self.path = path
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) {
          Array(UnsafeBufferPointer(start: $0, count: strlen($0) + 1))
        }
      }
      if name == [46, 0] || name == [46, 46, 0] { continue }
      isEmpty = false
      if name.first != 46 { add(name, in: dirfd(folder)) }
    }
    folders.sort()
    misnamed.sort()
    misnamedFolders.sort()
  }

  /// The paths of the folders, in the order of their names.
  public var folderPaths: [String] { folders.map { path == "/" ? "/" + $0 : path + "/" + $0 } }

  /// Adds an entry by its name, which ends with a zero.
  private mutating func add(_ bytes: [CChar], in descriptor: CInt) {
    var status = stat()
    guard fstatat(descriptor, bytes, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return }
    let isLink = status.st_mode & S_IFMT == S_IFLNK
    if isLink, fstatat(descriptor, bytes, &status, 0) != 0 { return }
    let text = bytes.dropLast().map(UInt8.init(bitPattern:))
    let name = String(validating: text, as: UTF8.self)
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      if let name {
        files[name] = FileState(status)
      } else {
        misnamed.append(String(decoding: text, as: UTF8.self))
      }
    case S_IFDIR where !isLink:
      if let name {
        folders.append(name)
      } else {
        misnamedFolders.append(String(decoding: text, as: UTF8.self))
      }
    default: break
    }
  }
}
