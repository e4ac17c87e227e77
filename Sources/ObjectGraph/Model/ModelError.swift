/// What is wrong with a model.
public struct ModelError: Error, Hashable, CustomStringConvertible {
  /// One sentence that names the entity and the property.
  public let description: String
}
