internal import ObjectStore

/// A query of a store in SQL.
///
/// Values are parameters, so that queries of the same form share one text and one prepared statement. Only
/// lists have a separate text for each power of two of their length.
struct SQLQuery {
  /// The columns that a query reads.
  enum Columns {
    /// Key, entity and version, then the columns of the layout's selection.
    case row
    /// Key and entity.
    case id
    /// The number of rows.
    case count
    /// Key and entity, then the value at the end of each path, and its entity.
    case paths([String])
  }

  /// The statement.
  let sql: String
  /// The values of its parameters, from the first on.
  let bindings: [PropertyValue]

  /// Translates a query, which looks for its rows in a selection.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - layout: The tables of the store.
  ///   - columns: What is read.
  ///   - step: The part of the rows next to the start, for a query that has one.
  /// - Throws: A `FetchError` if the query cannot be translated.
  /// - Precondition: The model has the entity.
  init(
    query: StoreQuery, layout: StoreLayout, columns: Columns, selection: RowSelection = .all,
    step: StartStep? = nil
  ) throws(FetchError) {
    let (model, entity) = (layout.model, layout[query.entity].entity)
    try query.predicate?.validate(for: entity, in: model)
    try query.order.validate(for: entity, in: model)
    let parts = SQLParts()
    let scope = SQLScope(entity, in: layout, parts: parts)
    let writer = SQLQueryWriter(
      query: query, layout: layout[query.entity], model: model, scope: scope, parts: parts,
      selection: selection, step: step)
    sql = try writer.sql(columns)
    bindings = parts.bindings
    try Self.check(bindings)
  }

  /// Throws if there are more parameters than a statement can have.
  static func check(_ bindings: [PropertyValue]) throws(FetchError) {
    guard bindings.count <= bindingLimit else { throw .tooLarge(what: "values", limit: bindingLimit) }
  }

  /// The maximum number of parameters of a statement, by SQLite's default.
  private static let bindingLimit = 32_766
}
