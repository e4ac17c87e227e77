import ObjectGraph

/// The way in which a library is opened.
struct LibraryOpening: Sendable {
  /// The model of the library.
  let model: ManagedObjectModel
  /// A Boolean value that indicates whether nothing must be created or written.
  var isReadOnly: Bool
  /// A Boolean value that indicates whether the commits of other programs are followed.
  var followsOtherPrograms = false
  /// Called on any thread when a wait for another program begins and ends.
  let onLockWait: @Sendable (PhotoLibrary.LockWait) -> Void

  /// The same opening, for reading only.
  var readOnly: LibraryOpening {
    var opening = self
    opening.isReadOnly = true
    return opening
  }

  /// The policy for locks of other programs.
  var locking: LockPolicy {
    LockPolicy { [onLockWait] phase in onLockWait(phase == .waiting ? .waiting : .over) }
  }

  /// The options of the store.
  func options(keepsHistory: Bool = false) -> StoreOptions {
    StoreOptions(
      application: .init(name: LibraryModel.application, version: LibraryModel.version),
      isReadOnly: isReadOnly,
      keepsHistory: keepsHistory)
  }
}
