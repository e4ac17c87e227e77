internal import ObjectModel
internal import ObjectStore

/// An index of rows of the store by the values of uniqueness constraints, read for many objects at once.
///
/// A store may take longer to answer than to find a row, as a server does.
struct StoredKeys {
  typealias Constraint = PendingKeys.Constraint

  /// The rows with the values that were asked for, which may have none.
  private var ids: [Constraint: [[PropertyValue]: Set<ManagedObjectID>]] = [:]

  /// Reads the rows with values of a constraint.
  ///
  /// - Parameters:
  ///   - constraint: The constraint.
  ///   - values: The values of the constraint's slots, for each object.
  ///   - context: The context whose reader is used.
  /// - Throws: The errors of the store's reader.
  mutating func read(
    _ constraint: Constraint, _ values: [[PropertyValue]], in context: ManagedObjectContext
  ) throws {
    guard let answering = context.missing.answering else { return try ask(constraint, values, context) }
    // A change that must not wait leaves a duplicate in the store to the commit, which finds it in any case.
    var keys = self
    if try answering.ifAnswered({ try keys.ask(constraint, values, context) }) != nil {
      self = keys
    } else {
      for values in values { ids[constraint, default: [:]][values.map(\.columnValue)] = [] }
    }
  }

  private mutating func ask(
    _ constraint: Constraint, _ values: [[PropertyValue]], _ context: ManagedObjectContext
  ) throws {
    let names = constraint.slots.map { context.model[constraint.entity].name(ofSlot: $0) }
    var found: [[PropertyValue]: Set<ManagedObjectID>] = [:]
    for values in values { found[values.map(\.columnValue)] = [] }
    // Of several slots, each has one of the values: that can be more rows than were asked for.
    // One row is as well looked up alone.
    if values.count == 1 {
      let same = zip(names, values[0]).map { FetchPredicate.comparison(.init($0, .equal, .value($1))) }
      let query = StoreQuery(entity: constraint.entity, predicate: .and(same))
      found[values[0].map(\.columnValue)] = Set(try context.reader.fetchIDs(query))
    } else if !values.isEmpty {
      let conditions = names.enumerated().map { index, name in
        var seen: Set<PropertyValue> = []
        return FetchPredicate.comparison(
          .init(name, .in, .values(values.map { $0[index] }.filter { seen.insert($0).inserted })))
      }
      let query = StoreQuery(entity: constraint.entity, predicate: .and(conditions))
      try context.reader.forEach(query, paths: names) { id, values in
        found[values.map(\.columnValue)]?.insert(id)
      }
    }
    ids[constraint, default: [:]].merge(found) { $1 }
  }

  /// Returns the IDs of the rows with column values in a constraint; nil if they were not read.
  func ids(of constraint: Constraint, _ values: [PropertyValue]) -> Set<ManagedObjectID>? {
    ids[constraint]?[values]
  }
}
