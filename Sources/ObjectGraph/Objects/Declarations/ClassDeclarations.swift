public import ObjectModel
internal import Synchronization

/// The properties that a class of objects declares by property wrappers, with those of its superclasses.
///
/// The name that a wrapper was given is a value of each object, so one object of the class is made, without a context,
/// and looked at by reflection: once in the life of the process.
struct ClassDeclarations: Sendable {
  /// The declarations with the names of the properties in Swift.
  let properties: [(label: String, declaration: PropertyDeclaration)]

  private static let known = Mutex<[ObjectIdentifier: ClassDeclarations]>([:])

  /// The declarations of the class of an entity.
  static func of(_ entity: Entity) -> ClassDeclarations {
    let objectClass = ObjectIdentifier(entity.managedObjectClass)
    if let known = known.withLock({ $0[objectClass] }) { return known }
    // Made outside of the lock: the initial values of a class are code of the application.
    let declarations = ClassDeclarations(entity)
    known.withLock { $0[objectClass] = declarations }
    return declarations
  }

  private init(_ entity: Entity) {
    guard entity.managedObjectClass != ManagedObject.self else {
      properties = []
      return
    }
    let object = entity.managedObjectClass.init(
      .init(
        id: ManagedObjectID(entity: 0, key: 0, in: .unbound), entity: entity, context: nil, values: nil,
        committed: nil))
    var properties: [(String, PropertyDeclaration)] = []
    var mirror: Mirror? = Mirror(reflecting: object)
    while let current = mirror, current.subjectType != ManagedObject.self {
      for child in current.children {
        guard let wrapper = child.value as? any DeclaringProperty, let label = child.label else { continue }
        // The storage of a wrapped property has an underscore before the property's name.
        properties.append((String(label.dropFirst()), wrapper.declaration))
      }
      mirror = current.superclassMirror
    }
    self.properties = properties
  }
}

extension ManagedObject: EntityObject {
  /// Checks that the property wrappers of the class fit the entity.
  ///
  /// - Throws: ``ModelError`` for the first property that does not fit.
  public static func validateDeclarations(
    for entity: Entity, in model: ManagedObjectModel
  ) throws(ModelError) {
    for (label, declaration) in ClassDeclarations.of(entity).properties {
      guard let mismatch = declaration.mismatch(with: entity, in: model) else { continue }
      throw ModelError(
        description:
          "\(self).\(label) is declared as \(declaration.wrapper) of type \(declaration.type), but \(mismatch)",
        concernsClass: true
      )
    }
  }
}
