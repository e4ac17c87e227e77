/// A class of objects that an entity describes.
///
/// `ManagedObject` conforms to it, and its subclasses inherit the conformance. A model refers to classes by this
/// protocol, because it knows nothing of contexts. No other class can conform usefully: contexts make managed objects
/// only.
public protocol EntityObject: AnyObject, SendableMetatype {
  /// Checks that the properties which the class declares fit the entity.
  ///
  /// A model calls it once for each entity with a class.
  ///
  /// - Throws: ``ModelError`` for the first property that does not fit.
  static func validateDeclarations(for entity: Entity, in model: ManagedObjectModel) throws(ModelError)
}
