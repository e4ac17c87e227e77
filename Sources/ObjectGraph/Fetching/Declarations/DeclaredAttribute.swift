internal import ObjectModel

/// The facts of an attribute that its declaration gives beside the name and the type.
///
/// It is a class so that a ``Property`` stays small: every object that is made copies one for each of its attributes.
@usableFromInline
final class DeclaredAttribute: Sendable {
  let description: AttributeDescription
  let isUnique: Bool

  init(_ description: AttributeDescription, isUnique: Bool) {
    self.description = description
    self.isUnique = isUnique
  }
}
