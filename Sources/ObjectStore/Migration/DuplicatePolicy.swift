internal import ObjectModel

/// The rule by which a migration merges objects that share the values of a uniqueness constraint.
///
/// The object with the lowest key, the oldest, stays, as a stored object does when a save inserts another with its
/// values. References to the others lead to it, and their members of to-many relationships become its members. The
/// policy decides about its values. Only the properties of the entity that describes the constraint are merged.
public enum DuplicatePolicy: Hashable, Sendable, CaseIterable {
  /// The oldest object keeps its values, as with the merge policies `storeTrumps` and `rollback`.
  case oldestTrumps
  /// Values of newer objects replace those of older ones, except empty values and defaults, as with the merge policy
  /// `objectTrumps`.
  case newestTrumps
  /// The values of the newest object replace all others, as with the merge policy `overwrite`.
  case overwrite
}

extension DuplicatePolicy {
  /// Returns the merged values of objects, the oldest first, in the slots of the entity that describes the constraint.
  func values(
    of objects: [[PropertyValue]], in slots: [Slot], defaults: [PropertyValue]
  ) -> [PropertyValue] {
    guard let oldest = objects.first, let newest = objects.last else { return [] }
    var values = oldest
    for slot in slots {
      switch self {
      case .oldestTrumps: break
      case .overwrite: values[slot] = newest[slot]
      case .newestTrumps:
        let last = objects.dropFirst().last { !$0[slot].isNull && $0[slot] != defaults[slot] }
        if let last { values[slot] = last[slot] }
      }
    }
    return values
  }
}
