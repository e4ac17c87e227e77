#if PostgreSQL
  internal import ObjectStore

  /// A question for the rows with some IDs.
  struct RowQuestion {
    private let groups: [(entity: EntityNumber, ids: [ManagedObjectID])]
    private let layout: StoreLayout

    init(_ ids: [ManagedObjectID], layout: StoreLayout) {
      groups = ids.byEntity
      self.layout = layout
    }

    /// The statements, one for each entity.
    var statements: [Statement] {
      groups.map { number, ids in
        let entity = layout[number]
        return Statement(
          """
          SELECT \(layout.selection(of: number).list(alias: "t")) FROM \(entity.table) t \
          WHERE t.\(EntityLayout.own.key) = ANY($1) AND t.\(EntityLayout.own.entity) = \(entity.storedNumber)
          """, [.integers(ids.map(\.key))])
      }
    }

    /// Returns the rows of the answers to the statements; missing rows are omitted.
    func rows(_ answers: [Answer]) -> [Row] {
      zip(groups, answers).flatMap { layout.selection(of: $0.entity).rows($1, in: layout) }
    }
  }
#endif
