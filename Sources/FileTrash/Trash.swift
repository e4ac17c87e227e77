import Glibc

/// The trash of the user (The FreeDesktop.org Trash specification 1.0): files are moved into it and back, and never copied.
///
/// A file on the file system of the user's own trash goes there, another one into a trash at the top of its file system. The
/// description is written before the file is moved, and removed after it was moved back, so that a program that is killed in
/// between leaves a description too many, which other programs ignore, and never a file without one.
public struct Trash: Sendable {
  /// The path of the user's own trash.
  private let home: String
  private let user: uid_t

  /// Creates the trash of a user.
  ///
  /// - Parameter dataHome: The folder for data of the user: `$XDG_DATA_HOME`, else `~/.local/share`.
  public init(dataHome: String) {
    home = dataHome + "/Trash"
    user = getuid()
  }

  /// Moves a file to the trash.
  ///
  /// - Throws: ``TrashError``; the file is then where it was.
  public func move(_ path: String) throws(TrashError) -> TrashedFile {
    guard Self.exists(path) else { throw .missing(path: path) }
    let real = Self.resolved(path)
    let folder = try folder(for: real)
    let name = path.split(separator: "/").last.map(String.init) ?? path
    for number in 1...Self.attempts {
      let candidate = Self.name(name, number: number)
      let info = "\(folder.path)/info/\(candidate).trashinfo"
      switch Self.write(Self.info(of: real, in: folder), to: info) {
      case 0: break
      case EEXIST: continue
      case let error: throw .noTrash(path: path, reason: Self.reason(error))
      }
      let place = "\(folder.path)/files/\(candidate)"
      let error = Self.rename(path, to: place)
      if error == 0 {
        // The current folder can be another one when the file is moved back.
        return TrashedFile(
          path: path.hasPrefix("/") ? path : real, trashed: place, info: info, realPath: real)
      }
      unlink(info)
      // A file that some program left without a description.
      if error == EEXIST { continue }
      throw .refused(
        path: path,
        reason: error == EXDEV
          ? "the trash is on another file system, and files are not copied" : Self.reason(error))
    }
    throw .noTrash(path: path, reason: "it has too many files of that name")
  }

  /// Moves a file back to where it was.
  ///
  /// - Throws: ``TrashError``; the file is then in the trash.
  public func restore(_ file: TrashedFile) throws(TrashError) {
    try check(file)
    makeFolders(of: file.path)
    switch Self.rename(file.trashed, to: file.path) {
    case 0: unlink(file.info)
    case EEXIST: throw .occupied(path: file.path)
    case let error: throw .refused(path: file.path, reason: Self.reason(error))
    }
  }

  /// Checks whether a file can be moved back.
  ///
  /// - Throws: ``TrashError`` if it is not in the trash, or another file is at its place.
  public func check(_ file: TrashedFile) throws(TrashError) {
    guard contains(file) else { throw .emptied(path: file.path) }
    guard !Self.exists(file.path) else { throw .occupied(path: file.path) }
  }

  /// Returns a Boolean value that indicates whether a file is in the trash.
  ///
  /// When it is gone from there, another file can get its name: the description has the path of that one.
  public func contains(_ file: TrashedFile) -> Bool {
    guard Self.exists(file.trashed), let content = Self.content(of: file.info),
      let described = TrashInfo.path(in: content)
    else { return false }
    let top = described.first == UInt8(ascii: "/") ? "" : Self.top(ofTrashWith: file.info) + "/"
    // The links above the file can be others by now.
    let paths = file.realPath.map { [$0] } ?? [file.path, Self.resolved(file.path)]
    return paths.contains { Array(top.utf8) + described == Array($0.utf8) }
  }

  /// Returns a Boolean value that indicates whether there is a file at a path; a link is one, wherever it leads.
  public static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  // MARK: Folders

  /// A folder of trash, and the top of its file system; `nil` for the user's own.
  private struct Folder {
    let path: String
    let top: String?
  }

