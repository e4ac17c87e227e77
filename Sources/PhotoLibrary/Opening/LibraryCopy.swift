public import ObjectGraph

/// The result of copying a library.
public struct LibraryCopy: Hashable, Sendable {
  /// The number of photos.
  public let photos: Int
  /// The number of rows of all entities, photos included.
  public let rows: Int

  /// A step of copying.
  public enum Progress: Hashable, Sendable {
    /// Rows are written.
    case copying(StoreProgress)
    /// Written rows are read back and compared.
    case comparing(StoreProgress)
  }
}

extension PhotoLibrary {
  /// Copies the library to another place, where there must be none, or one without rows.
  ///
  /// All rows are copied, with their versions, in one transaction; also with their keys, unless these were used or reserved at
  /// the place, as by a copy that failed or was canceled: photos with marks, own texts and looks, albums,
  /// searches, sources and the records of deleted photos. Before it is committed, each row is read back and compared. The
  /// library is copied as it is at one moment; other programs may change it meanwhile. The copy has an identifier of its
  /// own. The history of commits is not copied.
  ///
  /// - Parameters:
  ///   - place: The place of the copy.
  ///   - onLockWait: Called on any thread when the copy begins to wait for another program, and when the wait ends.
  ///   - onProgress: Called on any thread, after each batch of rows.
  /// - Throws: ``LibraryError/notEmpty(place:)`` if there are rows at the place; a ``LibraryCopyFailure`` if the copy fails
  ///   or is canceled, which copies nothing; ``LibraryError`` if the place cannot be used.
  /// - Complexity: O(*n*) in the size of the library.
  public func copy(
    to place: LibraryPlace, onLockWait: @escaping @Sendable (LockWait) -> Void = { _ in },
    onProgress: @escaping @Sendable (LibraryCopy.Progress) -> Void = { _ in }
  ) async throws -> LibraryCopy {
    try await Self.copy(
      opened.store, to: place.storage(),
      LibraryOpening(model: try LibraryModel.shared(), isReadOnly: false, onLockWait: onLockWait),
      place: place,
      onProgress)
  }

  @concurrent
  private nonisolated static func copy(
    _ source: any PersistentStore, to storage: any LibraryStorage, _ opening: LibraryOpening,
    place: LibraryPlace,
    _ onProgress: @escaping @Sendable (LibraryCopy.Progress) -> Void
  ) async throws -> LibraryCopy {
    let isNew = try !storage.exists()
    // Opened for reading only, a library that is refused stays as it is.
    if !isNew, try storage.open(opening.readOnly).hasRows() {
      throw LibraryError.notEmpty(place: place.description)
    }
    let discard = storage.makeDiscard()
    do {
      let target = try storage.open(opening)
      if let reason = target.obstacle {
        throw LibraryError.readOnly(place: place.description, reason: reason)
      }
      let rows = try PersistentStoreCoordinator.copyStore(from: source, to: target.store) {
        onProgress(.copying($0))
      } onVerification: {
        onProgress(.comparing($0))
      }
      let reader = try target.store.makeReader()
      let photo = target.store.model.number(of: Photo.self)
      return LibraryCopy(photos: try reader.count(StoreQuery(entity: photo)), rows: rows)
    } catch let error as LibraryError {
      // The place cannot be used, and nothing was made there.
      throw error
    } catch StoreCopyError.notEmpty {
      // The rows are those of another program: they stay.
      throw LibraryError.notEmpty(place: place.description)
    } catch {
      // A server that cannot be asked may hold the empty library.
      let isLeft = isNew && (try? storage.exists()) != false && !discard()
      throw LibraryCopyFailure(place: place, isLeftEmpty: isLeft, cause: error)
    }
  }
}

extension LibraryStore {
  /// Returns whether the store has rows of any entity.
  fileprivate func hasRows() throws -> Bool {
    let reader = try store.makeReader()
    return try store.model.numbers.contains { try reader.count(StoreQuery(entity: $0, limit: 1)) > 0 }
  }
}
