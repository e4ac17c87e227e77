package import ObjectModel

/// A checked ``DictionaryQuery``, with the types of its columns.
public struct DictionaryPlan: Sendable {
  /// The query.
  public let query: DictionaryQuery
  /// The store of the objects in the dictionaries.
  package let store: StoreIdentity
  /// A Boolean value that indicates whether there is one dictionary for each group of rows.
  package let isGrouped: Bool
  /// The types of the columns.
  package let types: [ResultType]
  /// A model of the dictionaries, as rows of its one entity, by which ``having`` and ``order`` are understood.
  package let results: ManagedObjectModel
  /// Which dictionaries are wanted, by the names in ``results``.
  package let having: FetchPredicate?
  /// The order, by the names in ``results``.
  package let order: [FetchOrder]

  /// Checks a query.
  ///
  /// - Throws: A ``FetchError`` that describes the first problem.
  /// - Precondition: The model has the entity.
  package init(_ query: DictionaryQuery, model: ManagedObjectModel, store: StoreIdentity) throws(FetchError) {
    guard let entity = model.entity(numbered: query.rows.entity) else {
      misuse(
        "no entity has the number \(query.rows.entity): use a query with the store it is for")
    }
    self.query = query
    self.store = store
    try query.rows.predicate?.validate(for: entity, in: model)
    var scope = FetchScope(entity, in: model)
    for expression in query.groupBy { _ = try scope.kind(of: expression, depth: 1) }
    scope.isGrouped = true
    let keys = Set(query.groupBy.map(\.comparable))
    let hasFunction = try query.columns.map(\.expression).contains(isTrue: scope.isOfGroup)
    isGrouped = hasFunction || !keys.isEmpty
    var types: [ResultType] = []
    for column in query.columns {
      types.append(try scope.type(of: column.expression))
      guard !isGrouped || scope.isDetermined(column.expression.comparable, by: keys) else {
        throw .notGrouped(name: column.name)
      }
    }
    self.types = types
    let names = try Self.names(query.columns)
    results = try Self.model(names.map(\.internal), types)
    let known = Dictionary(names.map { ($0.name, $0.internal) }, uniquingKeysWith: { first, _ in first })
    having = query.having?.replacing { leaf in
      guard case .path(let name) = leaf, let known = known[name] else { return leaf }
      return .path(known)
    }
    order = query.order.map { order in
      var order = order
      order.path = known[order.path] ?? order.path
      return order
    }
    // Such dictionaries stand for several objects, which have different places.
    if isGrouped || query.isDistinct, let listed = order.first(where: \.isListed) {
      throw .notGrouped(name: listed.path)
    }
    try having?.validate(for: results.entities[0], in: results)
    try order.validate(for: results.entities[0], in: results)
  }

  /// The names of the columns, and those by which key paths can name them.
  private static func names(
    _ columns: [FetchedColumn]
  ) throws(FetchError) -> [(name: String, internal: String)] {
    var seen: Set<String> = []
    var names: [(name: String, internal: String)] = []
    for column in columns {
      let name = String(column.name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
      guard name.isPropertyName, seen.insert(name.uppercased()).inserted else {
        throw .wrongName(column.name)
      }
      names.append((column.name, name))
    }
    return names
  }

  private static func model(
    _ names: [String], _ types: [ResultType]
  ) throws(FetchError) -> ManagedObjectModel {
    let attributes = zip(names, types).map { AttributeDescription($0, $1.attributeType, isOptional: true) }
    let entity = EntityDescription(nil, name: "Dictionary", attributes: attributes)
    do {
      return try ManagedObjectModel([entity])
    } catch {
      throw .wrongName(error.description)
    }
  }
}

// MARK: - Checking

extension FetchScope {
  fileprivate func type(of expression: FetchExpression) throws(FetchError) -> ResultType {
    let kind = try kind(of: expression, depth: 1)
    if case .path(let path) = expression, AggregatePath(path) == nil,
      case .attribute(_, let attribute) = try resolve(path).end
    {
      return .attribute(attribute.type)
    }
    return switch kind {
    case .number, .nothing: .number
    case .boolean: .attribute(.boolean)
    case .text: .attribute(.string)
    case .address: .attribute(.uri)
    case .date: .attribute(.date)
    case .data: .attribute(.binary)
    case .uuid: .attribute(.uuid)
    // A model is not made with a relationship that leads nowhere.
    case .object(let name): .object(model.number(ofEntity: name).map { model.family(of: $0) } ?? 0...0)
    }
  }

  /// Returns a Boolean value that indicates whether the expression contains a function over the rows of a
  /// group.
  fileprivate func isOfGroup(_ expression: FetchExpression) throws(FetchError) -> Bool {
    switch expression {
    case .value, .values, .path, .variable, .subquery: return false
    case .function(let function, let arguments):
      if function.isCollective, arguments.count == 1 {
        return try kinds(ofMany: arguments[0], depth: 1) == nil
      }
      return try arguments.contains(isTrue: isOfGroup)
    case .list(let parts): return try parts.contains(isTrue: isOfGroup)
    case .arithmetic(_, let left, let right): return try [left, right].contains(isTrue: isOfGroup)
    case .conditional(_, let then, let otherwise): return try [then, otherwise].contains(isTrue: isOfGroup)
    }
  }

  /// Returns a Boolean value that indicates whether the expression has a single value in each group of rows
  /// with the same keys.
  fileprivate func isDetermined(_ expression: FetchExpression, by keys: Set<FetchExpression>) -> Bool {
    if keys.contains(expression) { return true }
    switch expression {
    case .value, .values: return true
    case .path, .variable, .subquery, .conditional: return false
    case .function(_, let arguments):
      // A function of a group has been found valid, or is no function of a group.
      if arguments.count == 1, (try? isOfGroup(expression)) == true { return true }
      return arguments.allSatisfy { isDetermined($0, by: keys) }
    case .list(let parts): return parts.allSatisfy { isDetermined($0, by: keys) }
    case .arithmetic(_, let left, let right):
      return isDetermined(left, by: keys) && isDetermined(right, by: keys)
    }
  }
}

extension FetchExpression {
  /// The expression with its values as columns hold them: one with a number that is none equals itself.
  fileprivate var comparable: FetchExpression {
    replacing { leaf in
      switch leaf {
      case .value(let value): .value(value.columnValue)
      case .values(let values): .values(values.map(\.columnValue))
      default: leaf
      }
    }
  }
}

extension Sequence {
  /// Returns a Boolean value that indicates whether a throwing condition is true for an element.
  fileprivate func contains(
    isTrue condition: (Element) throws(FetchError) -> Bool
  ) throws(FetchError) -> Bool {
    for element in self where try condition(element) { return true }
    return false
  }
}
