public import ObjectGraph

/// The rows of a list that are fetched before all others.
public struct ListPart: Hashable, Sendable {
  /// The number of rows.
  public var count: Int
  /// The object around which the rows are, if the list has it; `nil` for the first rows.
  public var center: ManagedObjectID?
  /// The number of rows, the first ones or those around the object, whose objects are read together with the part.
  ///
  /// They need not be read in the context's isolation when they are drawn. The controller retains them until another part is
  /// read.
  public var objectCount: Int

  /// Makes a part of the first rows, or of those around an object.
  public init(_ count: Int, around center: ManagedObjectID? = nil, objectCount: Int = 0) {
    self.count = count
    self.center = center
    self.objectCount = objectCount
  }
}
