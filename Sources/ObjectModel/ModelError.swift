/// An error in a model.
public struct ModelError: Error, Hashable, CustomStringConvertible {
  /// One sentence that names the entity and the property.
  public let description: String
  /// A Boolean value that indicates whether the model is right and a class does not fit it.
  package let concernsClass: Bool

  /// Makes an error from a sentence.
  package init(description: String, concernsClass: Bool = false) {
    self.description = description
    self.concernsClass = concernsClass
  }
}
