package import FileTrash
import Flickr
public import Foundation
public import ObjectGraph
public import WorldMap

/// A photo library: the store at its place, and the contexts over it.
///
/// A library belongs to the main actor; imports run in separate worker contexts.
@MainActor
public final class PhotoLibrary {
  /// The place of the library.
  public let place: LibraryPlace
  /// The container of the contexts.
  public let container: PersistentContainer
  /// The open store.
  let opened: any LibraryStore
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
  var unsaved: [UnsavedEdits] = [] {
    didSet {
      fileTurns.hasUnsavedMoves = unsaved.contains { !$0.moves.isEmpty }
      onUnsavedEditsChange()
    }
  }
  /// The trash for the files of photos.
  package var trash = Trash(environment: ProcessInfo.processInfo.environment, home: UserPath.home.path)
  /// The files in the trash by the records of the photos that were deleted with them in this session.
  var trashings: [ManagedObjectID: [TrashedFile]] = [:]
  /// The paths of the files that were neither in the trash nor at their places when their photos came back.
  var lostFiles: Set<String> = []
  /// The reasons why files stay that the last undo or redo would have moved to another place, each as a sentence.
  public internal(set) var undoProblems: [String] = []
  /// The files beside the places that moved files have left in this session, for the moves back.
  var companions: [FormerPlace: Companions] = [:]
  /// The files that were moved there and back because the move could not be recorded, by their places.
  var returnedFiles: [FolderPlace: MovedFile] = [:]
  /// The turns of those that move files, and of refreshes of folders.
  let fileTurns = FileTurns()
  /// The number of the last save.
  var lastSave = 0
  /// The towns that give places their names; none until a file of them is known.
  public private(set) var gazetteer = Gazetteer()

  /// The identifier of the store, which never changes.
  public var identifier: UUID { container.coordinator.store.identifier }

  /// The main actor's context.
  public var context: ManagedObjectContext { container.viewContext }
  /// A Boolean value that indicates whether the library may be on another machine.
  public var isRemote: Bool { context.coordinator.store.isRemote }

  /// Opens the library in `folder`, as ``init(place:isReadOnly:followsOtherPrograms:onLockWait:)`` does.
  ///
  /// - Throws: ``LibraryError`` if the folder cannot be used, and errors of the store.
  public convenience init(
    folder: URL, isReadOnly: Bool = false, followsOtherPrograms: Bool = false,
    onLockWait: (@Sendable (LockWait) -> Void)? = nil
  ) throws {
    try self.init(
      place: .folder(folder), isReadOnly: isReadOnly, followsOtherPrograms: followsOtherPrograms,
      onLockWait: onLockWait)
  }

  /// Opens the library at `place`, or creates it unless it is opened for reading only.
  ///
  /// A library of an earlier version is updated unless it is opened for reading only. Before, a copy of one in a folder is
  /// written beside it and named after its version.
  ///
  /// - Parameters:
  ///   - place: The place of the library.
  ///   - isReadOnly: A Boolean value that indicates whether nothing must be created or written.
  ///   - followsOtherPrograms: A Boolean value that indicates whether the contexts merge the commits of
  ///     other programs.
  ///   - onLockWait: Called on any thread when the library begins to wait for another program while it is
  ///     being opened or later, and when the wait ends.
  /// - Throws: ``LibraryError`` if the place cannot be used, and errors of the store. What is there is
  ///   then left untouched.
  public convenience init(
    place: LibraryPlace, isReadOnly: Bool = false, followsOtherPrograms: Bool = false,
    onLockWait: (@Sendable (LockWait) -> Void)? = nil
  ) throws {
    try self.init(
      place: place, isReadOnly: isReadOnly, followsOtherPrograms: followsOtherPrograms,
      onLockWait: onLockWait,
      wrapping: { $0 })
  }

  /// Opens a library whose contexts use the store that `wrapping` returns for its own, such as one that counts
  /// requests.
  package convenience init(
    place: LibraryPlace, isReadOnly: Bool = false, followsOtherPrograms: Bool = false,
    onLockWait: (@Sendable (LockWait) -> Void)? = nil,
    wrapping: (any PersistentStore) -> any PersistentStore
  ) throws {
    let storage = try Storage(
      place, isReadOnly: isReadOnly, followsOtherPrograms: followsOtherPrograms, onLockWait: onLockWait)
    try self.init(storage, followsOtherPrograms: followsOtherPrograms, wrapping: wrapping)
  }

  /// Opens the library at `place` as ``init(place:isReadOnly:followsOtherPrograms:onLockWait:)`` does, while the main actor
  /// goes on.
  ///
  /// - Throws: The same errors.
  @concurrent
  public nonisolated static func open(
    place: LibraryPlace, followsOtherPrograms: Bool = false,
    onLockWait: (@Sendable (LockWait) -> Void)? = nil
  ) async throws -> PhotoLibrary {
    let storage = try Storage(
      place, isReadOnly: false, followsOtherPrograms: followsOtherPrograms, onLockWait: onLockWait)
    let library = try await PhotoLibrary(storage, followsOtherPrograms: followsOtherPrograms) { $0 }
    // Opened while the main actor makes the screen, the reader of lists is there when the first list needs it.
    let coordinator = library.container.coordinator
    Task { try? await coordinator.read { _ in } }
    return library
  }

  private init(
    _ storage: Storage, followsOtherPrograms: Bool, wrapping: (any PersistentStore) -> any PersistentStore
  ) throws {
    (place, opened, lockWaits) = (storage.place, storage.opened, storage.lockWaits)
    // A photo or photographer that two imports insert concurrently becomes one object, with the latest
    // values.
    container = try PersistentContainer(
      store: wrapping(opened.store), mergePolicy: .objectTrumps, followsExternalChanges: followsOtherPrograms)
    // Judging photos makes thousands of small changes in a session.
    context.undoHistory = UndoHistory(levels: 10_000)
  }

  /// An open library before it has contexts.
  private struct Storage: Sendable {
    let place: LibraryPlace
    let opened: any LibraryStore
    let lockWaits: AsyncStream<LockWait>

    init(
      _ place: LibraryPlace, isReadOnly: Bool, followsOtherPrograms: Bool,
      onLockWait: (@Sendable (LockWait) -> Void)?
    ) throws {
      self.place = place
      let (waits, continuation) = AsyncStream<LockWait>.makeStream(bufferingPolicy: .bufferingNewest(1))
      lockWaits = waits
      opened = try place.storage().open(
        LibraryOpening(
          model: try LibraryModel.shared(), isReadOnly: isReadOnly, followsOtherPrograms: followsOtherPrograms
        ) { wait in
          onLockWait?(wait)
          continuation.yield(wait)
        })
    }
  }

  /// The name of the file of a library in a folder.
  public nonisolated static let fileName = "library.sqlite"

  /// Throws an error if the library can only be read.
  ///
  /// - Throws: ``LibraryError/readOnly(place:reason:)``.
  public func requireWritable() throws(LibraryError) {
    if let reason = opened.obstacle { throw .readOnly(place: place.description, reason: reason) }
  }

  /// Takes the names of places from a file of towns, which is read when they are needed first; from none for `nil`.
  public func useTowns(of file: URL?) { gazetteer = Gazetteer(file: file) }

  /// Returns the number of photos.
  public func photoCount() throws -> Int { try context.count(FetchRequest<Photo>()) }
}
