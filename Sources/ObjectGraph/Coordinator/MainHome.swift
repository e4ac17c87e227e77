internal import Dispatch

/// Connects the main context with the main actor.
@MainActor
final class MainHome: ContextHome {
  weak var context: ManagedObjectContext?
  nonisolated let inbox = CommitInbox()
  nonisolated let deliveries = TaskChain()
  private nonisolated let pending: PendingRows

  /// Makes the home of a context whose published changes are laid over the store in `pending`.
  init(pending: PendingRows) { self.pending = pending }

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

  /// Processes the inbox up to an item, and lets other work have its turn between two slices.
  private func deliver(through number: Int) async {
    while let adoption = context?.adoption, !adoption.isPast(number), adoption.step() { await Task.yield() }
    if context == nil { discard() }
  }

  /// Ends the saves of a context that is gone; other contexts read from the store what was committed.
  private func discard() {
    while let item = inbox.removeFirst() {
      guard case .outcome(let result, let save) = item else { continue }
      pending.retire(save.number, ids: save.changes.ids)
      save.pending.finish(result)
    }
  }
}
