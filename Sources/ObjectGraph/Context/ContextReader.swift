internal import ObjectModel
public import ObjectStore

/// A reader of the rows that a context shows, including unsaved changes, such as for its children.
final class ContextReader: StoreReader {
  private let context: ManagedObjectContext

  init(_ context: ManagedObjectContext) { self.context = context }

  func rows(_ ids: [ManagedObjectID]) throws -> [Row] { try context.rows(for: ids) }

  func fetch(_ query: StoreQuery) throws -> [Row] {
    context.processPendingChanges()
    return try context.matchingRows(query)
  }

  func fetchIDs(_ query: StoreQuery) throws -> [ManagedObjectID] {
    context.processPendingChanges()
    return try context.matchingIDs(query)
  }

  func count(_ query: StoreQuery) throws -> Int {
    context.processPendingChanges()
    return try context.matchingCount(query)
  }

  func counts(_ queries: [StoreQuery]) throws -> [Int] {
    context.processPendingChanges()
    return try context.matchingCounts(queries)
  }

  func forEach(
    _ query: StoreQuery, paths: [String], _ body: (ManagedObjectID, [PropertyValue]) throws -> Void
  ) throws {
    context.processPendingChanges()
    try context.forEachMatch(query, paths: paths, body)
  }
}

extension ManagedObjectContext {
  /// Returns a reader of the rows that the context shows, including unsaved changes.
  ///
  /// With it, code for the reader of a store (``PersistentStoreCoordinator/read(isBulk:_:)``) also runs in a context. The
  /// reader belongs to the isolation of the context, and retains it.
  public func makeReader() -> any StoreReader { ContextReader(self) }

  /// Returns the rows as this context shows them, with unsaved changes.
  ///
  /// Rows that do not exist are omitted. The call makes no objects. All rows that no object shows are read at
  /// once.
  ///
  /// - Throws: The errors of the store's reader.
  func rows(for ids: [ManagedObjectID]) throws -> [Row] {
    var (rows, unknown): ([Row], [ManagedObjectID]) = ([], [])
    for id in ids {
      if let object = registry[id], object.isDeleted || !object.isFault {
        if !object.isDeleted, let row = object.row { rows.append(row) }
      } else if let state = overlay.state(of: id) ?? mainSaves?.mergedRow(id) {
        if let row = state { rows.append(row) }
      } else {
        unknown.append(id)
      }
    }
    return unknown.isEmpty ? rows : try rows + reader.rows(unknown)
  }

  /// Returns the rows without the unsaved changes of this context.
  ///
  /// - Parameters:
  ///   - ids: The IDs of the rows.
  ///   - deleted: The IDs of those rows that another context has deleted. A pending update does not insert such a row again.
  /// - Throws: The errors of the store's reader.
  func rowsBeneath(
    _ ids: [ManagedObjectID], deleted: Set<ManagedObjectID> = []
  ) throws -> [ManagedObjectID: Row] {
    var (rows, unknown): ([Row], [ManagedObjectID]) = ([], [])
    for id in ids {
      if let state = overlay.state(of: id), state == nil || !deleted.contains(id) || overlay.inserts(id) {
        if let row = state { rows.append(row) }
      } else {
        unknown.append(id)
      }
    }
    if !unknown.isEmpty {
      for row in try reader.rows(unknown) {
        let pending = deleted.contains(row.id) ? overlay.state(of: row.id) ?? nil : nil
        rows.append(pending ?? row)
      }
    }
    return Dictionary(rows.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
  }
}
