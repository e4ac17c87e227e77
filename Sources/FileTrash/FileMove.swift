import FileRenaming
import Glibc

/// A move of a file to a place where there is none: a file is never replaced, and never copied.
public struct FileMove: Hashable, Sendable {
  /// The path of the file.
  public let path: String
  /// The path of the file after the move.
  public let destination: String

  /// Creates a move from one path to another.
  public init(from path: String, to destination: String) {
    (self.path, self.destination) = (path, destination)
  }

  /// The move back.
  public var reversed: FileMove { FileMove(from: destination, to: path) }

  /// Moves the file; folders that are missing are made.
  ///
  /// - Throws: ``FileMoveError``; the file is then where it was, and no folder was made.
  public func run() throws(FileMoveError) { try Self.run([self]) }

  /// Moves several files, or none.
  ///
  /// - Returns: The folders that were made.
  /// - Throws: ``FileMoveError``; all files are then where they were, and no folder was made.
  @discardableResult
  public static func run(_ moves: [FileMove]) throws(FileMoveError) -> [String] {
    // A move back changes the time of the attributes, by which a library knows its files.
    for move in moves { try move.check() }
    var (done, made): ([FileMove], [String]) = ([], [])
    for move in moves {
      do {
        try move.run(&made)
        done.append(move)
      } catch {
        var none: [String] = []
        for move in done.reversed() { try? move.reversed.run(&none) }
        removeFolders(made)
        throw error
      }
    }
    return made
  }

  /// Removes folders that were made for moves which are taken back; those that have files by now stay.
  public static func removeFolders(_ made: [String]) {
    for folder in made.reversed() { rmdir(folder) }
  }

  /// Checks what can be known before anything changes.
  private func check() throws(FileMoveError) {
    guard Trash.exists(path) else { throw .missing(path: path) }
    if Trash.exists(destination), !isSpelling { throw .taken(path: path, destination: destination) }
    // Before a folder is made there.
    let (here, there) = (Self.folder(of: path), Self.folder(of: destination))
    guard Self.device(ofNearest: here) == Self.device(ofNearest: there) else {
      throw .otherFileSystem(path: path, destination: destination)
    }
  }

  /// Moves the file, and adds the folders that were made for it.
  private func run(_ made: inout [String]) throws(FileMoveError) {
    let isSpelling = isSpelling
    let folders = Self.makeFolders(above: destination, mode: 0o777)
    made += folders.made
    var error = folders.error
    if error == 0, isSpelling {
      error = rename(path, destination) == 0 ? 0 : errno
    } else if error == 0 {
      error = ExclusiveRename(from: path, to: destination).run()
    }
    switch error {
    case 0: break
    case EEXIST: throw .taken(path: path, destination: destination)
    case EXDEV: throw .otherFileSystem(path: path, destination: destination)
    default: throw .refused(path: path, destination: destination, reason: Self.reason(error))
    }
  }

  /// A Boolean value that indicates whether the destination is the file itself: its name with other letters in upper case, on a
  /// file system that does not distinguish them.
  private var isSpelling: Bool {
    var (file, other) = (stat(), stat())
    guard path != destination, path.lowercased() == destination.lowercased(), lstat(path, &file) == 0,
      lstat(destination, &other) == 0
    else { return false }
    // With several links, the names can be two.
    return (file.st_dev, file.st_ino) == (other.st_dev, other.st_ino) && file.st_nlink == 1
  }

  /// Returns the reason of an error as the end of a sentence.
  static func reason(_ error: Int32) -> String {
    switch error {
    case EACCES, EPERM: "no permission"
    case EROFS: "the file system is read-only"
    case ENOSPC, EDQUOT: "the disk is full"
    default: String(cString: strerror(error))
    }
  }

  // MARK: Folders

  /// Makes the folders above an absolute path that are missing.
  ///
  /// - Returns: The folders that were made, and the error of the first one that cannot be made, 0 for none.
  @discardableResult
  static func makeFolders(above path: String, mode: mode_t) -> (made: [String], error: Int32) {
    let parts = path.split(separator: "/").dropLast()
    var made: [String] = []
    for count in parts.indices {
      let folder = "/" + parts[...count].joined(separator: "/")
      if mkdir(folder, mode) == 0 {
        made.append(folder)
        continue
      }
      let error = errno
      if error != EEXIST, !Trash.exists(folder) { return (made, error) }
    }
    return (made, 0)
  }

  /// Returns the path of the folder of a file.
  private static func folder(of path: String) -> String {
    path.split(separator: "/").dropLast().joined(separator: "/")
  }

  /// Returns the file system of a path, or of the nearest folder above it that exists.
  static func device(ofNearest path: String) -> dev_t? {
    var parts = path.split(separator: "/")
    var status = stat()
    while stat("/" + parts.joined(separator: "/"), &status) != 0 {
      guard parts.popLast() != nil else { return nil }
    }
    return status.st_dev
  }

  /// Returns the absolute path of a file without links in those folders above it that exist.
  public static func resolved(_ path: String) -> String {
    var above = path.split(separator: "/")
    guard let name = above.popLast() else { return path }
    var below = [name]
    while true {
      if let folder = realpath((path.hasPrefix("/") ? "/" : "./") + above.joined(separator: "/"), nil) {
        defer { free(folder) }
        let parent = String(cString: folder)
        return (parent == "/" ? "" : parent) + "/" + below.reversed().joined(separator: "/")
      }
      guard let folder = above.popLast() else { return path }
      below.append(folder)
    }
  }
}
