public import ObjectModel

/// A row that a ``BatchInsertRequest`` inserts; properties that are not set have their default values.
public struct BatchRow<Object: ManagedObject> {
  var values: [PropertyValue]
  /// The first error of a property that cannot be set.
  private(set) var error: (any Error)?
  private let columns: BatchColumns

  init(_ values: [PropertyValue], _ columns: BatchColumns) {
    self.values = values
    self.columns = columns
  }

  /// Sets an attribute.
  public mutating func set<Value: AttributeConvertible>(
    _ property: KeyPath<Object.Type, Property<some ManagedObject, Value>>, to value: Value
  ) {
    set(Object.self[keyPath: property].keyPath, to: value.propertyValue)
  }

  /// Sets a to-one relationship.
  public mutating func set(
    _ relationship: KeyPath<Object.Type, ToOneProperty<some ManagedObject, some ManagedObject>>,
    to destination: ManagedObjectID?
  ) {
    let name = Object.self[keyPath: relationship].keyPath
    set(name, to: destination.map { .reference($0) } ?? .null)
  }

  /// Sets a property by its name.
  ///
  /// A property that cannot be set makes the request fail with a ``BatchError``.
  public mutating func set(_ property: String, to value: PropertyValue) {
    do { values[try columns.slot(of: property)] = value } catch { self.error = self.error ?? error }
  }
}
