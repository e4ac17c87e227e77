public import ObjectModel

extension Entity {
  /// The class of the objects: ``ManagedObject`` if the description names none.
  public var managedObjectClass: ManagedObject.Type {
    guard let objectClass else { return ManagedObject.self }
    guard let managed = objectClass as? ManagedObject.Type else {
      misuse("\(objectClass) is not a class of managed objects: inherit from ManagedObject")
    }
    return managed
  }
}
