#if PostgreSQL
  internal import ObjectStore

  /// The table of a query or a subquery, with its joined tables.
  ///
  /// Joins keep every row of the table: a to-one relationship leads to one row or to none.
  final class SQLScope {
    let entity: Entity
    let layout: StoreLayout
    /// The name of the table in the query.
    let alias: String
    private let parts: SQLParts
    private var aliases: [[String]: String] = [:]
    private var joins: [String] = []

    /// Creates the scope of a table, which gets a name of its own unless the statement names it.
    init(_ entity: Entity, in layout: StoreLayout, parts: SQLParts, alias: String? = nil) {
      self.entity = entity
      self.layout = layout
      self.parts = parts
      self.alias = alias ?? parts.newAlias()
    }

    /// The table and its joins, complete after all expressions that read from them have been written.
    var source: String { (["\(layout[entity.number].table) AS \(alias)"] + joins).joined(separator: " ") }

    /// Returns the value at a key path through to-one relationships; nil for a path that only memory evaluates.
    func expression(_ path: String) throws(FetchError) -> SQLExpression? {
      guard !path.hasPrefix("$"), AggregatePath(path) == nil else { return nil }
      let resolved = try layout.model.resolve(path, from: entity)
      return resolved.isToMany ? nil : expression(resolved.steps, resolved.end)
    }

    /// Returns the attribute at the end of a path through to-one relationships; nil if there is none.
    func attribute(_ path: String) throws(FetchError) -> AttributeDescription? {
      let resolved = try layout.model.resolve(path, from: entity)
      guard case .attribute(let slot, _) = resolved.end else { return nil }
      var last = entity
      for case .toOne(_, _, let destination) in resolved.steps { last = destination }
      return last.attribute(inSlot: slot)
    }

    /// Returns the value at the end of steps, which are to-one relationships.
    func expression(
      _ steps: some Collection<ResolvedKeyPath.Step>, _ end: ResolvedKeyPath.End
    ) -> SQLExpression {
      let (entity, alias) = join(steps)
      let columns = layout[entity.number]
      switch end {
      case .attribute(let slot, _):
        return SQLExpression(
          "\(alias).\(columns.columns[slot])", columns.types[slot],
          trigrams: columns.trigrams[slot].map { "\(alias).\($0)" })
      case .reference(let slot, _):
        return SQLExpression(
          "\(alias).\(columns.columns[slot])", columns.types[slot],
          entity: columns.companions[slot].map { "\(alias).\($0)" })
      case .object:
        return SQLExpression(
          "\(alias).\(EntityLayout.own.key)", .reference(entity.number),
          entity: "\(alias).\(EntityLayout.own.entity)")
      case .count(let membership):
        let counted = parts.newAlias()
        let owner = "\(counted).\(layout[membership.number].columns[membership.owner])"
        return SQLExpression(
          """
          (SELECT count(*) FROM \(layout[membership.number].table) AS \(counted) WHERE \(owner) = \
          \(alias).\(EntityLayout.own.key))
          """, .attribute(.integer))
      }
    }

    /// Joins the tables to which the steps lead, each once, and returns the last.
    func join(_ steps: some Collection<ResolvedKeyPath.Step>) -> (entity: Entity, alias: String) {
      var names: [String] = []
      var last = (entity: entity, alias: alias)
      for case .toOne(let name, let slot, let destination) in steps {
        names.append(name)
        if let alias = aliases[names] {
          last = (destination, alias)
          continue
        }
        let alias = parts.newAlias()
        let column = "\(last.alias).\(layout[last.entity.number].columns[slot])"
        joins.append(
          "LEFT JOIN \(layout[destination.number].table) AS \(alias) ON \(alias).\(EntityLayout.own.key) = \(column)"
        )
        aliases[names] = alias
        last = (destination, alias)
      }
      return last
    }
  }
#endif
