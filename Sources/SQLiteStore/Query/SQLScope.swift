internal import ObjectStore

/// The table of a query or a subquery, with its joined tables.
///
/// Joins keep every row of the table: a to-one relationship leads to one row or to none.
final class SQLScope {
  let entity: Entity
  /// The tables and columns of the entities to which relationships lead.
  let layout: StoreLayout
  /// The name of the table in the query.
  let alias: String
  private let table: String
  private let parts: SQLParts
  private var aliases: [[String]: String] = [:]
  private var joins: [String] = []

  /// Creates a scope for the table of an entity, or for the selection `table` in its place.
  ///
  /// - Precondition: The entity belongs to the model of the layout.
  init(_ entity: Entity, in layout: StoreLayout, parts: SQLParts, table: String? = nil) {
    self.entity = entity
    self.layout = layout
    self.parts = parts
    self.table = table ?? layout[entity.number].table
    alias = parts.newAlias()
  }

  /// The table and its joins, complete after all expressions that read from them have been written.
  var source: String { (["\(table) AS \(alias)"] + joins).joined(separator: " ") }

  /// A Boolean value that indicates whether expressions read from the table alone.
  var isAlone: Bool { joins.isEmpty }

  /// An SQL expression.
  struct Expression {
    /// The text in SQL.
    var sql: String
    /// A Boolean value that indicates whether the value is text.
    let isText: Bool
    /// A Boolean value that indicates whether SQLite may store a whole real number as an integer in the
    /// column, as it does for the declared types of dates and decimal numbers.
    var isRealInDisguise = false

    /// The expression with real numbers for computations; an index cannot be used for it.
    var number: String { isRealInDisguise ? "CAST(\(sql) AS REAL)" : sql }

    /// Returns the expression folded by the options for comparison.
    func folded(_ options: FetchPredicate.Options) -> Expression {
      options.isEmpty ? self : Expression(sql: "\(SQLFunction.fold(options))(\(sql))", isText: true)
    }
  }

  /// Returns the expression at the end of a path whose steps are to-one relationships.
  func expression(
    _ steps: some Collection<ResolvedKeyPath.Step>, _ end: ResolvedKeyPath.End
  ) throws(FetchError) -> Expression {
    let (entity, alias) = try join(steps)
    switch end {
    case .attribute(let slot, let attribute):
      let column = "\(alias).\(column(slot, of: entity))"
      // The value is the data, whether it is inline or in a file.
      let sql = attribute.allowsExternalStorage ? "\(ExternalDataFolder.function)(\(column))" : column
      return Expression(
        sql: sql, isText: attribute.type.traits.form.isText,
        isRealInDisguise: attribute.type.traits.column.returnsRealsAsIntegers)
    case .reference(let slot, _):
      return Expression(sql: "\(alias).\(column(slot, of: entity))", isText: false)
    case .object:
      return Expression(sql: "\(alias).\(entity.isLink ? "rowid" : "Z_PK")", isText: false)
    case .count(let membership):
      let counted = parts.newAlias()
      let table = layout[membership.number].table
      let condition = "\(counted).\(column(membership.owner, of: membership.entity)) = \(alias).Z_PK"
      return Expression(
        sql: "(SELECT count(*) FROM \(table) AS \(counted) WHERE \(condition))", isText: false)
    }
  }

  /// Returns the condition that a row of the table is a member of a to-many relationship of the row
  /// `owner`.
  func isMember(_ membership: ManagedObjectModel.Membership, of owner: String) -> String {
    let near = column(membership.owner, of: membership.entity)
    guard let member = membership.member else { return "\(alias).\(near) = \(owner).Z_PK" }
    let far = column(member, of: membership.entity)
    let table = layout[membership.number].table
    return "\(alias).Z_PK IN (SELECT \(far) FROM \(table) WHERE \(near) = \(owner).Z_PK)"
  }

  /// Returns the name of the column of a slot.
  private func column(_ slot: Slot, of entity: Entity) -> String { layout[entity.number].columns[slot] }

  /// The maximum number of joined tables in a query; SQLite's limit is 64.
  private static let joinLimit = 60

  /// Joins the tables to which the steps lead, each once, and returns the last.
  func join(
    _ steps: some Collection<ResolvedKeyPath.Step>
  ) throws(FetchError) -> (entity: Entity, alias: String) {
    var names: [String] = []
    var last = (entity: entity, alias: alias)
    for case .toOne(let name, let slot, let destination) in steps {
      names.append(name)
      if let alias = aliases[names] {
        last = (destination, alias)
        continue
      }
      guard joins.count < Self.joinLimit else {
        throw .tooLarge(what: "relationships to go through", limit: Self.joinLimit)
      }
      let alias = parts.newAlias()
      let column = "\(last.alias).\(column(slot, of: last.entity))"
      let table = layout[destination.number].table
      joins.append("LEFT JOIN \(table) AS \(alias) ON \(alias).Z_PK = \(column)")
      aliases[names] = alias
      last = (destination, alias)
    }
    return last
  }
}
