#if PostgreSQL
  internal import ObjectStore

  /// The names of tables, columns and indexes.
  enum SchemaName {
    /// The longest name: PostgreSQL cuts off names after 63 bytes, and different names could become the same.
    private static let limit = 63

    /// Returns a Boolean value that indicates whether PostgreSQL keeps a name as it is.
    static func isKept(_ name: String) -> Bool { name.utf8.count <= limit }

    /// Returns a name that PostgreSQL keeps: the beginning of a long one with the hash of the whole.
    static func shortened(_ name: String) -> String {
      guard !isKept(name) else { return name }
      var hash = FNV1a()
      hash.add(name.utf8)
      var start = name
      while start.utf8.count > limit - 17 { start.removeLast() }
      return start + "_" + String(hash.value, radix: 16)
    }

    /// Returns the name of the column with the entity of the row to which a column refers.
    static func companion(of column: String) -> String { shortened("_entity_" + column) }

    /// Returns the name of the column with the trigrams of a text column.
    ///
    /// The number is the version of what it holds: another folding of texts needs another one.
    static func trigrams(of column: String) -> String { shortened(trigramPrefix + column) }

    /// The beginning of the names of columns with trigrams of any version.
    static let trigramPrefix = "_text1."

    /// The names of the columns that each table has by itself.
    private static let systemColumns: Set = ["tableoid", "xmin", "cmin", "xmax", "cmax", "ctid"]

    /// Returns the name of the column of a slot, in lower case, so that it can be written without quotes in most queries.
    ///
    /// One that each table has by itself gets a dot, which no name of a model has.
    static func column(slot: Slot, of entity: Entity) -> String {
      guard entity.isLink else {
        let name = entity.storageNames[slot].lowercased()
        return systemColumns.contains(name) ? name + "." : shortened(name)
      }
      // The names of join columns contain numbers of entities elsewhere, which change with the model.
      return entity.orderedRelationship(ofSlot: slot).map { "_position_" + $0 } ?? entity.name(ofSlot: slot)
    }
  }
#endif
