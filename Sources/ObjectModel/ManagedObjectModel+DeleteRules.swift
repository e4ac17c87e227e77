extension ManagedObjectModel {
  /// Returns the delete rule for a reference to an object that is deleted: that of the inverse relationship.
  ///
  /// A reference without an inverse is set to null if it is optional. Otherwise it stays, without a destination.
  /// Contexts and commits apply the same rule, to objects and to rows that no context knows.
  ///
  /// - Parameters:
  ///   - reference: The to-one relationship that refers to the object.
  ///   - target: The entity of the object.
  package func deleteRule(
    for reference: RelationshipDescription, to target: EntityNumber
  ) -> DeleteRule {
    let inverse = reference.inverse.flatMap(self[target].relationship)
    return inverse?.deleteRule ?? (reference.isOptional ? .nullify : .noAction)
  }
}
