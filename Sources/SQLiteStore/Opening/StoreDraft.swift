internal import FileRenaming
internal import Foundation
internal import ObjectStore

/// A temporary file in which a new store is written before it gets its name, so that no process opens an
/// incomplete store.
///
/// Its name is hidden: that of the store between a dot and a UUID, with an extension that no other file has. The process that
/// writes it holds a lock (`flock`) on a file of its own beside it until the draft has its name or is gone. NFS and SMB would take
/// a lock on the draft itself for one of another program that excludes SQLite (flock(2)). A draft without a lock belongs to a
/// process that died.
struct StoreDraft {
  /// The path of the draft.
  let path: String
  /// The descriptor of the locked file.
  private let lock: Int32

  private static let lockSuffix = "-lock"

  private static let fileExtension = ".draft"

  /// Returns the folder of the store at a path, and the beginning of the names of its drafts.
  private static func place(of store: String) -> (folder: String, prefix: String) {
    let url = URL(fileURLWithPath: store)
    return (url.deletingLastPathComponent().path, ".\(url.lastPathComponent).")
  }

  private init(path: String, lock: Int32) {
    self.path = path
    self.lock = lock
  }

  /// Creates the store at `store`, whose draft `write` fills.
  ///
  /// Only the owner may read the file. If another process creates the store first, that store remains.
  ///
  /// - Throws: `StoreError.cannotCreate(path:reason:)`, and the errors of `write`.
  static func create(_ store: String, _ write: (String) throws -> Void) throws {
    try make(of: store, write) { draft in
      let code = ExclusiveRename(from: draft, to: store).run()
      return code == EEXIST ? 0 : code
    }
  }

  /// Writes a draft beside the file at `store` and places it.
  ///
  /// - Parameters:
  ///   - store: The path of the file.
  ///   - write: Fills the draft at the path that it is given.
  ///   - place: Gives the draft its name; returns 0, or the number of the error (errno(3)).
  /// - Throws: `StoreError.cannotCreate(path:reason:)`, and the errors of `write` and `place`.
  static func make(
    of store: String, _ write: (String) throws -> Void, place: (String) throws -> Int32
  ) throws {
    let draft = try locked(of: store)
    defer { draft.remove() }
    try draft.makeFile(of: store)
    try write(draft.path)
    let code = try place(draft.path)
    guard code == 0 else { throw creationError(store, code) }
  }

  /// Chooses the path of a draft and locks it.
  private static func locked(of store: String) throws(StoreError) -> StoreDraft {
    let (folder, prefix) = place(of: store)
    while true {
      let path = "\(folder)/\(prefix)\(UUID().uuidString)\(fileExtension)"
      let lock = open(path + lockSuffix, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard lock >= 0 else { throw creationError(store) }
      // On a file system without such locks, abandoned drafts remain.
      flock(lock, LOCK_EX)
      // Before it was locked, another process may have deleted it as abandoned.
      var status = stat()
      if fstat(lock, &status) == 0, status.st_nlink > 0 { return StoreDraft(path: path, lock: lock) }
      close(lock)
    }
  }

  /// Creates the empty file.
  private func makeFile(of store: String) throws(StoreError) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.creationError(store) }
    // Sets the mode regardless of the mask; SQLite gives the files beside it the same mode.
    fchmod(descriptor, 0o600)
    // Must happen before SQLite opens the file: closing it releases all locks (`fcntl`) that this process has on it.
    close(descriptor)
  }

  private static func creationError(_ store: String, _ code: Int32 = errno) -> StoreError {
    .cannotCreate(path: store, reason: String(cString: strerror(code)))
  }

  /// Removes what is left of the draft.
  private func remove() {
    Self.removeFiles(path)
    unlink(path + Self.lockSuffix)
    close(lock)
  }

  /// Removes a draft and its companions.
  private static func removeFiles(_ draft: String) {
    for companion in StoreFile.companions { unlink(draft + companion) }
    unlink(draft)
  }

  /// Removes drafts of the store at `store` whose processes died while they wrote them.
  ///
  /// A draft that cannot be removed remains, which is harmless.
  static func removeAbandoned(of store: String) {
    let (folder, prefix) = place(of: store)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    var drafts: Set<String> = []
    for name in names where name.hasPrefix(prefix) {
      let identifier = name.dropFirst(prefix.count).prefix(36)
      let suffix = String(name.dropFirst(prefix.count + identifier.count))
      guard UUID(uuidString: String(identifier)) != nil,
        (["", lockSuffix] + StoreFile.companions).contains(where: { suffix == fileExtension + $0 })
      else { continue }
      drafts.insert(folder + "/" + prefix + identifier + fileExtension)
    }
    for draft in drafts { removeIfAbandoned(draft) }
  }

  private static func removeIfAbandoned(_ draft: String) {
    let lock = open(draft + lockSuffix, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard lock >= 0 else {
      // The lock is there first and goes last: other files without it belong to no process.
      if errno == ENOENT { removeFiles(draft) }
      return
    }
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      close(lock)
      return
    }
    StoreDraft(path: draft, lock: lock).remove()
  }
}
