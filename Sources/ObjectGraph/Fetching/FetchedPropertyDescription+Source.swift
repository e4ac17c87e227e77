internal import ObjectModel

/// The values that the predicate of a fetched property takes from its source object.
extension FetchedPropertyDescription {
  /// The predicate for one object.
  func predicate(for object: ManagedObject) -> FetchPredicate? {
    predicate(with: object.operand)
  }
}

extension ManagedObject {
  /// Returns the values at a key path that the model has: one value, or several.
  fileprivate func operand(at path: String) -> FetchExpression {
    if path == "SELF" { return .value(.reference(objectID)) }
    return switch KeyPathWalk(path, from: self).result {
    case .one(let value): .value(value)
    case .many(let values): .values(values)
    }
  }
}
