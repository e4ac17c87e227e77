public import ObjectGraph

/// The rows of a list that are fetched before all others.
public struct ListPart: Hashable, Sendable {
  /// The number of rows.
  public var count: Int
  /// The object around which the rows are, if the list has it; `nil` for the first rows.
  public var center: ManagedObjectID?

  /// Makes a part of the first rows, or of those around an object.
  public init(_ count: Int, around center: ManagedObjectID? = nil) {
    self.count = count
    self.center = center
  }
}
