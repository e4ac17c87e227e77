internal import ObjectModel

/// Changes of which observers have not been notified yet, and the observers.
struct ChangeNotifier {
  /// Changes since the last notification.
  private var gathered: ContextChanges
  /// The number of the current set of changes.
  ///
  /// An object compares it to learn whether the set already lists it.
  private(set) var gathering = 1
  private let empty: ContextChanges
  /// The observers of changes.
  private(set) var observers = Observers<ContextChanges>()
  /// The numbers of the observers of single objects, which a reset removes.
  private var objectObservers: Set<Int> = []
  /// The observers of saves.
  var saveObservers = Observers<ContextSave>()
  /// Unsaved objects of which observers were notified in this turn of the main actor.
  ///
  /// They are checked for duplicates at its end. The value is `nil` in a context that resolves duplicates at
  /// the save only.
  private var newcomers: Set<ManagedObjectID>?
  /// A Boolean value that indicates whether observers are being notified.
  var isPosting = false
  /// A Boolean value that indicates whether the processing of changes is scheduled.
  var isScheduled = false

  /// Creates a notifier without observers.
  init(in model: ManagedObjectModel) {
    empty = ContextChanges(in: model)
    gathered = empty
  }

  // MARK: Changes

  /// The changes since the last notification.
  var changes: ContextChanges { gathered }

  /// A Boolean value that indicates whether there are changes.
  var hasChanges: Bool { !gathered.isEmpty }

  mutating func recordReload() { gathered.recordReload() }
  mutating func recordInsertion(_ id: ManagedObjectID) { gathered.recordInsertion(id) }
  mutating func recordUpdate(_ id: ManagedObjectID) { gathered.recordUpdate(id) }
  mutating func recordMembersChange(_ id: ManagedObjectID) { gathered.recordMembersChange(id) }
  mutating func recordDeletion(_ id: ManagedObjectID) { gathered.recordDeletion(id) }

  /// Returns the changes, and begins a new set.
  @discardableResult
  mutating func removeChanges() -> ContextChanges {
    defer {
      gathered = empty
      gathering += 1
    }
    return gathered
  }

  // MARK: Observers

  /// Adds an observer of changes, and returns its number.
  mutating func add(_ observer: @escaping (ContextChanges) -> Void) -> Int { observers.add(observer) }

  /// Adds an observer of changes of one object, and returns its number.
  mutating func addObjectObserver(_ observer: @escaping (ContextChanges) -> Void) -> Int {
    let number = add(observer)
    objectObservers.insert(number)
    return number
  }

  /// Removes an observer of changes, and returns it (``Observers/remove(_:)``).
  mutating func removeObserver(_ number: Int) -> ((ContextChanges) -> Void)? {
    objectObservers.remove(number)
    return observers.remove(number)
  }

  /// Removes the observers of single objects, and returns them (``Observers/remove(_:)``).
  mutating func removeObjectObservers() -> [(ContextChanges) -> Void] {
    let numbers = objectObservers
    objectObservers = []
    return numbers.compactMap { observers.remove($0) }
  }

  // MARK: Duplicates

  /// A Boolean value that indicates whether duplicates are resolved at the end of each turn of the main actor.
  var checksNewcomers: Bool { newcomers != nil }

  /// Begins to resolve duplicates at the end of each turn of the main actor.
  mutating func checkNewcomers() { newcomers = newcomers ?? [] }

  /// Records unsaved objects of which observers are notified.
  mutating func recordNewcomers(_ ids: Set<ManagedObjectID>) { newcomers?.formUnion(ids) }

  /// Returns the recorded objects and removes them; `nil` if duplicates are resolved at the save only.
  mutating func removeNewcomers() -> Set<ManagedObjectID>? {
    defer { if newcomers != nil { newcomers = [] } }
    return newcomers
  }
}
