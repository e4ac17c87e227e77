internal import ObjectStore

/// Translation of expressions of one value into SQL.
///
/// SQLite computes as ``FetchExpression`` requires: integers that overflow become real, division by zero
/// gives NULL. Where SQLite differs, or was built without a function, a registered function is called
/// instead.
extension SQLCondition {
  /// Returns the SQL of an expression; parameters are added in the order of the text.
  func value(_ expression: FetchExpression) throws(FetchError) -> SQLScope.Expression {
    switch expression {
    case .value(let value):
      let value = value.columnValue
      return SQLScope.Expression(sql: parts.parameter(value), isText: value.isText)
    case .path(let path):
      if let aggregate = AggregatePath(path) {
        return try collective(aggregate.function, [.path(aggregate.path)])
      }
      guard let resolved = try resolve(path), !resolved.isToMany else {
        throw .toManyWithoutQuantifier(path: path)
      }
      return try root(path).expression(resolved.steps, resolved.end)
    case .arithmetic(let operation, let left, let right):
      return try arithmetic(operation, value(left), value(right))
    case .conditional(let condition, let then, let otherwise):
      let condition = try sql(condition)
      let then = try value(then)
      let otherwise = try value(otherwise)
      return SQLScope.Expression(
        sql: "CASE WHEN \(condition) THEN \(then.number) ELSE \(otherwise.number) END",
        isText: then.isText || otherwise.isText)
    case .function(.now, _):
      return SQLScope.Expression(
        sql: parts.parameter(PropertyValue.apply(.now, to: [])), isText: false)
    case .function(let function, let arguments) where function.isCollective:
      return try collective(function, arguments)
    case .function(let function, let arguments):
      return SQLScope.Expression(
        sql: "\(SQLFunction.name(of: function))(\(try list(arguments)))",
        isText: function == .lowercase || function == .uppercase)
    case .variable(let name): throw .unboundVariable(name: name)
    case .values, .list, .subquery: throw .severalValues(expression: expression.description)
    }
  }

  private func arithmetic(
    _ operation: FetchExpression.Arithmetic, _ left: SQLScope.Expression, _ right: SQLScope.Expression
  ) throws(FetchError) -> SQLScope.Expression {
    SQLScope.Expression(
      sql: operation == .power
        ? "\(SQLFunction.power)(\(left.number), \(right.number))"
        : "(\(left.number) \(operation.rawValue) \(right.number))", isText: false)
  }

  private func list(_ arguments: [FetchExpression]) throws(FetchError) -> String {
    var list: [String] = []
    for argument in arguments { list.append(try value(argument).number) }
    return list.joined(separator: ", ")
  }
}

// MARK: - Key paths

extension SQLCondition {
  /// Returns the table at which a path starts.
  private func root(_ path: String) throws(FetchError) -> SQLScope {
    guard let variable = RootedPath(path).variable else { return scope }
    guard let member = variables[variable] else { throw .unboundVariable(name: variable) }
    return member
  }

  /// Resolves a path; returns `nil` if it contains an aggregate function.
  func resolve(_ path: String) throws(FetchError) -> ResolvedKeyPath? {
    guard AggregatePath(path) == nil else { return nil }
    return try model.resolve(RootedPath(path).path, from: root(path).entity)
  }

  /// The members at the end of a path, and the remaining path from each of them.
  struct Members {
    let scope: SQLScope
    /// The condition that selects the members of the owner.
    let condition: String
    let rest: ArraySlice<ResolvedKeyPath.Step>
    let end: ResolvedKeyPath.End
  }

  /// Resolves a path through a to-many relationship.
  func members(_ path: String) throws(FetchError) -> Members {
    let root = try root(path)
    let resolved = try model.resolve(RootedPath(path).path, from: root.entity)
    for (index, step) in resolved.steps.enumerated() {
      guard case .toMany(_, let membership, let destination) = step else { continue }
      let owner = try root.join(resolved.steps[..<index]).alias
      let members = SQLScope(destination, in: root.layout, parts: parts)
      let condition = members.isMember(membership, of: owner)
      return Members(
        scope: members, condition: condition, rest: resolved.steps[(index + 1)...], end: resolved.end)
    }
    throw .quantifierWithoutToMany(path: path)
  }
}

// MARK: - Many values

extension SQLCondition {
  /// Returns the SQL of an aggregate function: of the values of a relationship, of a group of rows, or of a
  /// list.
  private func collective(
    _ function: FetchFunction, _ arguments: [FetchExpression]
  ) throws(FetchError) -> SQLScope.Expression {
    guard arguments.count == 1, let argument = arguments.first else {
      return try collective(function, list: arguments)
    }
    switch argument {
    case .subquery(let subquery): return try collective(function, subquery)
    case .values(let values): return try collective(function, list: values.map { .value($0) })
    case .list(let parts): return try collective(function, list: parts)
    case .path(let path) where try resolve(path)?.isToMany == true:
      let members = try members(path)
      let value = try members.scope.expression(members.rest, members.end)
      return SQLScope.Expression(
        sql: "(SELECT \(SQLFunction.groupName(of: function))(\(value.number)) "
          + "FROM \(members.scope.source) WHERE \(members.condition))", isText: value.isText)
    default:
      guard isGrouped else { throw .singleValue(expression: argument.description) }
      var ungrouped = self
      ungrouped.isGrouped = false
      let value = try ungrouped.value(argument)
      return SQLScope.Expression(
        sql: "\(SQLFunction.groupName(of: function))(\(value.number))", isText: value.isText)
    }
  }

  private func collective(
    _ function: FetchFunction, list: [FetchExpression]
  ) throws(FetchError) -> SQLScope.Expression {
    SQLScope.Expression(sql: "\(SQLFunction.listName(of: function))(\(try self.list(list)))", isText: false)
  }

  private func collective(
    _ function: FetchFunction, _ subquery: FetchExpression.Subquery
  ) throws(FetchError) -> SQLScope.Expression {
    let members = try members(subquery.collection)
    var inner = self
    inner.isGrouped = false
    inner.variables[subquery.variable] = members.scope
    let path = "$" + subquery.variable + (subquery.valuePath.map { "." + $0 } ?? "")
    let value = try inner.value(.path(path))
    let condition = try inner.sql(subquery.predicate)
    return SQLScope.Expression(
      sql: "(SELECT \(SQLFunction.groupName(of: function))(\(value.number)) "
        + "FROM \(members.scope.source) WHERE \(members.condition) AND \(condition))",
      isText: value.isText)
  }
}

extension PropertyValue {
  fileprivate var isText: Bool {
    if case .string = self { true } else { false }
  }
}
