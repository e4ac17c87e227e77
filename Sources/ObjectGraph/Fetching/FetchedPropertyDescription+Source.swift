internal import ObjectModel

/// The values that the predicate of a fetched property takes from its source object.
extension FetchedPropertyDescription {
  /// The predicate for one object.
  func predicate(for object: ManagedObject) -> FetchPredicate? {
    predicate?.replacing { leaf in
      guard case .path(let path) = leaf else { return leaf }
      let rooted = RootedPath(path)
      if rooted.variable == Self.source { return object.operand(at: rooted.path) }
      return rooted.variable == Self.property ? .value(value(at: rooted.path)) : leaf
    }
  }

  /// Returns the value at a key path from the property itself: its name, or a text of its user info.
  private func value(at path: String) -> PropertyValue {
    if path == "name" || path == "SELF" { return .string(name) }
    let key = path.split(separator: ".", maxSplits: 1)
    guard key.count == 2, key[0] == "userInfo", let text = userInfo[String(key[1])] else { return .null }
    return .string(text)
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
