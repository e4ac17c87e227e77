internal import Dispatch
internal import ObjectStore

/// The connection of the main context to the main actor.
@MainActor
final class MainHome: ContextHome {
  weak var context: ManagedObjectContext?
  nonisolated let inbox = CommitInbox()
  nonisolated let deliveries = TaskChain()
  private nonisolated let work = TaskChain()
  private nonisolated let pending: PendingRows
  /// The writer of the context, whose announcements retain the home.
  private weak var writer: Writer?

  /// Creates the home of a context whose published changes are in `pending` until `writer` has committed them.
  init(pending: PendingRows, writer: Writer) {
    self.pending = pending
    self.writer = writer
  }

  nonisolated func later(_ work: @escaping @Sendable (ManagedObjectContext) -> Void) {
    DispatchQueue.main.async {
      MainActor.assumeIsolated {
        if let context = self.context { work(context) }
      }
    }
  }

  nonisolated func post(_ item: CommitInbox.Item, priority: TaskPriority) {
    let number = inbox.post(item)
    deliveries.append(priority: priority) { await self.deliver(through: number) }
  }

  nonisolated func runWorkers() { work.append { await self.runNextWorker() } }

  private func runNextWorker() async {
    guard let saves = context?.mainSaves, !saves.workers.isEmpty else { return }
    await saves.workers.removeFirst().object?.work()
  }

  /// Processes the inbox up to an item, and yields to other work between two slices.
  ///
  /// A delivery includes the work that it caused, so that lists have been read again when it ends.
  private func deliver(through number: Int) async {
    while let merging = context?.mainSaves?.merging, !merging.isPast(number), merging.step() {
      await Task.yield()
    }
    await work.finished()
    if context == nil { discard() }
  }

  /// Finishes the saves of a deinitialized context; other contexts read the committed rows from the store, and those of a
  /// failed save again.
  private func discard() {
    while let item = inbox.removeFirst() {
      guard case .outcome(let result, let save) = item else { continue }
      switch result {
      case .success: pending.retire(save.number, ids: save.changes.ids)
      case .failure:
        // Rows stay of a later save that was published after this failure was known. Others fail as well, and are next.
        let published = pending.removeStates(ofSave: save.number)
        writer?.announceTakenBack(published, from: 0)
      }
      save.pending.finish(result)
    }
  }
}
