internal import Foundation
internal import ObjectStore

/// A temporary file in which a new store is written before it gets its name, so that no process opens an
/// incomplete store.
///
/// Its name is hidden: that of the store between a dot and a UUID, with an extension that no other file has. The process that
/// writes it holds a lock on it (`flock`, which SQLite does not use on Linux). A draft without that lock belongs to a process that died.
struct StoreDraft {
  /// The path of the draft.
  let path: String
  private let descriptor: Int32

  /// The suffixes of the files that SQLite may create beside a draft.
  private static let companions = ["-journal", "-wal", "-shm"]

  private static let fileExtension = ".draft"

  /// Returns the folder of the store at a path, and the beginning of the names of its drafts.
  private static func place(of store: String) -> (folder: String, prefix: String) {
    let url = URL(fileURLWithPath: store)
    return (url.deletingLastPathComponent().path, ".\(url.lastPathComponent).")
  }

  private init(path: String, descriptor: Int32) {
    self.path = path
    self.descriptor = descriptor
  }

  /// Creates the store at `store`, whose draft `write` fills.
  ///
  /// Only the owner may read the file. If another process creates the store first, that store remains.
  ///
  /// - Throws: `StoreError.cannotCreate(path:reason:)`, and the errors of `write`.
  static func create(_ store: String, _ write: (String) throws -> Void) throws {
    try make(of: store, write) { draft in
      link(draft, store) == 0 || errno == EEXIST ? 0 : errno
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
    while true {
      let draft = try locked(of: store)
      let result = Result { try write(draft.path) }
      // Must happen before the file becomes the store: closing it releases all locks (`fcntl`) that this
      // process has on it, including those of another thread that has opened the store by then.
      close(draft.descriptor)
      defer { remove(draft.path) }
      try result.get()
      let code = try place(draft.path)
      if code == 0 { return }
      // Without its lock, another process may have deleted it as abandoned.
      guard code == ENOENT else { throw creationError(store, code) }
    }
  }

  /// Creates a draft and locks it.
  private static func locked(of store: String) throws(StoreError) -> StoreDraft {
    let (folder, prefix) = place(of: store)
    while true {
      let path = "\(folder)/\(prefix)\(UUID().uuidString)\(fileExtension)"
      let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw creationError(store) }
      // Sets the mode regardless of the mask; SQLite gives the files beside it the same mode.
      fchmod(descriptor, 0o600)
      // On a file system without such locks, abandoned drafts remain.
      flock(descriptor, LOCK_EX)
      // Before it was locked, another process may have deleted it as abandoned.
      var status = stat()
      if fstat(descriptor, &status) == 0, status.st_nlink > 0 {
        return StoreDraft(path: path, descriptor: descriptor)
      }
      close(descriptor)
    }
  }

  private static func creationError(_ store: String, _ code: Int32 = errno) -> StoreError {
    .cannotCreate(path: store, reason: String(cString: strerror(code)))
  }

  /// Deletes a draft and its companions; its own name goes last.
  private static func remove(_ draft: String) {
    for companion in companions { unlink(draft + companion) }
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
        ([""] + companions).contains(where: { suffix == fileExtension + $0 })
      else { continue }
      drafts.insert(folder + "/" + prefix + identifier + fileExtension)
    }
    for draft in drafts { removeIfAbandoned(draft) }
  }

  private static func removeIfAbandoned(_ draft: String) {
    var status = stat()
    guard lstat(draft, &status) == 0 else {
      // Its own name goes last: the remaining files belong to no process.
      return errno == ENOENT ? remove(draft) : ()
    }
    guard status.st_mode & S_IFMT == S_IFREG else { return }
    // The store itself under its draft name. It must not be opened: closing it would release its locks.
    if status.st_nlink > 1 { return remove(draft) }
    let descriptor = open(draft, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { remove(draft) }
    close(descriptor)
  }
}
