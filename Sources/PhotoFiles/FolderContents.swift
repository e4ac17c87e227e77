internal import Glibc

/// The visible files and folders in a folder.
///
/// Links to files count as files. Links to folders are left out: they could lead in a circle, or out of the folder.
public struct FolderContents: Hashable, Sendable {
  /// The absolute path of the folder.
  public let path: String
  /// The number of the file system of the folder.
  public let fileSystem: UInt64
  /// The states of the files by their names.
  public private(set) var files: [ExactText: FileState] = [:]
  /// The names of the folders, in order.
  public private(set) var folders: [String] = []
  /// The names of files that are not UTF-8, in order, with a replacement character for what is not: a library could not keep
  /// them.
  public private(set) var misnamed: [String] = []
  /// The names of folders that are not UTF-8, like ``misnamed``.
  public private(set) var misnamedFolders: [String] = []
  /// The names of entries whose state cannot be read, as on a damaged disk: they may be there, or not.
  public private(set) var unexamined: [String] = []
  /// A Boolean value that indicates whether the folder contains nothing at all, hidden files included.
  public private(set) var isEmpty = true

  /// Lists a folder; returns `nil` if it cannot be read.
  ///
  /// - Complexity: O(*n* log *n*) in the entries of the folder.
  public init?(path: String) {
    guard let folder = opendir(path) else { return nil }
    defer { closedir(folder) }
    var status = stat()
    guard fstat(dirfd(folder), &status) == 0 else { return nil }
    self.path = path
    fileSystem = UInt64(status.st_dev)
    while true {
      errno = 0
      guard let entry = readdir(folder) else { break }
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) {
          Array(UnsafeBufferPointer(start: $0, count: strlen($0) + 1))
        }
      }
      if name == [46, 0] || name == [46, 46, 0] { continue }
      isEmpty = false
      if name.first != 46, !add(name, in: dirfd(folder)) { return nil }
    }
    guard errno == 0 else { return nil }
    folders.sort { ExactText($0) < ExactText($1) }
    unexamined.sort()
    misnamed.sort()
    misnamedFolders.sort()
  }

  /// The paths of the folders, in the order of their names.
  public var folderPaths: [String] { folders.map { path == "/" ? "/" + $0 : path + "/" + $0 } }

  /// Adds an entry by its name, which ends with a zero, unless it is gone by now or a link to nothing; returns `false` if the
  /// folder may not be entered.
  private mutating func add(_ bytes: [CChar], in descriptor: CInt) -> Bool {
    var status = stat()
    var error = fstatat(descriptor, bytes, &status, AT_SYMLINK_NOFOLLOW) == 0 ? 0 : errno
    if error == EACCES { return false }
    let isLink = error == 0 && status.st_mode & S_IFMT == S_IFLNK
    if isLink { error = fstatat(descriptor, bytes, &status, 0) == 0 ? 0 : errno }
    let text = bytes.dropLast().map(UInt8.init(bitPattern:))
    let name = String(validating: text, as: UTF8.self)
    guard error == 0 else {
      // A link can also lead in a circle, or through something that is no folder.
      if ![ENOENT, ELOOP, ENOTDIR].contains(error) {
        unexamined.append(String(decoding: text, as: UTF8.self))
      }
      return true
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      if let name {
        files[ExactText(name)] = FileState(status)
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
    return true
  }
}
