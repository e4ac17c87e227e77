internal import FileRenaming
internal import Foundation

/// A file that is read as a whole and replaced as a whole, and that other programs may replace, too.
///
/// It stays open, so that no other file can get its inode number, and is locked while it is replaced. A
/// replacement is refused if another writer has replaced or changed the file since it was read.
struct AtomicFile {
  let path: String
  private var current: FileDescriptor
  private var status: FileStatus

  /// Opens the file and reads it; nil when there is none.
  static func open(_ path: String) throws(StoreError) -> (file: AtomicFile, data: Data)? {
    do {
      let descriptor = try FileDescriptor(reading: path)
      // Before reading: what is written meanwhile makes a difference later.
      let file = AtomicFile(path: path, current: descriptor, status: try descriptor.status())
      return (file, try descriptor.readAll())
    } catch {
      if error.code == ENOENT { return nil }
      throw .cannotRead(path: path, reason: error.description)
    }
  }

  /// Creates the file; an existing file is not replaced.
  ///
  /// - Returns: `false` if the file exists.
  @discardableResult
  static func create(_ path: String, data: Data) throws(StoreError) -> Bool {
    do {
      let draft = try Draft(of: path, permissions: 0o600, data: data)
      defer { draft.remove() }
      let code = ExclusiveRename(from: draft.path, to: path).run()
      guard code == 0 || code == EEXIST else { throw SystemError(code: code) }
      synchronizeFolder(of: path)
      return code == 0
    } catch {
      throw .cannotCreate(path: path, reason: "\(error)")
    }
  }

  /// Replaces the contents of the file; if this throws, the file is unchanged.
  ///
  /// The new bytes are on disk before they replace the old ones, at any durability: a power failure must not
  /// leave an empty file. With ``Durability/full`` the replacement itself survives a power failure, too.
  mutating func replace(with data: Data, _ durability: Durability) throws(StoreError) {
    do {
      try current.lock()
      defer { current.unlock() }
      // The permissions are no part of the comparison: those that the file has now stay.
      guard let now = try? FileStatus(path: path), now == status else {
        throw StoreError.changedMeanwhile(path: path)
      }
      let draft = try Draft(of: path, permissions: now.permissions, data: data)
      let written: FileStatus
      do {
        written = try draft.descriptor.status()
        guard rename(draft.path, path) == 0 else { throw SystemError.last }
      } catch {
        draft.remove()
        throw error
      }
      (current, status) = (draft.descriptor, written)
    } catch let error as StoreError {
      throw error
    } catch {
      throw .cannotWrite(path: path, reason: "\(error)")
    }
    if durability == .full { Self.synchronizeFolder(of: path) }
  }

  /// The file is replaced by now: that its folder cannot be brought to the medium undoes nothing.
  private static func synchronizeFolder(of path: String) {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    try? FileDescriptor(reading: folder).synchronize()
  }

  /// A file in the same folder that is written in full and on the medium.
  private struct Draft {
    let path: String
    let descriptor: FileDescriptor

    init(of path: String, permissions: mode_t, data: Data) throws(SystemError) {
      self.path = path + "." + UUID().uuidString
      descriptor = try FileDescriptor(creating: self.path)
      do {
        try descriptor.setPermissions(permissions)
        try descriptor.write(data)
        try descriptor.synchronize()
      } catch {
        remove()
        throw error
      }
    }

    func remove() { unlink(path) }
  }
}
