public import ObjectGraph
public import PictureLooks
import Synchronization

/// Keeps the looks of pictures in a library, and the stacks of those that look alike.
///
/// It uses a context of its own: its changes cannot be undone. Looks come one by one, as pictures are decoded, and are
/// saved many at a time. A look is written only if the photo has none, or one of another picture: two sizes of a picture
/// have slightly different looks, and nothing must be written for them.
public actor LookKeeper {
  private let container: PersistentContainer
  private let pause: Duration?
  private var worker: BackgroundContext?
  /// The looks that are not saved yet.
  private var pending: [ManagedObjectID: PictureLook] = [:]
  /// The task that saves them; `nil` while there are none.
  private var saving: Task<Void, Never>?
  /// The last search for stacks, for which the next one waits: results of two that read at different times do not fit
  /// together.
  private var search: Task<StackCounts, any Error>?
  /// A Boolean value that indicates whether looks were saved, or photos came or went, since the last search for stacks.
  private var isOutdated = false
  /// The looks of all photos as they were last read; `nil` if looks were written, or photos or looks came or went, since.
  private var index: LookIndex?
  /// The photos whose looks were kept since photos came or went.
  private let known = Mutex<Set<ManagedObjectID>>([])

  /// The number of looks that are saved at once.
  private static let batch = 200

  /// The highest number of looks of which stacks are searched without being asked for: it takes half a second.
  private static let automaticLimit = 100_000

  /// Creates a keeper for the library of `container`.
  ///
  /// - Parameters:
  ///   - container: The container.
  ///   - pause: The time after which looks are saved, and stacks searched for; `nil` to leave both to the caller.
  public init(container: PersistentContainer, pause: Duration? = .seconds(2)) {
    self.container = container
    self.pause = pause
  }

  /// Returns a Boolean value that indicates whether the look of a photo was not kept yet by this keeper.
  public nonisolated func needsLook(of photo: ManagedObjectID) -> Bool {
    known.withLock { !$0.contains(photo) }
  }

  /// Keeps the look of a photo, which is saved a moment later.
  public func keep(_ look: PictureLook, of photo: ManagedObjectID) async {
    guard known.withLock({ $0.insert(photo).inserted }) else { return }
    pending[photo] = look
    saveLater()
  }

  /// Searches for stacks a moment later, because photos or their looks came or went; pictures that are decoded from now on are
  /// examined again.
  public func photosDidChange() {
    known.withLock { $0.removeAll() }
    (isOutdated, index) = (true, nil)
    saveLater()
  }

  /// Waits for a moment, so that many looks are saved at once, and then saves.
  private func saveLater() {
    guard saving == nil, let pause else { return }
    saving = Task { [weak self] in
      // Those that are left at the end are found again when the pictures are decoded again.
      try? await Task.sleep(for: pause)
      await self?.saveNow()
    }
  }

  private func saveNow() async {
    saving = nil
    // Another program may have the library locked. The looks come again in the next session.
    do { try await save() } catch { pending = [:] }
  }

  /// Saves the looks that are not saved yet, and searches for stacks unless that would take long.
  ///
  /// - Throws: Errors of the library; `CancellationError`.
  public func save() async throws {
    try await savePending()
    guard isOutdated, try await lookCount() <= Self.automaticLimit else { return }
    _ = try await findStacks()
  }

  /// Saves the looks that are not saved yet.
  ///
  /// - Returns: The number of photos whose look was written.
  @discardableResult
  func savePending() async throws -> Int {
    let worker = try openWorker()
    var written = 0
    while !pending.isEmpty {
      let looks = Dictionary(uniqueKeysWithValues: pending.prefix(Self.batch).map { ($0.key, $0.value) })
      for id in looks.keys { pending[id] = nil }
      let count = try await worker.performRepeatedly { try Self.save(looks, in: $0) }
      // The next looks may not be saved.
      if count > 0 { (isOutdated, index) = (true, nil) }
      written += count
    }
    return written
  }

  /// Searches all looks for stacks, and saves them; waits for the user's edits to be in the store, and for a search that has
  /// begun.
  ///
  /// - Throws: Errors of the library; `CancellationError`.
  /// - Complexity: That of ``PictureLooks/NearLooks/indices(in:)``, and of a search for the neighbors of each photo that is
  ///   in no stack around a better one.
  @discardableResult
  public func findStacks() async throws -> StackCounts {
    let task = Task { [search] in
      _ = await search?.result
      try Task.checkCancellation()
      return try await searchStacks()
    }
    search = task
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  private func searchStacks() async throws -> StackCounts {
    try await savePending()
    isOutdated = false
    await container.coordinator.drain()
    do {
      return try await LookStacking(coordinator: container.coordinator, worker: openWorker()).run()
    } catch {
      isOutdated = true
      throw error
    }
  }

  /// Returns the photos whose pictures are most like one, the likest first; those of a library that changes meanwhile may
  /// lack some.
  ///
  /// The first call reads all looks, later ones only after a change.
  ///
  /// - Throws: Errors of the library; `CancellationError`.
  /// - Complexity: O(*n*) in the number of looks.
  public func photos(like look: PictureLook, atMost count: Int = 500) async throws -> [ManagedObjectID] {
    try await savePending()
    let newest = try await newestLook()
    let index: LookIndex
    if let known = self.index, known.newest == newest {
      index = known
    } else {
      index = try await LookIndex(of: container.coordinator, newest: newest)
      self.index = index
    }
    return await index.photos(like: look, atMost: count)
  }

  private func newestLook() async throws -> ManagedObjectID? {
    let order = [FetchOrder.inserted(ascending: false)]
    let query = FetchRequest<Look>(order: order, limit: 1).query(in: container.coordinator.model)
    return try await container.coordinator.readCancellably { try $0.fetchIDs(query).first }
  }

  private func openWorker() throws -> BackgroundContext {
    let worker = try worker ?? container.makeBackgroundContext(name: "looks")
    self.worker = worker
    return worker
  }

  private func lookCount() async throws -> Int {
    let query = FetchRequest<Look>().query(in: container.coordinator.model)
    return try await container.coordinator.readCancellably { try $0.count(query) }
  }

  private static func save(
    _ looks: [ManagedObjectID: PictureLook], in context: ManagedObjectContext
  ) throws -> Int {
    var written = 0
    for photo in try context.fetch(FetchRequest<Photo>(where: .isOne(of: looks.keys.sorted()))) {
      guard let look = looks[photo.objectID] else { continue }
      if let known = photo.look {
        guard known.value.map({ !LookLikeness.areNear($0, look) }) ?? true else { continue }
        known.set(look)
      } else {
        let new = try context.insert(Look.self)
        new.set(look)
        photo.look = new
      }
      written += 1
    }
    if context.hasChanges { try context.save() }
    return written
  }
}
