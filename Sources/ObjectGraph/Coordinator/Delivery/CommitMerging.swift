internal import ObjectStore

/// A processor for the inbox of the main context: it merges commits of other contexts in slices, and finishes
/// the context's own saves.
///
/// It belongs to the isolation of its context.
final class CommitMerging {
  /// The intended time that a slice occupies the main actor.
  ///
  /// It is an eighth of the documented limit, because unpredictable work, such as memory allocation, takes
  /// longer.
  private static let budget = Duration.microseconds(500)
  /// The number of objects in a slice of a reload.
  private static let reloadedAtOnce = 100

  /// Weak, because the context retains this object.
  private weak var context: ManagedObjectContext?
  private let inbox: CommitInbox
  /// The rest of the commit that is being merged.
  private var slices: CommitSlices?
  /// The objects that a reload has not yet reached.
  private var reloading: ArraySlice<ManagedObjectID> = []
  private var costs = MergeCosts(budget: CommitMerging.budget)

  init(context: ManagedObjectContext, inbox: CommitInbox) {
    self.context = context
    self.inbox = inbox
  }

  /// Returns a Boolean value that indicates whether the item with a number has been processed completely.
  func isPast(_ number: Int) -> Bool {
    inbox.removed > number || (inbox.removed == number && slices == nil && reloading.isEmpty)
  }

  /// Processes the next slice or outcome.
  ///
  /// An observer that is called may save, which calls this function again.
  ///
  /// - Returns: `false` if there is nothing to process.
  func step() -> Bool {
    guard let context else { return false }
    while true {
      if context.following.isOn, let slice = slices?.next(costs) {
        let redirects = slices?.redirects(of: slice.deleted, in: context.model) ?? [:]
        let start = ContinuousClock.now
        context.merge(slice, from: .otherContext, redirects: redirects)
        costs.learn(from: slice, took: ContinuousClock.now - start)
        return true
      }
      slices = nil
      if context.following.isOn, !reloading.isEmpty {
        let slice = reloading.prefix(Self.reloadedAtOnce)
        reloading = reloading.dropFirst(slice.count)
        context.mergeReloadedRows(of: slice)
        return true
      }
      reloading = []
      switch inbox.removeFirst() {
      case nil: return false
      case .commit(let report) where report.isReload:
        if context.following.isOn { reloading = context.beginReload()[...] }
        return true
      case .commit(let report): slices = CommitSlices(report)
      case .outcome(let result, let save):
        context.finish(save, with: result)
        return true
      }
    }
  }
}
