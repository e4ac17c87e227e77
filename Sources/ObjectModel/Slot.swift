/// The position of an attribute or to-one relationship in the values of a row.
///
/// ``Entity/slot(of:)`` returns the slot of a property. A slot means the same in the whole inheritance
/// tree of an entity.
@frozen public struct Slot: RawRepresentable, Hashable, Comparable, Sendable {
  /// The index in the array of values, from 0.
  public let rawValue: Int

  /// Creates a slot.
  ///
  /// - Parameter rawValue: The index in the array of values, from 0.
  @inlinable public init(rawValue: Int) { self.rawValue = rawValue }

  /// Creates a slot.
  ///
  /// - Parameter index: The index in the array of values, from 0.
  @inlinable public init(_ index: Int) { rawValue = index }

  /// Returns a Boolean value that indicates whether two slots are equal.
  @inlinable public static func == (left: Slot, right: Slot) -> Bool { left.rawValue == right.rawValue }

  /// Returns a Boolean value that indicates whether the first slot precedes the second.
  @inlinable public static func < (left: Slot, right: Slot) -> Bool { left.rawValue < right.rawValue }
}

extension Slot: Strideable {
  /// Returns the distance to another slot.
  @inlinable public func distance(to other: Slot) -> Int { other.rawValue - rawValue }

  /// Returns the slot at a distance.
  @inlinable public func advanced(by distance: Int) -> Slot { Slot(rawValue + distance) }
}

extension Slot: ExpressibleByIntegerLiteral, CustomStringConvertible {
  /// Creates a slot from a literal.
  @inlinable public init(integerLiteral index: Int) { rawValue = index }

  /// The index in decimal digits.
  public var description: String { String(rawValue) }
}
