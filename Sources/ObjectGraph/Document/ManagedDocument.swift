public import Foundation
internal import ObjectModel
public import ObjectStore

/// A store as a document: a folder that is opened and closed, and that saves itself automatically.
///
/// ```swift
/// let document = ManagedDocument(url: url) { path in try SQLiteStore(path: path, model: model) }
/// try await document.open()
/// try document.context.insert(Photo.self).title = "Lighthouse"
/// try await document.close()
/// ```
///
/// The store is `StoreContent/persistentStore` in the folder, as with `UIManagedDocument`. It is opened, and
/// created if necessary, off the main actor. Changes in ``context`` are saved when there has been no other
/// change for ``autosaveInterval``, and before the document is closed. A failed save loses nothing and is
/// retried; ``state`` contains its error.
///
/// The document differs from `UIManagedDocument` in one respect: a new object with the unique values of
/// another one is merged into it at the end of the main actor's turn that inserts it, not at the next save,
/// if the merge policy resolves the conflict. So no duplicate is ever drawn. Set all values of an object in
/// the turn that inserts it, and keep its ID, not the object, across an `await`.
///
/// Close a document before releasing it; otherwise, unsaved changes are lost.
@MainActor
public final class ManagedDocument {
  /// The URL of the document's folder.
  public nonisolated let url: URL
  /// The merge policy of the context, from the next opening on.
  public var mergePolicy: MergePolicy
  /// The time without changes after which the document saves itself, or nil to save only explicitly and on
  /// closing.
  ///
  /// While changes continue, it saves after four times this interval.
  public var autosaveInterval: Duration? = .seconds(5) {
    didSet { scheduleAutosave() }
  }
  /// The current state of the document; see ``states``.
  public private(set) var state = State.closed {
    didSet { watchers.notify(state) }
  }

  let watchers = Watchers()
  private let openStore: @Sendable (String) throws -> any PersistentStore
  private var openContainer: PersistentContainer?
  private var observation: ContextObservation?
  private var opening: Task<Void, any Error>?
  private var closing: Task<Void, any Error>?
  /// The last save, which waits for the earlier ones.
  private var lastSave: Task<Void, any Error>?
  private var autosave: Task<Void, Never>?
  /// The time of the first unsaved change.
  private var unsavedSince: ContinuousClock.Instant?
  /// A Boolean value that indicates whether the document is closed without saving.
  private var isDiscarding = false

  /// Creates a closed document.
  ///
  /// - Parameters:
  ///   - url: The URL of the document's folder.
  ///   - mergePolicy: The merge policy of the context.
  ///   - open: A closure that opens or creates the store at a path.
  public init(
    url: URL, mergePolicy: MergePolicy = .objectTrumps,
    open: @escaping @Sendable (_ path: String) throws -> any PersistentStore
  ) {
    self.url = url
    self.mergePolicy = mergePolicy
    openStore = open
  }

  /// The container of the document's store.
  ///
  /// - Precondition: The document is open.
  public var container: PersistentContainer {
    guard let openContainer else {
      misuse("the document \(url.lastPathComponent) is not open: call open() first")
    }
    return openContainer
  }

  /// The main context of the document.
  ///
  /// - Precondition: The document is open.
  public var context: ManagedObjectContext { container.viewContext }

  /// A Boolean value that indicates whether the document is open.
  public var isOpen: Bool { openContainer != nil }

  /// A Boolean value that indicates whether the main context has unsaved changes.
  public var hasUnsavedChanges: Bool { openContainer?.viewContext.hasChanges ?? false }

  // MARK: Opening and closing

  /// Opens the document, or creates it if it does not exist.
  ///
  /// It does nothing if the document is open.
  ///
  /// - Parameter creating: `false` to throw an error if the document does not exist.
  /// - Throws: A ``DocumentError``.
  public func open(creating: Bool = true) async throws {
    if let closing { _ = await closing.result }
    guard !isOpen else { return }
    if let opening { return try await opening.value }
    let task = Task { try await begin(creating: creating) }
    opening = task
    defer { opening = nil }
    try await task.value
  }

