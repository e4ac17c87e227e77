public import ObjectModel

extension ValidationError.Failure {
  /// Makes a failure of a property of an object, or of the whole object.
  ///
  /// Validation hooks throw it, such as ``ManagedObject/validateForInsert()``.
  ///
  /// - Parameters:
  ///   - object: The object that is not valid.
  ///   - property: The name of the property; nil for the whole object.
  ///   - reason: The end of a sentence that names the object: "Book 1/p7 cannot be saved: …".
  ///   - cause: The error that made the object invalid.
  public init(_ object: ManagedObject, property: String? = nil, reason: String, cause: (any Error)? = nil) {
    self.init(
      object: object.objectID, entity: object.entity.name, property: property, rule: .refused(reason),
      cause: cause)
  }
}
