extension FetchPredicate {
  /// Returns a predicate for the objects that were inserted after another one: `SELF > %@`.
  ///
  /// The other object may have been deleted. Objects that several contexts insert at the same time are in the order in
  /// which the store reserved their keys, not in that of their saves.
  public static func inserted(after id: ManagedObjectID) -> FetchPredicate {
    .comparison(Comparison("SELF", .greater, .value(.reference(id))))
  }
}