  /// Returns the trash for a file, which is made if it is missing.
  ///
  /// The file system is that of the folder of the file: Linux's overlay file system gives files the numbers of its layers.
  private func folder(for path: String) throws(TrashError) -> Folder {
    let device = Self.device(ofNearest: path.split(separator: "/").dropLast().joined(separator: "/"))
    if Self.device(ofNearest: home) == device {
      guard make(home) else { throw .noTrash(path: path, reason: Self.reason(errno)) }
      return Folder(path: home, top: nil)
    }
    let top = Self.top(of: path, on: device)
    let prefix = top == "/" ? "" : top
    // A folder that all users share must be one, and its files must be safe from the other users.
    var status = stat()
    if lstat(prefix + "/.Trash", &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
      status.st_mode & S_ISVTX != 0,
      make("\(prefix)/.Trash/\(user)")
    {
      return Folder(path: "\(prefix)/.Trash/\(user)", top: top)
    }
    let own = "\(prefix)/.Trash-\(user)"
    guard make(own) else { throw .noTrash(path: path, reason: Self.reason(errno)) }
    return Folder(path: own, top: top)
  }

  /// Makes a folder of trash, which only the user can read, unless it is there; `errno` has the reason of a failure.
  private func make(_ path: String) -> Bool {
    makeFolders(of: path)
    for folder in [path, path + "/info", path + "/files"] {
      var status = stat()
      if mkdir(folder, 0o700) != 0, errno != EEXIST { return false }
      guard lstat(folder, &status) == 0 else { return false }
      // Another user could have made it, or a link to elsewhere; the user's own trash may be a link.
      guard status.st_uid == user, folder.hasPrefix(home) || status.st_mode & S_IFMT == S_IFDIR else {
        errno = EPERM
        return false
      }
    }
    return true
  }

  /// Makes the folders above a path that are missing.
  private func makeFolders(of path: String) {
    let parts = path.split(separator: "/").dropLast()
    for count in parts.indices { mkdir("/" + parts[...count].joined(separator: "/"), 0o700) }
  }

  /// Returns the file system of a path, or of the nearest folder above it that exists.
  private static func device(ofNearest path: String) -> dev_t? {
    var parts = path.split(separator: "/")
    var status = stat()
    while stat("/" + parts.joined(separator: "/"), &status) != 0 {
      guard parts.popLast() != nil else { return nil }
    }
    return status.st_dev
  }

  /// Returns the absolute path of a file without links in those folders above it that exist.
  private static func resolved(_ path: String) -> String {
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

  /// Returns the highest folder above a file that is on its file system.
  private static func top(of path: String, on device: dev_t?) -> String {
    var parts = path.split(separator: "/").dropLast()
    while !parts.isEmpty {
      var status = stat()
      let parent = "/" + parts.dropLast().joined(separator: "/")
      guard stat(parent, &status) == 0, status.st_dev == device else { break }
      parts.removeLast()
    }
    return "/" + parts.joined(separator: "/")
  }

  /// Returns the top of the file system of a trash with a description, without a slash at its end.
  private static func top(ofTrashWith info: String) -> String {
    // From `info/NAME` up: `.Trash-1000`, or `1000` in `.Trash`.
    var parts = info.split(separator: "/").dropLast(2)
    if let name = parts.popLast(), !name.hasPrefix(".Trash-") { parts = parts.dropLast() }
    return parts.map { "/" + $0 }.joined()
  }

  // MARK: Files

  /// The highest number of names that are tried.
  private static let attempts = 10_000
  /// The highest number of bytes in the name of a file, less those of `.trashinfo`.
  private static let longestName = 255 - 10

  /// Returns a name for a file in the trash: `a.jpg`, then `a.2.jpg`.
  static func name(_ name: String, number: Int) -> String {
    let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 == name.startIndex ? nil : $0 }
    var stem = name[..<(dot ?? name.endIndex)]
    let end = (number == 1 ? "" : ".\(number)") + name[(dot ?? name.endIndex)...]
    while stem.utf8.count + end.utf8.count > longestName, stem.count > 1 { stem.removeLast() }
    return stem + end
  }

  private static func info(of path: String, in folder: Folder) -> TrashInfo {
    var (now, date) = (time(nil), tm())
    localtime_r(&now, &date)
    guard let top = folder.top else { return TrashInfo(path: path, date: date) }
    let relative = path.utf8.dropFirst(top == "/" ? 1 : top.utf8.count + 1)
    return TrashInfo(path: String(Substring(relative)), date: date)
  }

  /// Writes a description into a file that must not exist; returns the error, 0 for none.
  private static func write(_ info: TrashInfo, to path: String) -> Int32 {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return errno }
    defer { close(descriptor) }
    var rest = Array(info.text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let error = errno
        unlink(path)
        return error
      }
      rest = rest.dropFirst(count)
    }
    return 0
  }

  /// Returns the content of a file with a description; `nil` if it cannot be read.
  private static func content(of info: String) -> [UInt8]? {
    let descriptor = open(info, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    // The longest path has 4,096 bytes, with codes three times as many.
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    let count = Glibc.read(descriptor, &buffer, buffer.count)
    return count < 0 ? nil : Array(buffer.prefix(count))
  }

  /// Moves a file to a place where there is none; returns the error, 0 for none.
  ///
  /// link(2) fails if there is a file, where rename(2) would replace it. It is not allowed everywhere: some file systems have no
  /// hard links, and Linux refuses them for files of other users.
  private static func rename(_ source: String, to place: String) -> Int32 {
    if link(source, place) == 0 {
      if unlink(source) == 0 { return 0 }
      let error = errno
      unlink(place)
      return error
    }
    guard [EPERM, EACCES, ENOTSUP, ENOSYS, EMLINK].contains(errno) else { return errno }
    guard !exists(place) else { return EEXIST }
    return Glibc.rename(source, place) == 0 ? 0 : errno
  }

  private static func reason(_ error: Int32) -> String {
    switch error {
    case EACCES, EPERM: "no permission"
    case EROFS: "the file system is read-only"
    case ENOSPC, EDQUOT: "the disk is full"
    default: String(cString: strerror(error))
    }
  }
}
