public import ObjectModel

extension ManagedObject {
  /// Validates a value for a property, as a save would, without changing the object.
  ///
  /// - Throws: A ``ValidationError`` with all failures.
  /// - Precondition: The entity has a property with this name.
  public final func validateValue(_ value: PropertyValue, forKey name: String) throws(ValidationError) {
    let failures = entity.checks.failures(of: value.kept, slot: slot(of: name), objectID)
    if !failures.isEmpty { throw ValidationError(failures: failures) }
  }
}
