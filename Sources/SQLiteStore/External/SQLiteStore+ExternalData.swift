internal import ObjectStore

extension SQLiteStore {
  /// Removes the files to which no row refers, which remain after a process died during a save, and returns
  /// their names.
  ///
  /// Removes nothing while a reader, in this process or another one, sees an older state; call it again
  /// later. Waits for a transaction in progress.
  ///
  /// - Throws: A `StoreError` if another database in the same folder would use the same folder for its
  ///   files.
  /// - Complexity: O(*n*) in the number of rows with binary values, if there are files.
  public func removeOrphanedFiles() throws -> [String] {
    try refuseIfReadOnly()
    try refuseSharedFolder()
    let connection = try file.connectionForWriting()
    // The transaction excludes other writers, so that no file can belong to a row that is not inserted yet.
    let orphans = try throwingStoreErrors {
      let orphans = try connection.write {
        try layout.refuseOther(on: connection)
        return try unusedFiles(among: layout.externalData.fileNames(), on: connection)
      }
      return try orphans.isEmpty || connection.checkpoint(.full) ? orphans : []
    }
    for name in orphans { layout.externalData.remove(name) }
    return orphans.sorted()
  }

  /// Returns the files among some to which no row refers, also none with the number of another entity.
  ///
  /// - Complexity: O(*n*) in the number of rows with binary values; O(1) without files.
  func unusedFiles(among files: Set<String>, on connection: Connection) throws -> Set<String> {
    files.isEmpty ? [] : files.subtracting(try connection.namedExternalFiles())
  }

  private func refuseSharedFolder() throws {
    guard let other = try layout.externalData.otherOwner(than: path) else { return }
    throw StoreError.cannotWrite(path: layout.externalData.path, reason: "files in it may belong to \(other)")
  }

  /// A file to which a row refers.
  struct ExternalFile: Hashable {
    let id: ManagedObjectID
    /// The entity and the attribute.
    let property: String
    let name: String
  }

  /// All files to which rows refer.
  func externalFiles(on connection: Connection) throws -> [ExternalFile] {
    var files: [ExternalFile] = []
    for entity in layout.entities {
      for slot in entity.externalSlots {
        let column = entity.columns[slot]
        let property = "\(entity.entity.name).\(entity.entity.name(ofSlot: slot))"
        let sql = """
          SELECT Z_PK, \(column) FROM \(entity.table) \
          WHERE Z_ENT = \(entity.number) AND substr(\(column), 1, 1) = x'02'
          """
        try connection.forEachRow(sql) {
          guard let name = ExternalCell($0.data(1)).fileName else { return }
          let id = ManagedObjectID(entity: entity.number, key: $0.integer(0), in: layout.store)
          files.append(ExternalFile(id: id, property: property, name: name))
        }
      }
    }
    return files
  }
}
