/// What becomes of the objects at the other end of a relationship when an object is deleted.
public enum DeleteRule: String, Sendable, Hashable {
  /// Nothing: the other objects go on pointing to one that is not there.
  case noAction
  /// The other objects no longer point back.
  case nullify
  /// The other objects are deleted too.
  case cascade
  /// The deletion is refused when it is to be saved, as long as there is an object at the other end.
  case deny
}
