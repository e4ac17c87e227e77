public import Foundation
public import ObjectModel

extension Int: NumberAttribute {}
extension Int16: NumberAttribute {}
extension Int32: NumberAttribute {}
extension Int64: NumberAttribute {}
extension Double: NumberAttribute {}
extension Float: NumberAttribute {}
extension Decimal: NumberAttribute {}
extension Optional: NumberAttribute where Wrapped: NumberAttribute {}

extension TypedExpression where Value: NumberAttribute {
  /// The sum; see ``FetchExpression`` for what is computed from nil and from large numbers.
  public static func + (left: Self, right: Value) -> ComputedValue<Object, Value> {
    left.compute(.add, .value(right.propertyValue))
  }

  /// The difference.
  public static func - (left: Self, right: Value) -> ComputedValue<Object, Value> {
    left.compute(.subtract, .value(right.propertyValue))
  }

  /// The product.
  public static func * (left: Self, right: Value) -> ComputedValue<Object, Value> {
    left.compute(.multiply, .value(right.propertyValue))
  }

  /// The quotient, of whole numbers without the rest; nil for a division by zero.
  public static func / (left: Self, right: Value) -> ComputedValue<Object, Value> {
    left.compute(.divide, .value(right.propertyValue))
  }

  /// The sum; see ``FetchExpression`` for what is computed from nil and from large numbers.
  public static func + (
    left: Self, right: some TypedExpression<Object, Value>
  ) -> ComputedValue<Object, Value> { left.compute(.add, right.expression) }

  /// The difference.
  public static func - (
    left: Self, right: some TypedExpression<Object, Value>
  ) -> ComputedValue<Object, Value> { left.compute(.subtract, right.expression) }

  /// The product.
  public static func * (
    left: Self, right: some TypedExpression<Object, Value>
  ) -> ComputedValue<Object, Value> { left.compute(.multiply, right.expression) }

  /// The quotient, of whole numbers without the rest; nil for a division by zero.
  public static func / (
    left: Self, right: some TypedExpression<Object, Value>
  ) -> ComputedValue<Object, Value> { left.compute(.divide, right.expression) }

  private func compute(
    _ operation: FetchExpression.Arithmetic, _ right: FetchExpression
  ) -> ComputedValue<Object, Value> { ComputedValue(.arithmetic(operation, expression, right)) }

  /// Returns the result of a function of the number, such as `abs` or `floor`.
  public func applying(_ function: FetchFunction) -> ComputedValue<Object, Value> {
    ComputedValue(.function(function, [expression]))
  }
}

extension TypedExpression where Value: TextAttribute {
  /// The text in small letters.
  public var lowercased: ComputedValue<Object, Value> { ComputedValue(.function(.lowercase, [expression])) }
  /// The text in capitals.
  public var uppercased: ComputedValue<Object, Value> { ComputedValue(.function(.uppercase, [expression])) }
  /// The number of code points in the text.
  public var length: ComputedValue<Object, Int?> { ComputedValue(.function(.length, [expression])) }
}

// MARK: - Many values

extension ToManyProperty {
  /// The sum of a property of the objects, 0 if there are none.
  public func sum<Value: NumberAttribute>(
    _ property: KeyPath<Member.Type, Property<Member, Value>>
  ) -> ComputedValue<Object, Value> { aggregate(.sum, property) }

  /// The average of a property of the objects; nil if there are none.
  public func average<Value: NumberAttribute>(
    _ property: KeyPath<Member.Type, Property<Member, Value>>
  ) -> ComputedValue<Object, Double?> { aggregate(.average, property) }

  /// The smallest value of a property of the objects; nil if there are none.
  public func min<Value>(
    _ property: KeyPath<Member.Type, Property<Member, Value>>
  ) -> ComputedValue<Object, Value> { aggregate(.min, property) }

  /// The greatest value of a property of the objects; nil if there are none.
  public func max<Value>(
    _ property: KeyPath<Member.Type, Property<Member, Value>>
  ) -> ComputedValue<Object, Value> { aggregate(.max, property) }

  private func aggregate<Value, Result>(
    _ function: FetchFunction, _ property: KeyPath<Member.Type, Property<Member, Value>>
  ) -> ComputedValue<Object, Result> {
    let path = Member.self[keyPath: property].keyPath
    return ComputedValue(.function(function, [.path("\(keyPath).\(path)")]))
  }
}
