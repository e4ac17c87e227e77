/// Why a predicate or a sort order does not fit the entity that is fetched.
public enum FetchError: Error, Hashable, Sendable {
  /// The path names something that the entity does not have.
  case unknownProperty(entity: String, name: String, path: String)
  /// The path leads to a transient attribute, which no store has.
  case transientAttribute(entity: String, name: String, path: String)
  /// The path goes on after an attribute, which leads nowhere.
  case pathThroughAttribute(entity: String, name: String, path: String)
  /// The path goes through a to-many relationship, and nothing says how its many values are taken.
  case toManyWithoutQuantifier(path: String)
  /// ANY, ALL or NONE is used with a path that leads to one value.
  case quantifierWithoutToMany(path: String)
  /// The path goes through more than one to-many relationship.
  case severalToMany(path: String)
  /// An operator or option for text is used with something else.
  case notText(path: String)
  /// A comparison by size is used with objects.
  case notOrdered(path: String)
  /// What the path is compared with can not be equal to what it leads to.
  case wrongType(path: String, expected: String, found: String)
  /// The operation wants other operands, as `between` wants two values.
  case wrongOperand(path: String, expected: String)
  /// The predicate is nested more deeply than ``FetchPredicate/depthLimit``.
  case tooDeep(limit: Int)
  /// The predicate or order needs more of something than a store can take.
  case tooLarge(what: String, limit: Int)
}

extension FetchError: CustomStringConvertible {
  /// What is wrong, in one sentence.
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
    case .notOrdered(let path):
      "\"\(path)\" is an object, and objects are neither smaller nor greater than others"
    case .wrongType(let path, let expected, let found):
      "\"\(path)\" is \(expected) and can not be compared with \(found)"
    case .wrongOperand(let path, let expected):
      "\"\(path)\" has to be compared with \(expected)"
    case .tooDeep(let limit):
      "the predicate is nested more than \(limit) levels deep"
    case .tooLarge(let what, let limit):
      "the fetch needs more than \(limit) \(what)"
    }
  }
}
