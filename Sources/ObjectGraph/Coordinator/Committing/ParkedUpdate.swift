internal import ObjectModel
internal import ObjectStore

/// An update that could not be written because another row held its unique values.
///
/// Until it is resolved, the row in the store has the new values, but an empty slot in each uniqueness
/// constraint that the update changes, and the version from before the commit.
struct ParkedUpdate {
  let id: ManagedObjectID
  /// The version of the row before the commit; for a row that the commit inserted, its final version.
  let version: Int64
  /// A Boolean value that indicates whether the commit inserted the row.
  let isInserted: Bool
  /// The values before the commit; for a row that the commit inserted, the inserted values.
  let base: [PropertyValue]
  /// The final values of the row.
  var target: [PropertyValue]
  /// The current values in the store.
  var current: [PropertyValue]

  /// The row as it is finally written, with the next version if its values have changed.
  var row: Row {
    Row(id: id, version: isInserted || target == base ? version : version + 1, values: target)
  }

  /// The slots that are still to write.
  var slots: [Slot] { target.slots.filter { target[$0] != current[$0] } }

  /// A Boolean value that indicates whether the row only keeps or restores its former values of a constraint.
  func isEntitled(to constraint: [Slot]) -> Bool { constraint.allSatisfy { target[$0] == base[$0] } }
}
