/// A processor for the inbox of the main context: it merges commits of other contexts in slices, and finishes
/// the context's own saves.
///
/// It belongs to the isolation of its context.
final class CommitMerging {
  /// The intended time that a slice occupies the main actor.
  ///
  /// It is a quarter of the documented limit, because unpredictable work, such as memory allocation, takes
  /// longer.
  private static let budget = Duration.milliseconds(1)

  /// Weak, because the context retains this object.
  private weak var context: ManagedObjectContext?
  private let inbox: CommitInbox
  /// The rest of the commit that is being merged.
  private var slices: CommitSlices?
  private var costs = MergeCosts(budget: CommitMerging.budget)

  init(context: ManagedObjectContext, inbox: CommitInbox) {
    self.context = context
    self.inbox = inbox
  }

  /// Returns a Boolean value that indicates whether the item with a number has been processed completely.
  func isPast(_ number: Int) -> Bool {
    inbox.removed > number || (inbox.removed == number && slices == nil)
  }

  /// Processes the next slice or outcome.
  ///
  /// An observer that is called may save, which calls this function again.
  ///
  /// - Returns: `false` if there is nothing to process.
  func step() -> Bool {
    guard let context else { return false }
    while true {
      if context.following.isOn, var slice = slices?.next(costs) {
        slice.redirects = slices?.redirects(of: slice.deleted, in: context.model) ?? [:]
        merge(slice, into: context)
        return true
      }
      slices = nil
      switch inbox.removeFirst() {
      case nil: return false
      case .commit(let report): slices = CommitSlices(report)
      case .outcome(let result, let save):
        context.finish(save, with: result)
        return true
      }
    }
  }

  private func merge(_ slice: CommitSlice, into context: ManagedObjectContext) {
    let start = ContinuousClock.now
    context.merge(slice)
    costs.learn(from: slice, took: ContinuousClock.now - start)
  }
}

/// The measured time to merge a row, by entity: rows of a long list take longer than those that no list
/// shows.
struct MergeCosts {
  /// The time budget of a slice.
  let budget: Duration
  /// The recent time per row, by the number of its entity.
  private var costs: [Int: Duration] = [:]

  init(budget: Duration) { self.budget = budget }

  /// Returns the expected time for a row of an entity; for an unknown entity, a 32nd of the budget.
  func cost(of entity: Int) -> Duration { costs[entity] ?? budget / 32 }

  /// Updates the expected times of the entities of a slice by the measured time.
  ///
  /// They rise immediately and fall in steps, because one fast slice says little about the next.
  mutating func learn(from slice: CommitSlice, took time: Duration) {
    let entities = slice.ids.map(\.entity)
    let expected = entities.reduce(.zero) { $0 + cost(of: $1) }
    guard expected > .zero else { return }
    let factor = max(0.5, time / expected)
    for entity in Set(entities) {
      costs[entity] = min(max(cost(of: entity) * factor, budget / 512), budget / 8)
    }
  }
}

/// A commit that is divided into slices on demand; the cost is proportional to the rows of the slice.
struct CommitSlices {
  private let report: CommitReport
  private var position = 0

  init(_ report: CommitReport) { self.report = report }

  /// Returns the next slice, with as many rows as the budget allows and at least one.
  ///
  /// Insertions come first, then updates, then deletions.
  mutating func next(_ costs: MergeCosts) -> CommitSlice? {
    var slice = CommitSlice()
    var cost = Duration.zero
    while let id = append(to: &slice) {
      cost += costs.cost(of: id.entity)
      if cost >= costs.budget { break }
    }
    return slice.ids.isEmpty ? nil : slice
  }

  /// Returns the redirects of deleted rows.
  func redirects(of deleted: [Row], in model: ManagedObjectModel) -> [ManagedObjectID: ManagedObjectID] {
    Dictionary(
      deleted.compactMap { row in report.destination(of: row.id, in: model).map { (row.id, $0) } },
      uniquingKeysWith: { $1 })
  }

  /// Moves one row into a slice and returns its ID, or nil at the end.
  private mutating func append(to slice: inout CommitSlice) -> ManagedObjectID? {
    defer { position += 1 }
    var index = position
    if index < report.inserted.count {
      slice.inserted.append(report.inserted[index])
      return report.inserted[index].id
    }
    index -= report.inserted.count
    if index < report.updated.count {
      slice.updated.append(report.updated[index])
      return report.updated[index].row.id
    }
    index -= report.updated.count
    guard index < report.deleted.count else { return nil }
    slice.deleted.append(report.deleted[index])
    return report.deleted[index].id
  }
}
