/// Why a predicate or a sort order does not fit the entity that is fetched.
public enum FetchError: Error, Hashable, Sendable {
  /// The path names something that the entity does not have.
  case unknownProperty(entity: String, name: String, path: String)
  /// The path leads to a transient attribute, which no store has.
  case transientAttribute(entity: String, name: String, path: String)
  /// The path goes on after an attribute, which leads nowhere.
  case pathThroughAttribute(entity: String, name: String, path: String)
  /// The path goes through a to-many relationship without a quantifier or function for its values.
  case toManyWithoutQuantifier(path: String)
  /// ANY, ALL or NONE is used with a path that leads to one value.
  case quantifierWithoutToMany(path: String)
  /// The path goes through more than one to-many relationship.
  case severalToMany(path: String)
  /// An operator or option for text is used with something else.
  case notText(path: String)
  /// The path and the value that it is compared with can never be equal, because their types differ.
  case wrongType(path: String, expected: String, found: String)
  /// The operation wants other operands, as `between` wants two values.
  case wrongOperand(path: String, expected: String)
  /// The predicate is nested more deeply than ``FetchPredicate/depthLimit``.
  case tooDeep(limit: Int)
  /// An expression that has many values, or none, stands where there must be one.
  case severalValues(expression: String)
  /// An expression that has one value stands where there must be many.
  case singleValue(expression: String)
  /// A function, or the sign of a calculation, has an argument that it can do nothing with.
  case wrongArgument(function: String, expected: String, found: String)
  /// A function has more or fewer arguments than it takes.
  case wrongArgumentCount(function: String, expected: Int, found: Int)
  /// A variable was not given a value.
  case unboundVariable(name: String)
  /// A subquery calls its members by a name that is none, or that a subquery around it uses.
  case wrongVariable(name: String)
  /// The pattern is no regular expression.
  case invalidPattern(String)
  /// A column of a dictionary has no one value in a group of rows.
  case notGrouped(name: String)
  /// Two columns of a dictionary have the same name, or a column has a name that does not begin with a letter.
  case wrongName(String)
  /// An ID belongs to another store than that of the context.
  case objectOfOtherStore(ManagedObjectID)
  /// The predicate or order needs more of something than a store can take.
  case tooLarge(what: String, limit: Int)
  /// A request would wait for a store on another machine where this is not allowed.
  case wouldWait
}

extension FetchError: CustomStringConvertible {
  /// A description of the error, in one sentence.
  public var description: String {
    switch self {
    case .unknownProperty(let entity, let name, let path):
      "\(entity) has no property \"\(name)\", which the key path \"\(path)\" names"
    case .transientAttribute(let entity, let name, let path):
      "the key path \"\(path)\" leads to \(entity).\(name), which is transient: filter and sort what was fetched"
    case .pathThroughAttribute(let entity, let name, let path):
      "the key path \"\(path)\" goes on after \(entity).\(name), which is an attribute"
    case .toManyWithoutQuantifier(let path):
      "the key path \"\(path)\" leads to many values: use ANY, ALL, NONE or @count"
    case .quantifierWithoutToMany(let path):
      "ANY, ALL and NONE need a key path through a to-many relationship, and \"\(path)\" leads to one value"
    case .severalToMany(let path):
      "the key path \"\(path)\" goes through more than one to-many relationship"
    case .notText(let path):
      "\"\(path)\" is no text, so it can not be compared as text"
    case .wrongType(let path, let expected, let found):
      "\"\(path)\" is \(expected) and can not be compared with \(found)"
    case .wrongOperand(let path, let expected):
      "\"\(path)\" must be compared with \(expected)"
    case .severalValues(let expression):
      "\(expression) has several values or none, where one is needed"
    case .singleValue(let expression):
      "\(expression) has one value, where there must be many: a path through a to-many relationship, a list or a "
        + "subquery"
    case .wrongArgument(let function, let expected, let found):
      "\(function) is for \(expected), and \(found) is something else"
    case .wrongArgumentCount(let function, let expected, let found):
      "\(function) takes \(expected) arguments, not \(found)"
    case .unboundVariable(let name):
      "the variable $\(name) has no value: put one in with substituting(_:)"
    case .wrongVariable(let name):
      "$\(name) can not be the variable of a subquery: it is no name, or a subquery around it has it"
    case .invalidPattern(let pattern):
      "\"\(pattern)\" is no regular expression"
    case .notGrouped(let name):
      "\"\(name)\" has many values in a group: group by it, or take its sum, average, min, max or count"
    case .wrongName(let name):
      "\"\(name)\" can not be the name of a column: it is used twice, or does not begin with a letter"
    case .objectOfOtherStore(let id):
      "the object \(id) belongs to another store: use it with a context of that store"
    case .tooDeep(let limit):
      "the predicate is nested more than \(limit) levels deep"
    case .tooLarge(let what, let limit):
      "the fetch needs more than \(limit) \(what)"
    case .wouldWait:
      "the request would wait for a store on another machine: make it outside of withoutWaiting"
    }
  }
}
