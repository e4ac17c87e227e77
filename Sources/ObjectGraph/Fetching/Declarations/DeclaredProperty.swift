/// A property of a class that declares everything that the model must know of it.
///
/// ``Property`` (of values that an attribute can have), ``ToOneProperty`` and ``ToManyProperty`` conform to it. An entity
/// is described by the list of them:
///
/// ```swift
/// EntityDescription(Photo.self, properties: [Photo.title, Photo.photographer])
/// ```
public protocol DeclaredProperty<Object>: Sendable {
  /// The class of the objects.
  associatedtype Object: ManagedObject
  /// The name of the property.
  var keyPath: String { get }
  /// The description of the property in the model.
  ///
  /// - Precondition: The property is no longer key path. A to-many relationship was declared with its inverse.
  var declaration: DeclaredPropertyDescription { get }
}
