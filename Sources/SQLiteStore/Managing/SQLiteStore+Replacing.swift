internal import FileRenaming
internal import Foundation
public import ObjectStore

extension SQLiteStore {
  /// Copies the file of a store, with its external data, to another path, without opening the store.
  ///
  /// The copy has the state of one moment, also while other programs write to the source, and the same identifier.
  /// It is complete and on disk before it has its name. Use it for backups; to give rows to a store with another
  /// identifier or of another kind, use `PersistentStoreCoordinator.copyStore`. This method blocks until it is done.
  ///
  /// - Parameters:
  ///   - source: The path of the store.
  ///   - destination: The path of the copy; the folder must exist.
  ///   - onProgress: Called on the caller's thread with the number of pages.
  /// - Throws: A `StoreError`, such as `cannotCreate(path:reason:)` if there is a file at `destination`;
  ///   `CancellationError` if the current task is canceled. No part of the copy remains then.
  /// - Complexity: O(*n*) in the size of the file and its external data.
  public static func copy(
    at source: String, to destination: String, onProgress: (StoreProgress) -> Void = { _ in }
  ) throws {
    let (source, destination) = (StoreFile(source), StoreFile(destination))
    guard case .missing = try destination.kind() else {
      throw StoreError.cannotCreate(path: destination.path, reason: "there is a file already")
    }
    try FileCopy(source, destination).make(onProgress) { draft, copyData in
      _ = try copyData()
      return ExclusiveRename(from: draft, to: destination.path).run()
    }
  }

  /// Replaces the store at `path` by a copy of the store at `source`, with its external data, or creates it.
  ///
  /// The counterpart of `replacePersistentStore(at:destinationOptions:withPersistentStoreFrom:sourceOptions:ofType:)`
  /// (`NSPersistentStoreCoordinator.h`). The copy is complete and on disk before it takes the name in one step; until
  /// then, and if this method throws, the old store is there. The copy has the state of one moment, and the identifier
  /// of the source. Open the store again afterwards. This method blocks until it is done.
  ///
  /// A damaged store is replaced as well, as by a backup: a database that SQLite cannot read, and a file that is empty, ends within
  /// its header, or has zeros in place of it. If the process dies in the last step, such a store can lose the log beside it. A
  /// file that the disk cannot read is refused.
  ///
  /// - Parameters:
  ///   - path: The path of the store that is replaced.
  ///   - source: The path of the store that is copied; other programs may use it.
  ///   - onProgress: Called on the caller's thread with the number of pages.
  /// - Throws: `StoreError.inUse(path:)` if a reader or writer of the store at `path` is open; another `StoreError`
  ///   if the source is no store, or another kind of file is at `path`; `CancellationError` if the current task is
  ///   canceled.
  /// - Complexity: O(*n*) in the size of the source and its external data.
  public static func replace(
    at path: String, with source: String, onProgress: (StoreProgress) -> Void = { _ in }
  ) throws {
    let (source, destination) = (StoreFile(source), StoreFile(path))
    let isDamaged: Bool
    switch try destination.kind() {
    case .missing: return try copy(at: source.path, to: destination.path, onProgress: onProgress)
    case .other:
      guard try destination.isBlank() else { throw StoreError.notADatabase(path: destination.path) }
      isDamaged = true
    case .database: isDamaged = try destination.isDamagedDatabase()
    }
    let old = ExternalDataFolder(store: destination.path)
    let shared = try old.otherOwner(than: destination.path) != nil
    try FileCopy(source, destination).make(onProgress) { draft, copyData in
      try throwingStoreErrors {
        // No other program can remove the new files as orphans of the old store meanwhile.
        try destination.withExclusiveUse(isDamaged: isDamaged) {
          let names = try old.fileNames()
          let needed = try copyData()
          let code = destination.replace(by: draft)
          if code == 0, !shared { for name in names.subtracting(needed) { old.remove(name) } }
          return code
        }
      }
    }
  }
}

extension SQLiteStore {
  /// Removes what processes that died have left of copies to a path, as large as the copies would have been.
  ///
  /// A copy that is being written stays.
  package static func removeAbandonedCopies(to path: String) {
    StoreDraft.removeAbandoned(of: StoreFile(path).path)
  }
}

extension StoreFile {
  /// Returns a Boolean value that indicates whether a database cannot be read.
  ///
  /// - Throws: A `StoreError` if the database can be read and is no store of this library.
  fileprivate func isDamagedDatabase() throws -> Bool {
    do {
      _ = try metadata()
      return false
    } catch let error as StoreError {
      switch error {
      case .damaged, .notADatabase: return true
      default: throw error
      }
    }
  }
}

/// The copying of a store's file and external data into a draft.
private struct FileCopy {
  private let source: StoreFile
  private let destination: StoreFile

  init(_ source: StoreFile, _ destination: StoreFile) {
    self.source = source
    self.destination = destination
  }

  /// Makes the draft and places it.
  ///
  /// - Parameters:
  ///   - onProgress: Called with the number of pages.
  ///   - place: Gives the draft at a path its name, after it has called the function that copies the external data and
  ///     returns the names of all files that its rows need; returns 0 or the number of an error.
  func make(
    _ onProgress: (StoreProgress) -> Void,
    _ place: (_ draft: String, _ copyData: () throws -> Set<String>) throws -> Int32
  ) throws {
    _ = try source.existingMetadata()
    let folder = ExternalDataFolder(store: source.path)
    let other = ExternalDataFolder(store: destination.path)
    guard folder != other else {
      throw StoreError.cannotCreate(
        path: destination.path,
        reason: "its external data would be in the folder of \(source.path); choose another name or folder")
    }
    try throwingStoreErrors {
      let connection = try source.connectionForReading()
      // The files of the rows of this state are not deleted as long as it is read.
      try connection.holdSnapshot()
      defer { connection.releaseSnapshot() }
      try StoreDraft.make(of: destination.path) { draft in
        do {
          let copy = try Connection(path: draft, access: .readWrite)
          try connection.backUp(to: copy) { progress in
            try Task.checkCancellation()
            onProgress(progress)
          }
        } catch let error as SQLiteError {
          throw error.path == draft ? error.renamed(to: destination.path) : error
        }
      } place: { draft in
        var copied: Set<String> = []
        do {
          let code = try place(draft) {
            // Others may be incomplete, or be deleted before they are read.
            let needed = try connection.namedExternalFiles()
            copied = try folder.copyFiles(needed, to: other)
            return needed
          }
          if code != 0 { for name in copied { other.remove(name) } } else { synchronizeFolder() }
          return code
        } catch {
          for name in copied { other.remove(name) }
          throw error
        }
      }
    }
  }

  /// The copy has its name by now; that its folder is not on the medium undoes nothing.
  private func synchronizeFolder() {
    let folder = URL(fileURLWithPath: destination.path).deletingLastPathComponent().path
    try? FileDescriptor(reading: folder).synchronize()
  }
}
