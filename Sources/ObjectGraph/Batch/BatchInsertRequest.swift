public import ObjectModel
internal import ObjectStore

/// A request that inserts rows without making objects.
///
/// ```swift
/// let request = BatchInsertRequest<Photo>(count: 100_000) { index, photo in
///   photo.set(\.title, to: "Photo \(index)")
/// }
/// let result = try await context.execute(request)
/// ```
///
/// Rows are made one at a time, while the writer inserts them. The merge policy decides on rows with the unique values of
/// other rows, as in a save.
public struct BatchInsertRequest<Object: ManagedObject>: BatchRequest {
  /// The kind of the result.
  public var resultType: BatchResultType
  /// The name of the entity; nil for the one that has the class `Object`.
  public var entity: String?
  /// The maximum number of rows that are announced one by one; nil for the usual one.
  var rowLimit: Int?
  private let count: Int?
  private let makeFiller: (BatchColumns) throws -> BatchWork.Filler

  /// Makes a request that inserts rows with these values, by the names of the properties.
  public init(
    _: Object.Type = Object.self, entity: String? = nil, rows: [[String: PropertyValue]],
    resultType: BatchResultType = .count
  ) {
    self.entity = entity
    self.resultType = resultType
    count = rows.count
    makeFiller = { columns in
      // Refuses a property before the first row is inserted.
      for name in Set(rows.lazy.flatMap(\.keys)) { _ = try columns.slot(of: name) }
      return { index, values in
        guard index < rows.count else { return false }
        for (name, value) in rows[index] { values[try columns.slot(of: name)] = value }
        return true
      }
    }
  }

  /// Makes a request that inserts a number of rows, each of which `fill` sets.
  ///
  /// The closure is called on the writer's queue with the index of each row. An error that it throws ends the request, and
  /// nothing is inserted.
  public init(
    _: Object.Type = Object.self, entity: String? = nil, count: Int, resultType: BatchResultType = .count,
    fill: @escaping @Sendable (Int, inout BatchRow<Object>) throws -> Void
  ) {
    self.init(entity: entity, count: count, resultType) { index, row in
      guard index < count else { return false }
      try fill(index, &row)
      return true
    }
  }

  /// Makes a request that inserts rows until `fill` returns `false`.
  ///
  /// The closure is called on the writer's queue with the index of each row. It returns `false` instead of setting a row
  /// when there are no more. An error that it throws ends the request, and nothing is inserted.
  public init(
    _: Object.Type = Object.self, entity: String? = nil, resultType: BatchResultType = .count,
    next fill: @escaping @Sendable (Int, inout BatchRow<Object>) throws -> Bool
  ) {
    self.init(entity: entity, count: nil, resultType, fill)
  }

  /// Makes a request that inserts rows whose values are in the order of `properties`, the fastest way.
  ///
  /// The closure `values` is called on the writer's queue with the index of each row. It returns a value for each
  /// property, or nil when there are no more rows. Without a `count`, the number of rows is not known before.
  public init(
    _: Object.Type = Object.self, entity: String? = nil, properties: [String], count: Int? = nil,
    resultType: BatchResultType = .count, values: @escaping @Sendable (Int) throws -> [PropertyValue]?
  ) {
    self.entity = entity
    self.resultType = resultType
    self.count = count
    makeFiller = { columns in
      let slots = try properties.map { try columns.slot(of: $0) }
      return { index, row in
        guard count.map({ index < $0 }) ?? true, let next = try values(index) else { return false }
        // A `zip` looks up its metadata for each row, because the request is generic.
        for index in 0..<min(slots.count, next.count) { row[slots[index]] = next[index] }
        return true
      }
    }
  }

  private init(
    entity: String?, count: Int?, _ resultType: BatchResultType,
    _ fill: @escaping @Sendable (Int, inout BatchRow<Object>) throws -> Bool
  ) {
    self.entity = entity
    self.resultType = resultType
    self.count = count
    makeFiller = { columns in
      { index, values in
        var row = BatchRow<Object>(values, columns)
        guard try fill(index, &row) else { return false }
        if let error = row.error { throw error }
        values = row.values
        return true
      }
    }
  }

  /// Returns the request as the writer executes it.
  public func work(in model: ManagedObjectModel) throws -> BatchWork {
    let number = model.number(ofEntity: entity, class: Object.self)
    let description = model[number]
    guard !description.isAbstract else { throw BatchError.abstractEntity(description.name) }
    if let needy = description.relationships.first(where: { $0.minimumCount > 0 && $0.cardinality == .toMany }
    ) {
      throw BatchError.cannotSet(entity: description.name, property: needy.name, reason: .needsMembers)
    }
    let filler = try makeFiller(BatchColumns(BatchProperties(number, in: model)))
    return BatchWork(.insert(number, count: count, filler), resultType, rowLimit: rowLimit)
  }
}
