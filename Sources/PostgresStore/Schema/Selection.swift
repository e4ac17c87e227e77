#if PostgreSQL
  internal import ObjectStore

  /// The columns that are read for an entity and its subentities, and the places of their slots among them.
  struct Selection: Sendable {
    /// The place of a slot among the columns.
    struct Place: Sendable {
      /// The column with the value.
      let column: Int
      /// The column with the entity of the referenced row.
      let companion: Int?
      let type: ColumnType
    }

    /// The number of columns before those of slots: key, entity and version.
    static let ownCount = 3

    private let expressions: [(column: String, type: ColumnType)]
    private let places: [EntityNumber: [Place]]

    init(_ family: ArraySlice<EntityLayout>) {
      var expressions: [(column: String, type: ColumnType)] = []
      var indexes: [String: Int] = [:]
      func index(_ column: String, _ type: ColumnType) -> Int {
        if let known = indexes[column] { return known }
        expressions.append((column, type))
        indexes[column] = expressions.count - 1 + Self.ownCount
        return expressions.count - 1 + Self.ownCount
      }
      var places: [EntityNumber: [Place]] = [:]
      for member in family {
        places[member.number] = member.entity.slots.map { slot in
          let type = member.types[slot]
          guard type.isPresent else { return Place(column: 0, companion: nil, type: type) }
          return Place(
            column: index(member.columns[slot], type),
            companion: member.companions[slot].map { index($0, .attribute(.integer)) }, type: type)
        }
      }
      self.expressions = expressions
      self.places = places
    }

    /// Returns the list of columns with the name of the table in the query.
    func list(alias: String) -> String {
      let own = [EntityLayout.own.key, EntityLayout.own.entity, EntityLayout.own.version].map {
        "\(alias).\($0)"
      }
      return (own + expressions.map { $0.type.read("\(alias).\($0.column)") }).joined(separator: ", ")
    }

    /// Reads a row; nil if it is of no entity of the family.
    func row(_ answer: Answer, _ row: Int, in layout: StoreLayout) -> Row? {
      guard let key = answer.integer(row, 0), let version = answer.integer(row, 2),
        let number = answer.integer(row, 1).flatMap({ layout.number(ofStored: $0) }),
        let places = places[number]
      else { return nil }
      let values = places.map { place in
        let entity = place.companion.flatMap { answer.integer(row, $0) }.flatMap(layout.number(ofStored:))
        return place.type.value(answer, row, place.column, entity: entity, in: layout.store)
      }
      return Row(
        id: ManagedObjectID(entity: number, key: key, in: layout.store), version: version, values: values)
    }

    /// Reads all rows.
    func rows(_ answer: Answer, in layout: StoreLayout) -> [Row] {
      (0..<answer.count).compactMap { row(answer, $0, in: layout) }
    }
  }
#endif
