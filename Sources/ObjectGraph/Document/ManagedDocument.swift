public import Foundation

/// A store as a document: a folder that is opened and closed, and saves itself.
///
/// ```swift
/// let document = ManagedDocument(url: url) { path in try SQLiteStore(path: path, model: model) }
/// try await document.open()
/// try document.context.insert(Photo.self).title = "Lighthouse"
/// try await document.close()
/// ```
///
/// The store is `StoreContent/persistentStore` in the folder, as with `UIManagedDocument`; it is opened, and made if
/// need be, off the main actor. What is changed in ``context`` is saved after ``autosaveInterval`` without another
/// change, and before the document is closed. A save that fails loses nothing and is tried again; ``state`` says why.
///
/// What differs from the original: with a merge policy that settles it, a new object that has the unique values of
/// another one becomes that one at the end of the turn of the main actor in which it was made, not with the next
/// save, so that no duplicate is ever drawn. So finish an object in the turn that inserts it, and keep its ID, not the
/// object itself, over an `await`.
///
/// Close a document before letting go of it: what was not saved is lost otherwise.
@MainActor
public final class ManagedDocument {
  /// The folder.
  public nonisolated let url: URL
  /// How conflicts are settled, from the next opening on.
  public var mergePolicy: MergePolicy
  /// How long nothing must have changed for the document to save itself; nil saves only when it is told to, or closed.
  ///
  /// Where changes never cease, it saves after four times as long.
  public var autosaveInterval: Duration? = .seconds(5)
  /// What the document is doing; see ``states``.
  public private(set) var state = State.closed {
    didSet { watchers.tell(state) }
  }

  let watchers = Watchers()
  private let openStore: @Sendable (String) throws -> any PersistentStore
  private var openContainer: PersistentContainer?
  private var observation: ContextObservation?
  private var opening: Task<Void, any Error>?
  private var closing: Task<Void, any Error>?
  /// The last save; it waits for those before it.
  private var lastSave: Task<Void, any Error>?
  private var autosave: Task<Void, Never>?
  /// Since when something has been waiting to be saved.
  private var unsavedSince: ContinuousClock.Instant?

  /// Makes a document, which is closed; `open` is called with the path of the store and opens or makes it.
  public init(
    url: URL, mergePolicy: MergePolicy = .objectTrumps,
    open: @escaping @Sendable (_ path: String) throws -> any PersistentStore
  ) {
    self.url = url
    self.mergePolicy = mergePolicy
    openStore = open
  }

  /// The contexts of the document, which must be open.
  public var container: PersistentContainer {
    guard let openContainer else {
      misuse("the document \(url.lastPathComponent) is not open: call open() first")
    }
    return openContainer
  }

  /// The main actor's context of the document, which must be open.
  public var context: ManagedObjectContext { container.viewContext }

  /// Whether the document is open.
  public var isOpen: Bool { openContainer != nil }

  /// Whether something has yet to be saved.
  public var hasUnsavedChanges: Bool { openContainer?.viewContext.hasChanges ?? false }

  // MARK: Opening and closing

  /// Opens the document, or makes it, unless `creating` is false.
  ///
  /// Returns when it is open, at once if it is. Throws ``DocumentError``.
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
    context.newcomers = []
    context.saveDidFail = { [weak self] in self?.note($0) }
    observation = context.observe { [weak self] _ in self?.scheduleAutosave() }
    openContainer = container
  }

  /// Saves what was changed, and closes the document when all of it is in the store.
  ///
  /// When it cannot be saved, this throws the reason, and the document stays open with its changes;
  /// `discardingChanges` gives them up instead. Objects of the document are of no use after that.
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
    repeat {
      if discardingChanges { context.rollback() }
      try await save()
      // Something can have been changed meanwhile.
    } while context.hasChanges
    autosave?.cancel()
    observation = nil
    context.saveDidFail = nil
    openContainer = nil
    unsavedSince = nil
    state = .closed
  }

  // MARK: Saving

  /// Saves what was changed, and returns when it is in the store, with everything that was saved before.
  ///
  /// Throws what ``ManagedObjectContext/publish()`` throws, or why the store could not be written. The changes are unsaved
  /// then, and saving is tried again by itself. Does nothing when the document is not open.
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
      note(error)
      throw error
    }
    // What was published on the context itself.
    await openContainer.coordinator.drain()
    guard !isClosing else { return }
    if state.error == nil || !context.hasChanges { state = .normal }
    scheduleAutosave()
  }

  private var isClosing: Bool {
    if case .closing = state { true } else { false }
  }

  /// A save has failed: its changes are unsaved.
  private func note(_ error: any Error) {
    state = State(failure: error)
    unsavedSince = nil
    scheduleAutosave()
  }

  private func scheduleAutosave() {
    guard hasUnsavedChanges, !isClosing, let autosaveInterval else { return }
    let now = ContinuousClock.now
    let since = unsavedSince ?? now
    unsavedSince = since
    let due = min(now + autosaveInterval, since + autosaveInterval * 4)
    autosave?.cancel()
    autosave = Task { [weak self] in
      // Cancelled by the next change, which puts it off.
      guard (try? await Task.sleep(until: due, clock: .continuous)) != nil else { return }
      // What it throws is the state, and is tried again.
      try? await self?.save()
    }
  }
}
