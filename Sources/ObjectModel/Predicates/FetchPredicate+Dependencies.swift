extension FetchPredicate {
  /// Returns the relationships that the predicate traverses, as key paths; for `photographer.name` the result
  /// is `photographer`.
  ///
  /// The result for a row can change when a destination row of one of them changes; for a to-many
  /// relationship, also when a destination row is added or removed. A subquery's paths from a member are
  /// returned as paths from the fetched object. The result includes paths that only the model can distinguish
  /// from an attribute, such as the left side of CONTAINS.
  public func relationshipPaths() -> Set<String> {
    var dependencies = FetchDependencies()
    dependencies.add(self)
    return dependencies.paths
  }
}

extension FetchExpression {
  /// The relationships that the expression goes through, as key paths; see
  /// ``FetchPredicate/relationshipPaths()``.
  public func relationshipPaths() -> Set<String> {
    var dependencies = FetchDependencies()
    dependencies.add(self)
    return dependencies.paths
  }
}

extension [FetchOrder] {
  /// Returns the relationships that the order traverses, as key paths; for `photographer.name` the result is
  /// `photographer`.
  ///
  /// The position of a row can change when a destination row of one of them changes.
  public func relationshipPaths() -> Set<String> {
    reduce(into: []) { $0.formUnion(FetchExpression.path($1.path).relationshipPaths()) }
  }
}

/// Gathers the key paths of relationships that predicates and expressions go through.
private struct FetchDependencies {
  private(set) var paths: Set<String> = []
  /// The paths to the members that the subqueries around look at, by variable.
  private var members: [String: String] = [:]

  mutating func add(_ predicate: FetchPredicate) {
    switch predicate {
    case .constant: break
    case .and(let parts), .or(let parts): for part in parts { add(part) }
    case .not(let part): add(part)
    case .comparison(let comparison):
      add(comparison.left, isMany: comparison.quantifier != .one || comparison.operation == .contains)
      add(comparison.right, isMany: comparison.operation == .in)
    }
  }

  mutating func add(_ expression: FetchExpression, isMany: Bool = false) {
    switch expression {
    case .value, .values, .variable: break
    case .path(let path): add(path: path, isMany: isMany)
    case .list(let parts): for part in parts { add(part) }
    case .arithmetic(_, let left, let right):
      add(left)
      add(right)
    case .function(let function, let arguments):
      for argument in arguments { add(argument, isMany: function.isCollective) }
    case .conditional(let condition, let then, let otherwise):
      add(condition)
      add(then)
      add(otherwise)
    case .subquery(let subquery): add(subquery)
    }
  }

  private mutating func add(path: String, isMany: Bool) {
    guard let absolute = absolute(AggregatePath(path)?.path ?? path) else { return }
    paths.formUnion(absolute.properKeyPathPrefixes)
    if isMany, absolute != "SELF" { paths.insert(absolute) }
  }

  private mutating func add(_ subquery: FetchExpression.Subquery) {
    add(path: subquery.collection, isMany: true)
    guard let collection = absolute(subquery.collection) else { return }
    let outer = members
    members[subquery.variable] = collection
    add(subquery.predicate)
    if let path = subquery.valuePath { add(path: "$\(subquery.variable).\(path)", isMany: false) }
    members = outer
  }

  /// A path as it leads from the object that is asked for; nil when it begins at nothing.
  private func absolute(_ path: String) -> String? {
    let rooted = RootedPath(path)
    guard let variable = rooted.variable else { return path }
    guard let collection = members[variable] else { return nil }
    return rooted.path == "SELF" ? collection : collection + "." + rooted.path
  }
}

extension String {
  /// For `a.b.c` it is `a` and `a.b`.
  fileprivate var properKeyPathPrefixes: Set<String> {
    guard utf8.contains(UInt8(ascii: ".")) else { return [] }
    return Set(indices.filter { self[$0] == "." }.map { String(self[..<$0]) })
  }
}

// MARK: - Finding what depends

extension FetchPredicate {
  /// Makes a predicate for objects from which a key path leads to one of several objects.
  ///
  /// The path may go through any number of to-many relationships.
  package static func leads(
    by path: String, to ends: [PropertyValue], from entity: Entity, in model: ManagedObjectModel
  ) throws(FetchError) -> FetchPredicate {
    try leads(by: path, to: ends, from: entity, in: model, prefix: "", level: 1)
  }

  private static func leads(
    by path: String, to ends: [PropertyValue], from entity: Entity, in model: ManagedObjectModel,
    prefix: String, level: Int
  ) throws(FetchError) -> FetchPredicate {
    guard let (collection, member, rest) = try model.firstOfSeveralToMany(path, from: entity) else {
      let isToMany = try model.resolve(path, from: entity).isToMany
      return .comparison(.init(prefix + path, .in, .values(ends), quantifier: isToMany ? .any : .one))
    }
    let variable = "member\(level)"
    let inner = try leads(
      by: rest, to: ends, from: member, in: model, prefix: "$\(variable).", level: level + 1)
    let members = FetchExpression.Subquery(prefix + collection, variable, where: inner)
    return .comparison(.init(.function(.count, [.subquery(members)]), .greater, .value(.integer(0))))
  }
}

extension ManagedObjectModel {
  /// The entity of the objects to which a key path leads through any number of relationships, and whether they can
  /// be several; nil when it ends at something else.
  package func relationshipEnd(
    _ path: String, from entity: Entity
  ) throws(FetchError) -> (destination: Entity, isToMany: Bool)? {
    if let (_, member, rest) = try firstOfSeveralToMany(path, from: entity) {
      return try relationshipEnd(rest, from: member).map { ($0.destination, true) }
    }
    let resolved = try resolve(path, from: entity)
    return switch resolved.end {
    case .reference(_, let end), .object(let end): (end, resolved.isToMany)
    case .attribute, .count: nil
    }
  }

  /// Returns the path of the first to-many relationship, its members, and the remaining path, or `nil` for a
  /// path through at most one to-many relationship.
  fileprivate func firstOfSeveralToMany(
    _ path: String, from entity: Entity
  ) throws(FetchError) -> (collection: String, member: Entity, rest: String)? {
    do {
      _ = try resolve(path, from: entity)
      return nil
    } catch .severalToMany {
      let names = path.split(separator: ".")
      for count in names.indices.dropFirst() {
        let collection = names[..<count].joined(separator: ".")
        let resolved = try resolve(collection, from: entity)
        if resolved.isToMany, case .object(let member) = resolved.end {
          return (collection, member, names[count...].joined(separator: "."))
        }
      }
      throw .severalToMany(path: path)
    }
  }
}
