internal import ObjectModel

/// A uniqueness conflict between two rows.
struct UniquenessConflict: Hashable {
  let id: ManagedObjectID
  let other: ManagedObjectID
  let constraint: [Slot]
}
