public import ObjectGraph
public import PictureFetching
public import PictureLooks
import Synchronization

/// Keeps the looks of pictures in a library, and the stacks of those that look alike.
///
/// It uses a context of its own: its changes cannot be undone. Looks come one by one, as pictures are decoded, and are
/// saved many at a time. A look is written only if the photo has none, or one of another picture: two sizes of a picture
/// have slightly different looks, and nothing must be written for them. It is bound to the version of the picture that it was
/// made of, and not saved if the photo has another one by now.
public actor LookKeeper {
  /// A look that is not saved yet.
  private struct Pending: Sendable {
    let look: PictureLook
    /// The version of the picture that the look was made of; `nil` if it is not known.
    let version: PictureVersion?
  }

  private let container: PersistentContainer
  private let pause: Duration?
  private var worker: BackgroundContext?
  /// The looks that are not saved yet.
  private var pending: [ManagedObjectID: Pending] = [:]
  /// The task that saves them; `nil` while there are none.
  private var saving: Task<Void, Never>?
  /// The last search for stacks, for which the next one waits: results of two that read at different times do not fit
  /// together.
  private var search: Task<StackCounts, any Error>?
  /// A Boolean value that indicates whether looks were saved, or photos came or went, since the last search for stacks.
  private var isOutdated = false
  /// The looks of all photos as they were last read; `nil` if looks were written, or photos or looks came or went, since.
  private var index: LookIndex?
  /// The number of times that looks were written, or photos or looks came or went: what was read before the last one is outdated.
  private var changeCount = 0
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

  /// Keeps the look of a photo, which is saved a moment later if the photo still has the picture that it was made of.
  ///
  /// - Parameters:
  ///   - look: The look.
  ///   - photo: The photo.
  ///   - version: The version of the picture that the look was made of; `nil` if it is not known.
  public func keep(
    _ look: PictureLook, of photo: ManagedObjectID, madeOf version: PictureVersion? = nil
  ) async {
    guard known.withLock({ $0.insert(photo).inserted }) else { return }
    pending[photo] = Pending(look: look, version: version)
    saveLater()
  }

  /// Searches for stacks a moment later, because photos or their looks came or went; pictures that are decoded from now on are
  /// examined again.
  public func photosDidChange() {
    known.withLock { $0.removeAll() }
    recordChange()
    saveLater()
  }

  /// Records that looks were written, or photos or looks came or went.
  private func recordChange() {
    (isOutdated, index) = (true, nil)
    changeCount += 1
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
      let (count, outdated) = try await worker.performRepeatedly { try Self.save(looks, in: $0) }
      known.withLock { $0.subtract(outdated) }
      // The next looks may not be saved.
      if count > 0 { recordChange() }
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
  /// The first call reads all looks, later ones only after a change, when the user's edits are in the store.
  ///
  /// - Throws: Errors of the library; `CancellationError`.
  /// - Complexity: O(*n*) in the number of looks.
  public func photos(like look: PictureLook, atMost count: Int = 500) async throws -> [ManagedObjectID] {
    try await savePending()
    if let known = self.index, try await newestLook() == known.newest {
      return await known.photos(like: look, atMost: count)
    }
    // A change that was recorded may not be in the store yet.
    let changeCount = changeCount
    await container.coordinator.drain()
    let index = try await LookIndex(of: container.coordinator, newest: newestLook())
    // A change during the reading may not be in what was read.
    if changeCount == self.changeCount { self.index = index }
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

  /// Saves looks, and returns the number of those that were written, and the photos that have other pictures by now.
  private static func save(
    _ looks: [ManagedObjectID: Pending], in context: ManagedObjectContext
  ) throws -> (written: Int, outdated: [ManagedObjectID]) {
    var (written, outdated): (Int, [ManagedObjectID]) = (0, [])
    for photo in try context.fetch(FetchRequest<Photo>(where: .isOne(of: looks.keys.sorted()))) {
      guard let new = looks[photo.objectID] else { continue }
      if let version = new.version, !photo.pictureSubject.has(version) {
        outdated.append(photo.objectID)
        continue
      }
      if let known = photo.look, let value = known.value, LookLikeness.areNear(value, new.look) {
        if let version = new.version, !photo.hasCurrentLook { known.versionText = version.text }
        continue
      }
      let look = try photo.look ?? context.insert(Look.self)
      look.set(new.look, madeOf: new.version)
      if look.photo !== photo { photo.look = look }
      written += 1
    }
    if context.hasChanges { try context.save() }
    return (written, outdated)
  }
}
