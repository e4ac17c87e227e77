internal import ObjectModel

/// A condition on objects of a to-many relationship.
struct MemberTest {
  let path: String
  let variable: String
  /// The predicate that the objects match in any case.
  let filter: FetchPredicate?
  let test: FetchPredicate

  /// The objects for which the test is as wanted.
  func members(where isTrue: Bool) -> FetchExpression.Subquery {
    let test = isTrue ? self.test : !self.test
    return FetchExpression.Subquery(path, variable, where: filter.map { $0 && test } ?? test)
  }
}
