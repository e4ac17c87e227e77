internal import ObjectStore

extension SQLiteStore {
  /// Repairs the problems that ``check()`` finds, as far as that guesses nothing, and checks the store again.
  ///
  /// Make a copy first (``copy(at:to:onProgress:)``). Indexes are built again; rows of join tables whose destination is
  /// missing are deleted; optional references to missing rows become empty, and rows with a required one are deleted if
  /// the delete rule of the inverse is `cascade`, neither if it is `noAction`; required attributes without a value get their default; derived
  /// attributes are computed, highest keys corrected, and full-text indexes made again, whose contents follow when a
  /// writer is open; data files to which no row refers are removed. All other problems remain.
  ///
  /// Rows are changed in one transaction, like those of another program: their versions increase, and a history starts again.
  /// This method blocks until it is done, and other writers wait.
  ///
  /// - Throws: A `StoreError`. The rows are then unchanged.
  /// - Complexity: O(*n*) in the size of the file.
  public func repair() throws -> StoreRepair {
    try refuseIfReadOnly()
    return try throwingStoreErrors { try repairFile() }
  }

  private func repairFile() throws -> StoreRepair {
    let connection = try file.connectionForWriting()
    var repaired = try rebuildIndexes(on: connection)
    guard try fileDamage(on: connection).isEmpty else {
      // The rows of a damaged file are unreliable.
      return StoreRepair(repaired: repaired, remaining: try check())
    }
    repaired += try connection.write {
      try layout.refuseOther(on: connection)
      var repair = RowRepair(layout: layout, connection: connection)
      try repair.run()
      if repair.changesRows {
        try HistorySchema(layout: layout.history, connection: connection).startAgain()
      }
      return repair.repaired
    }
    // Another database in the folder may own the files, and then they stay.
    let files = (try? removeOrphanedFiles()) ?? []
    if !files.isEmpty { repaired.append("\(files.count) data files to which no row refers were removed") }
    return StoreRepair(repaired: repaired, remaining: try check())
  }

  /// Builds all indexes again if the file is damaged: most damage that SQLite reports concerns an index alone.
  private func rebuildIndexes(on connection: Connection) throws -> [String] {
    let damage = try fileDamage(on: connection)
    guard !damage.isEmpty else { return [] }
    do {
      try connection.write { try connection.execute("REINDEX") }
    } catch let error as SQLiteError where error.isDamage || error.isConstraintViolation {
      return []
    }
    let rest = try fileDamage(on: connection)
    guard rest.count < damage.count else { return [] }
    return ["\(damage.count - rest.count) faults of indexes were repaired"]
  }
}
