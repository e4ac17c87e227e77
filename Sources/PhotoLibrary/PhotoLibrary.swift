package import FileTrash
import Flickr
public import Foundation
public import ObjectGraph
package import SQLiteStore

/// A photo library on disk: a folder with a store, and the contexts over it.
///
/// A library belongs to the main actor; imports run in separate worker contexts.
@MainActor
public final class PhotoLibrary {
  /// The folder of the library.
  public let folder: URL
  /// The container of the contexts.
  public let container: PersistentContainer
  let store: SQLiteStore
  /// The waits for another program that writes to the library, as they begin and end; for one consumer.
  public let lockWaits: AsyncStream<LockWait>

  /// The state of a wait for another program that writes to the library.
  public enum LockWait: Hashable, Sendable {
    /// The library has been waiting for half a second, and waits for up to 10 seconds in all.
    case waiting
    /// The wait is over; an operation that did not get the lock has failed.
    case over

    /// The message to the user while the library waits, without a period.
    public static let message = "Another program is writing to the library; waiting"
  }
  /// A callback for changes of ``unsavedEdits``.
  public var onUnsavedEditsChange: () -> Void = {}
  /// The edits that are not in the store, by their saves, oldest first.
  var unsaved: [UnsavedEdits] = [] { didSet { onUnsavedEditsChange() } }
  /// The trash for the files of photos.
  package var trash = Trash(environment: ProcessInfo.processInfo.environment)
  /// The files in the trash by the records of the photos that were deleted with them in this session.
  var trashings: [ManagedObjectID: [TrashedFile]] = [:]
  /// The number of the last save.
  var lastSave = 0

  /// The main actor's context.
  public var context: ManagedObjectContext { container.viewContext }

  /// Opens the library in `folder`, or creates it unless it is opened for reading only.
  ///
  /// A library of an earlier version is updated, after a copy was written beside it named after its version, unless it is opened
  /// for reading only.
  ///
  /// - Parameters:
  ///   - folder: The folder of the library.
  ///   - isReadOnly: A Boolean value that indicates whether nothing must be created or written.
  ///   - followsOtherPrograms: A Boolean value that indicates whether the contexts merge the commits of
  ///     other programs.
  ///   - onLockWait: Called on any thread when the library begins to wait for another program while it is
  ///     being opened or later, and when the wait ends.
  /// - Throws: ``LibraryError`` if the folder cannot be used, and errors of the store. Existing files are
  ///   then left untouched.
  public convenience init(
    folder: URL, isReadOnly: Bool = false, followsOtherPrograms: Bool = false,
    onLockWait: (@Sendable (LockWait) -> Void)? = nil
  ) throws {
    try self.init(
      folder: folder, isReadOnly: isReadOnly, followsOtherPrograms: followsOtherPrograms,
      onLockWait: onLockWait,
      wrapping: { $0 })
  }

  /// Opens a library whose contexts use the store that `wrapping` returns for the store of the file, such
  /// as one that counts requests.
  package init(
    folder: URL, isReadOnly: Bool = false, followsOtherPrograms: Bool = false,
    onLockWait: (@Sendable (LockWait) -> Void)? = nil,
    wrapping: (SQLiteStore) -> any PersistentStore
  ) throws {
    self.folder = folder
    if !isReadOnly { try Self.makeFolder(folder) }
    let (waits, continuation) = AsyncStream<LockWait>.makeStream(bufferingPolicy: .bufferingNewest(1))
    lockWaits = waits
    let locking = LockPolicy { phase in
      let wait: LockWait = phase == .waiting ? .waiting : .over
      onLockWait?(wait)
      continuation.yield(wait)
    }
    let (path, model) = (folder.appendingPathComponent(Self.fileName).path, try LibraryModel.make())
    if !isReadOnly { try UpdateCopy(path: path, model: model).prepare() }
    store = try SQLiteStore(
      path: path, model: model,
      options: StoreOptions(
        application: .init(name: LibraryModel.application, version: LibraryModel.version),
        isReadOnly: isReadOnly),
      locking: locking)
    // A photo or photographer that two imports insert concurrently becomes one object, with the latest
    // values.
    container = try PersistentContainer(
      store: wrapping(store), mergePolicy: .objectTrumps, followsExternalChanges: followsOtherPrograms)
    // Judging photos makes thousands of small changes in a session.
    context.undoHistory = UndoHistory(levels: 10_000)
  }

  /// The name of the store in the folder.
  public static let fileName = "library.sqlite"

  /// Returns whether there is a library in `folder`.
  public static func exists(in folder: URL) -> Bool {
    FileManager.default.fileExists(atPath: folder.appendingPathComponent(fileName).path)
  }

  private static func makeFolder(_ folder: URL) throws {
    do {
      try PrivateFolder.make(at: folder)
    } catch {
      throw LibraryError.folder(path: folder.path, reason: String(cString: strerror(error.code.rawValue)))
    }
    // An existing folder may not be writable, such as that of another user.
    guard FileManager.default.isWritableFile(atPath: folder.path) else {
      throw LibraryError.folder(path: folder.path, reason: "no permission to write there")
    }
  }

  /// Returns the number of photos.
  public func photoCount() throws -> Int { try context.count(FetchRequest<Photo>()) }
}
