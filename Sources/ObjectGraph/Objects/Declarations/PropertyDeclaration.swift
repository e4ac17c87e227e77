internal import ObjectModel

/// A property of a class as its property wrapper declares it.
struct PropertyDeclaration: Sendable {
  /// The name of the property in the model, which the wrapper was given.
  let name: String
  /// The kind of property of the model that the wrapper stands for.
  let kind: Kind
  /// The type of the property.
  let type: String
  /// The wrapper with its name, as in the source.
  let wrapper: String
  /// A closure that returns whether the property can hold objects of a class.
  let accepts: @Sendable (ManagedObject.Type) -> Bool

  /// The kind of property of the model that a wrapper stands for.
  enum Kind: Sendable {
    /// An attribute whose values are of the same kind as `sample`.
    case attribute(sample: PropertyValue, isOptional: Bool)
    /// An attribute with a transformer.
    case transformable
    /// A relationship to one object.
    case toOne
    /// A relationship to any number of objects.
    case toMany(isOrdered: Bool)
    /// A fetched property.
    case fetched
  }

  init(
    _ wrapper: String, _ name: String, _ type: Any.Type, _ kind: Kind,
    accepts: @escaping @Sendable (ManagedObject.Type) -> Bool = { _ in true }
  ) {
    self.name = name
    self.kind = kind
    self.type = Self.name(of: type)
    self.wrapper = "@\(wrapper)(\"\(name)\")"
    self.accepts = accepts
  }

  /// The name of a type as in the source: with a question mark if it is optional.
  private static func name(of type: Any.Type) -> String {
    let (name, optional) = ("\(type)", "Optional<")
    return name.hasPrefix(optional) ? name.dropFirst(optional.count).dropLast() + "?" : name
  }
}
