extension ManagedObject {
  /// Checks a value against what the model demands of a property, as a save would; changes nothing.
  ///
  /// Throws everything that is wrong with it. A name that the entity does not have is a programmer's mistake.
  public final func validateValue(_ value: PropertyValue, forKey name: String) throws(ValidationError) {
    let failures = EntityChecks(entity).failures(of: value.kept, slot: slot(of: name), objectID)
    if !failures.isEmpty { throw ValidationError(failures: failures) }
  }
}
