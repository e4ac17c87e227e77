extension FetchPredicate {
  /// Checks that all objects which the predicate names belong to a store.
  ///
  /// The key of an object of another store would stand for another object here.
  ///
  /// - Throws: ``FetchError/objectOfOtherStore(_:)``.
  package func validateObjects(of store: StoreIdentity) throws(FetchError) {
    switch self {
    case .constant: break
    case .and(let parts), .or(let parts):
      for part in parts { try part.validateObjects(of: store) }
    case .not(let part): try part.validateObjects(of: store)
    case .comparison(let comparison):
      try comparison.left.validateObjects(of: store)
      try comparison.right.validateObjects(of: store)
    }
  }
}

extension FetchExpression {
  /// Checks that all objects which the expression names belong to a store; see ``FetchPredicate``.
  package func validateObjects(of store: StoreIdentity) throws(FetchError) {
    switch self {
    case .path, .variable: break
    case .value(let value): try value.validateObject(of: store)
    case .values(let values):
      for value in values { try value.validateObject(of: store) }
    case .list(let parts), .function(_, let parts):
      for part in parts { try part.validateObjects(of: store) }
    case .arithmetic(_, let left, let right):
      try left.validateObjects(of: store)
      try right.validateObjects(of: store)
    case .conditional(let condition, let then, let otherwise):
      try condition.validateObjects(of: store)
      try then.validateObjects(of: store)
      try otherwise.validateObjects(of: store)
    case .subquery(let subquery): try subquery.predicate.validateObjects(of: store)
    }
  }
}

extension PropertyValue {
  fileprivate func validateObject(of store: StoreIdentity) throws(FetchError) {
    guard case .reference(let id) = self, id.store != store else { return }
    throw .objectOfOtherStore(id)
  }
}
