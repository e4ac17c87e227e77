public import ObjectModel

/// Access by key path: names of relationships separated by points, ending in a property.
///
/// An operator after a to-many relationship combines many values into one:
///
/// ```swift
/// photo.value(forKeyPath: "photographer.photos.@count")
/// photographer.value(forKeyPath: "photos.@max.taken")
/// photographer.values(forKeyPath: "photos.@distinctUnionOfObjects.camera.name")
/// ```
///
/// | operator | value | without objects |
/// |---|---|---|
/// | `@count` | the number of objects | 0 |
/// | `@sum.path` | the sum of numbers | 0 |
/// | `@avg.path` | the average of numbers | null |
/// | `@min.path` `@max.path` | the smallest or largest number, date or text | null |
/// | `@unionOfObjects.path` | all values | none |
/// | `@distinctUnionOfObjects.path` | all values without duplicates | none |
///
/// Null values are left out. Several to-many relationships in a path produce one flat list, which contains an
/// object once for each path to it (Core Data nests the lists). A sum of integers that does not fit 64 bits is the
/// nearest real number, as in a fetch; decimals are added exactly.
///
/// After a to-one relationship, a path goes on with a property of the object's own entity, which can be a sub-entity of the
/// destination. After a to-many relationship, it goes on with a property of the destination.
///
/// - Precondition: The model has the key path, and an operator has values that it accepts.
extension ManagedObject {
  /// Returns the single value at the end of a key path, or null if a relationship on the path is empty.
  public final func value(forKeyPath path: String) -> PropertyValue {
    switch KeyPathWalk(path, from: self).result {
    case .one(let value): return value
    case .many:
      misuse(
        "\(path) leads to many values: use values(forKeyPath:), or an operator such as @count")
    }
  }

  /// Returns the values at the end of a key path through to-many relationships, in the order of the objects'
  /// IDs.
  ///
  /// For a path to one value, the result contains that value, or is empty if there is none.
  public final func values(forKeyPath path: String) -> [PropertyValue] {
    switch KeyPathWalk(path, from: self).result {
    case .one(let value): value.isNull ? [] : [value]
    case .many(let values): values
    }
  }

  /// Sets the property at the end of a key path through to-one relationships; has no effect if a relationship
  /// on the path is empty.
  public final func setValue(_ value: PropertyValue, forKeyPath path: String) {
    guard let dot = path.lastIndex(of: ".") else { return setValue(value, forKey: path) }
    let owner = self.value(forKeyPath: String(path[..<dot]))
    guard let id = owner.reference, let object = managedObjectContext?.object(with: id) else {
      require(owner.isNull, "\(path) goes on after an attribute: only relationships lead further")
      return
    }
    object.setValue(value, forKey: String(path[path.index(after: dot)...]))
  }
}
