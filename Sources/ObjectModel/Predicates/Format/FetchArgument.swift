public import Foundation

/// A value that a predicate's format can take for `%@`, or a variable be given: what an attribute can hold, an object
/// or its ID, nil, and arrays and sets of these.
public protocol FetchArgument {
  /// The value, or the values, to compare with.
  var fetchOperand: FetchPredicate.Operand { get }
}

extension FetchArgument where Self: AttributeConvertible {
  /// The value as a column holds it.
  public var fetchOperand: FetchPredicate.Operand { .value(propertyValue) }
}

extension Int: FetchArgument {}
extension Int16: FetchArgument {}
extension Int32: FetchArgument {}
extension Int64: FetchArgument {}
extension Double: FetchArgument {}
extension Float: FetchArgument {}
extension Bool: FetchArgument {}
extension String: FetchArgument {}
extension Date: FetchArgument {}
extension Data: FetchArgument {}
extension UUID: FetchArgument {}
extension URL: FetchArgument {}
extension Decimal: FetchArgument {}

extension PropertyValue: FetchArgument {
  /// The value itself.
  public var fetchOperand: FetchPredicate.Operand { .value(self) }
}

extension ManagedObjectID: FetchArgument {
  /// The object with the ID.
  public var fetchOperand: FetchPredicate.Operand { .value(.reference(self)) }
}

extension Optional: FetchArgument where Wrapped: FetchArgument {
  /// The wrapped value, or nil.
  public var fetchOperand: FetchPredicate.Operand { self?.fetchOperand ?? .value(.null) }
}

extension Array: FetchArgument where Element: FetchArgument {
  /// The values of the elements.
  public var fetchOperand: FetchPredicate.Operand { .values(values(of: self)) }
}

extension Set: FetchArgument where Element: FetchArgument {
  /// The values of the elements, in the order of the set.
  public var fetchOperand: FetchPredicate.Operand { .values(values(of: self)) }
}

/// Returns the values of some arguments.
///
/// Without a key path: one of a generic operand would be resolved at run time for each of them.
private func values<Argument: FetchArgument>(of arguments: some Collection<Argument>) -> [PropertyValue] {
  var values: [PropertyValue] = []
  values.reserveCapacity(arguments.count)
  for argument in arguments {
    let operand = argument.fetchOperand
    if case .value(let value) = operand { values.append(value) } else { values += operand.values }
  }
  return values
}
