/// The effect on the destination objects of a relationship when its source object is deleted.
public enum DeleteRule: String, Sendable, Hashable {
  /// Nothing: the other objects go on pointing to one that is not there.
  case noAction
  /// The other objects no longer point back.
  case nullify
  /// The other objects are deleted too.
  case cascade
  /// The save of the deletion fails as long as the relationship has a destination object.
  case deny
}
