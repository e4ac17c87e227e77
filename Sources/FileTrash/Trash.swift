import FileRenaming
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
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - waitsForDisk: A Boolean value that indicates whether the call waits until the description is on disk, before it moves
  ///     the file. Otherwise a power failure soon afterwards can leave an empty one; see ``synchronize(_:)``.
  /// - Throws: ``TrashError``; the file is then where it was.
  public func move(_ path: String, waitsForDisk: Bool = true) throws(TrashError) -> TrashedFile {
    guard Self.exists(path) else { throw .missing(path: path) }
    let real = FileMove.resolved(path)
    let folder = try folder(for: real)
    let name = path.split(separator: "/").last.map(String.init) ?? path
    for number in 1...Self.attempts {
      let candidate = Self.name(name, number: number)
      let info = "\(folder.path)/info/\(candidate).trashinfo"
      switch Self.write(Self.info(of: real, in: folder), to: info, waitsForDisk: waitsForDisk) {
      case 0: break
      case EEXIST: continue
      case let error: throw .noTrash(path: path, reason: FileMove.reason(error))
      }
      let place = "\(folder.path)/files/\(candidate)"
      let error = ExclusiveRename(from: path, to: place).run()
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
          ? "the trash is on another file system, and files are not copied" : FileMove.reason(error))
    }
    throw .noTrash(path: path, reason: "it has too many files of that name")
  }

  /// Moves a file back to where it was.
  ///
  /// - Throws: ``TrashError``; the file is then in the trash.
  public func restore(_ file: TrashedFile) throws(TrashError) {
    try check(file)
    FileMove.makeFolders(above: file.path, mode: 0o700)
    switch ExclusiveRename(from: file.trashed, to: file.path).run() {
    case 0: unlink(file.info)
    case EEXIST: throw .occupied(path: file.path)
    case let error: throw .refused(path: file.path, reason: FileMove.reason(error))
    }
  }

  /// Waits until the descriptions of files are on disk; those that are gone are left out.
  ///
  /// - Complexity: O(*n*) in the number of files, with a wait for the disk for each.
  public func synchronize(_ files: [TrashedFile]) {
    for file in files {
      let descriptor = open(file.info, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      guard descriptor >= 0 else { continue }
      fsync(descriptor)
      close(descriptor)
    }
  }

  /// Moves a file that was restored to the trash again, under the name that it had there.
  ///
  /// The description is not waited for: the caller has recorded already where the file is.
  ///
  /// - Throws: ``TrashError``; the file is then where it was, such as if another one has its name in the trash.
  public func moveAgain(_ file: TrashedFile) throws(TrashError) {
    let info = Self.info(of: file.realPath ?? FileMove.resolved(file.path), in: Self.folder(with: file.info))
    var error = Self.write(info, to: file.info, waitsForDisk: false)
    if error == 0 {
      error = ExclusiveRename(from: file.path, to: file.trashed).run()
      if error == 0 { return }
      unlink(file.info)
    }
    throw .refused(path: file.path, reason: FileMove.reason(error))
  }

  /// Checks whether a file can be moved back.
  ///
  /// - Throws: ``TrashError`` if it is not in the trash or that cannot be read, or another file is at its place.
  public func check(_ file: TrashedFile) throws(TrashError) {
    guard try contains(file) else { throw .emptied(path: file.path) }
    guard !Self.exists(file.path) else { throw .occupied(path: file.path) }
  }

  /// Returns a Boolean value that indicates whether a file is in the trash.
  ///
  /// When it is gone from there, another file can get its name: the description has the path of that one.
  ///
  /// - Throws: ``TrashError/unreachable(path:reason:)`` if the file can be in a trash that is not here, such as that of a disk
  ///   which is not connected, or if the description of the file in the trash cannot be read, as after a power cut.
  public func contains(_ file: TrashedFile) throws(TrashError) -> Bool {
    // It was moved back.
    if file.trashed.isEmpty { return false }
    var status = stat()
    guard lstat(file.trashed, &status) == 0 else {
      let error = errno
      if error == ENOENT, Self.isHere(Self.folder(with: file.info)) { return false }
      let reason =
        error == ENOENT ? "its trash is not here; connect the disk and try again" : FileMove.reason(error)
      throw .unreachable(path: file.path, reason: reason)
    }
    guard let content = Self.content(of: file.info), let described = TrashInfo.path(in: content) else {
      throw .unreachable(
        path: file.path,
        reason:
          "the description of \(file.trashed) in the trash cannot be read; move it by hand, and try again")
    }
    let top = Self.folder(with: file.info).top ?? "/"
    let prefix = described.first == UInt8(ascii: "/") ? "" : top == "/" ? top : top + "/"
    // The links above the file can be others by now.
    let paths = file.realPath.map { [$0] } ?? [file.path, FileMove.resolved(file.path)]
    return paths.contains { Array(prefix.utf8) + described == Array($0.utf8) }
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
    let device = FileMove.device(ofNearest: path.split(separator: "/").dropLast().joined(separator: "/"))
    if FileMove.device(ofNearest: home) == device {
      guard make(home) else { throw .noTrash(path: path, reason: FileMove.reason(errno)) }
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
    guard make(own) else { throw .noTrash(path: path, reason: FileMove.reason(errno)) }
    return Folder(path: own, top: top)
  }

  /// Makes a folder of trash, which only the user can read, unless it is there; `errno` has the reason of a failure.
  private func make(_ path: String) -> Bool {
    FileMove.makeFolders(above: path, mode: 0o700)
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

  /// Returns a Boolean value that indicates whether the place of a trash is there, so that a file that is missing in it was
  /// deleted.
  ///
  /// Where a file system is not mounted, there is no folder, or an empty one on the file system above.
  private static func isHere(_ trash: Folder) -> Bool {
    var (place, above) = (stat(), stat())
    guard let top = trash.top else {
      let parent = trash.path.split(separator: "/").dropLast().joined(separator: "/")
      return stat("/" + parent, &place) == 0
    }
    guard stat(top, &place) == 0 else { return false }
    return top == "/" || stat(top + "/..", &above) == 0 && place.st_dev != above.st_dev
  }

  /// Returns the trash that has a description.
  private static func folder(with info: String) -> Folder {
    // From `info/NAME` up: `Trash`, `.Trash-1000`, or `1000` in `.Trash`.
    let parts = info.split(separator: "/").dropLast(2)
    var above = parts.dropLast()
    let isShared = above.last == ".Trash"
    if isShared { above = above.dropLast() }
    let isOwn = !isShared && parts.last?.hasPrefix(".Trash-") != true
    return Folder(
      path: "/" + parts.joined(separator: "/"), top: isOwn ? nil : "/" + above.joined(separator: "/"))
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

  /// Writes a description into a file that must not exist, and returns the error, 0 for none.
  ///
  /// The library that records the move is on disk soon. After a power failure, a file with an empty description could not be moved
  /// back by any program.
  private static func write(_ info: TrashInfo, to path: String, waitsForDisk: Bool) -> Int32 {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return errno }
    defer { close(descriptor) }
    var error = write(Array(info.text.utf8), to: descriptor)
    if error == 0, waitsForDisk, fsync(descriptor) != 0 { error = errno }
    if error != 0 { unlink(path) }
    return error
  }

  /// Writes bytes; returns the error, 0 for none.
  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return errno }
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
}
