public import ObjectModel
internal import Observation

/// The changes of an object in one event.
public struct ObjectChange: Sendable, Hashable {
  /// The attributes and to-one relationships that changed, with their values now.
  public var values: [String: PropertyValue]
  /// A Boolean value that indicates whether only the members of a to-many relationship changed.
  public var changesMembers: Bool
  /// A Boolean value that indicates whether the object was deleted.
  ///
  /// A deletion is the last change.
  public var isDeleted: Bool

  /// Makes a change; of nothing, if nothing is said.
  public init(values: [String: PropertyValue] = [:], changesMembers: Bool = false, isDeleted: Bool = false) {
    self.values = values
    self.changesMembers = changesMembers
    self.isDeleted = isDeleted
  }
}
