public import ObjectModel

extension ManagedObjectModel {
  /// Returns the number of the entity whose objects are of that class.
  ///
  /// If an entity and subentities share the class, the result is that entity.
  ///
  /// - Precondition: The class has an entity, and only one apart from subentities. Otherwise, the caller must
  ///   name the entity.
  public func number(of objectClass: ManagedObject.Type) -> EntityNumber {
    var match = entitiesByClass[ObjectIdentifier(objectClass)]
    if match == nil, objectClass == ManagedObject.self { match = entitiesByClass[nil as ObjectIdentifier?] }
    return switch match {
    case .one(let number): number
    case .several:
      misuse("several entities have the class \(objectClass): name the one that is meant")
    case nil: misuse("no entity of the model has the class \(objectClass): add one")
    }
  }

  /// Returns the number of an entity by its name, or by the class of its objects if `name` is `nil`.
  ///
  /// - Precondition: An entity has the name, and its objects are of the class.
  package func number<Object: ManagedObject>(
    ofEntity name: String?, class objectClass: Object.Type
  ) -> EntityNumber {
    guard let name else { return number(of: objectClass) }
    guard let number = self.number(ofEntity: name), !isLink(number) else {
      misuse("the model has no entity \(name): add it")
    }
    let found = self[number].managedObjectClass
    require(found is Object.Type, "objects of \(name) are \(found), not \(objectClass)")
    return number
  }
}
