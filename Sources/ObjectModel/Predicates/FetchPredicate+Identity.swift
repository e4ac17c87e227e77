extension FetchPredicate {
  /// Returns a predicate for the object with an identity: `SELF == %@`.
  public static func isObject(_ id: ManagedObjectID) -> FetchPredicate {
    .comparison(Comparison("SELF", .equal, .value(.reference(id))))
  }

  /// Returns a predicate for the objects with some identities: `SELF IN %@`.
  ///
  /// The identities are a part of each query, whose cost grows with their number.
  public static func isOne(of ids: some Sequence<ManagedObjectID>) -> FetchPredicate {
    .comparison(Comparison("SELF", .in, .values(ids.map(PropertyValue.reference))))
  }

  /// Returns a predicate for the objects that were inserted after another one: `SELF > %@`.
  ///
  /// The other object may have been deleted. Objects that several contexts insert at the same time are in the order in
  /// which the store reserved their keys, not in that of their saves.
  public static func inserted(after id: ManagedObjectID) -> FetchPredicate {
    .comparison(Comparison("SELF", .greater, .value(.reference(id))))
  }
}
