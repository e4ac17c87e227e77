/// The number of an entity in its model.
///
/// Entities are numbered from 1. Store files (`Z_ENT`) and ``ManagedObjectID`` contain these numbers.
@frozen public struct EntityNumber: RawRepresentable, Hashable, Comparable, Sendable {
  /// The number, from 1.
  public let rawValue: Int

  /// Creates the number of an entity.
  ///
  /// - Parameter rawValue: The number, from 1.
  @inlinable public init(rawValue: Int) { self.rawValue = rawValue }

  /// Creates the number of an entity.
  ///
  /// - Parameter number: The number, from 1.
  @inlinable public init(_ number: Int) { rawValue = number }

  /// The number of the entity at an index of an array of all entities.
  @inlinable package init(index: Int) { rawValue = index + 1 }

  /// The index of the entity in an array of all entities.
  @inlinable package var index: Int { rawValue - 1 }

  /// Returns a Boolean value that indicates whether two numbers are equal.
  @inlinable public static func == (left: EntityNumber, right: EntityNumber) -> Bool {
    left.rawValue == right.rawValue
  }

  /// Returns a Boolean value that indicates whether the first number is lower than the second.
  @inlinable public static func < (left: EntityNumber, right: EntityNumber) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension EntityNumber: Strideable {
  /// Returns the distance to another number.
  @inlinable public func distance(to other: EntityNumber) -> Int { other.rawValue - rawValue }

  /// Returns the number at a distance.
  @inlinable public func advanced(by distance: Int) -> EntityNumber { EntityNumber(rawValue + distance) }
}

extension EntityNumber: ExpressibleByIntegerLiteral, CustomStringConvertible {
  /// Creates the number of an entity from a literal.
  @inlinable public init(integerLiteral number: Int) { rawValue = number }

  /// The number in decimal digits.
  public var description: String { String(rawValue) }
}