  private func begin(creating: Bool) async throws {
    state = .opening
    do {
      let store = try await Self.store(in: DocumentPackage(url), creating: creating, openStore)
      do {
        follow(try PersistentContainer(store: store, mergePolicy: mergePolicy))
      } catch {
        throw DocumentError(.cannotOpen, url, reason: "\(error)", cause: error)
      }
      state = .normal
    } catch {
      state = .closed
      throw error
    }
  }

  @concurrent
  private nonisolated static func store(
    in package: DocumentPackage, creating: Bool,
    _ open: @Sendable (String) throws -> any PersistentStore
  ) async throws -> any PersistentStore {
    try package.open(creating: creating, open)
  }

  private func follow(_ container: PersistentContainer) {
    let context = container.viewContext
    context.name = url.deletingPathExtension().lastPathComponent
    context.notifier.checkNewcomers()
    context.saveDidFail = { [weak self] in self?.record($0) }
    observation = context.observe { [weak self] _ in self?.scheduleAutosave() }
    openContainer = container
  }

  /// Saves all changes, and closes the document when they are in the store.
  ///
  /// Objects of the document must not be used afterwards.
  ///
  /// - Parameter discardingChanges: `true` to discard unsaved changes.
  /// - Throws: The error of a failed save. The document then stays open and keeps its changes.
  public func close(discardingChanges: Bool = false) async throws {
    if let opening { _ = await opening.result }
    if let closing { return try await closing.value }
    guard isOpen else { return }
    let task = Task { try await end(discardingChanges: discardingChanges) }
    closing = task
    defer { closing = nil }
    try await task.value
  }

  private func end(discardingChanges: Bool) async throws {
    state = .closing
    if discardingChanges {
      await discardChanges()
    } else {
      // Changes can be made during the save.
      repeat { try await save() } while context.hasChanges
    }
    autosave?.cancel()
    observation = nil
    context.saveDidFail = nil
    openContainer = nil
    unsavedSince = nil
    state = .closed
  }

  /// Waits for saves that have begun, and discards unsaved changes, also those of such a save that fails.
  private func discardChanges() async {
    isDiscarding = true
    defer { isDiscarding = false }
    // The wait gives a save that has not begun yet nothing to save.
    context.rollback()
    _ = await lastSave?.result
    await container.coordinator.drain()
    context.rollback()
  }

  // MARK: Saving

  /// Saves all changes, and waits until they and all earlier saves are in the store.
  ///
  /// It does nothing if the document is not open.
  ///
  /// - Throws: The errors of ``ManagedObjectContext/publish()`` and of the store. The changes are then kept
  ///   unsaved, and the save is retried automatically.
  public func save() async throws {
    let previous = lastSave
    let task = Task {
      _ = await previous?.result
      try await commit()
    }
    lastSave = task
    try await task.value
  }

  private func commit() async throws {
    guard let openContainer else { return }
    autosave?.cancel()
    unsavedSince = nil
    let context = openContainer.viewContext
    if context.hasChanges, !isClosing { state = .saving }
    do {
      try await context.publish().committed()
    } catch {
      // The context has reported a commit that failed (`saveDidFail`).
      if state.error == nil { record(error) }
      throw error
    }
    // Waits for saves that were published through the context directly.
    await openContainer.coordinator.drain()
    guard !isClosing else { return }
    if state.error == nil || !context.hasChanges { state = .normal }
    scheduleAutosave()
  }

  private var isClosing: Bool {
    if case .closing = state { true } else { false }
  }

  /// Records a failed save, whose changes are unsaved again.
  private func record(_ error: any Error) {
    // The save is not retried.
    if isDiscarding { return }
    state = State(failure: error)
    unsavedSince = nil
    scheduleAutosave()
  }

  private func scheduleAutosave() {
    autosave?.cancel()
    guard hasUnsavedChanges, !isClosing, let autosaveInterval else { return }
    let now = ContinuousClock.now
    let since = unsavedSince ?? now
    unsavedSince = since
    let due = min(now + autosaveInterval, since + autosaveInterval * 4)
    autosave = Task { [weak self] in
      // The next change cancels this task and schedules a new one.
      guard (try? await Task.sleep(until: due, clock: .continuous)) != nil else { return }
      // `save()` records its errors in the state and schedules a retry.
      try? await self?.save()
    }
  }
}
