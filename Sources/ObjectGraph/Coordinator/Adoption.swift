/// Processes the inbox of the main context: merges commits of other contexts, a slice at a time, and ends its own saves.
///
/// Belongs to the isolation of its context.
final class Adoption {
  /// How long a slice should hold the main actor.
  ///
  /// A quarter of what is promised: what a slice cannot foresee, such as memory that has to be found, takes longer.
  private static let budget = Duration.milliseconds(1)

  /// Weak, because the context keeps this.
  private weak var context: ManagedObjectContext?
  private let inbox: CommitInbox
  /// What is left of the commit that is being merged.
  private var slices: AdoptionSlices?
  private var costs = AdoptionCosts(budget: Adoption.budget)

  init(context: ManagedObjectContext, inbox: CommitInbox) {
    self.context = context
    self.inbox = inbox
  }

  /// Returns whether the item with a number has been processed to its end.
  func isPast(_ number: Int) -> Bool {
    inbox.removed > number || (inbox.removed == number && slices == nil)
  }

  /// Processes the next slice or outcome; returns `false` when there is nothing to process.
  ///
  /// Observers that are notified may save, which calls this again.
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
      case .commit(let report): slices = AdoptionSlices(report)
      case .outcome(let result, let save):
        context.finish(save, with: result)
        return true
      }
    }
  }

  private func merge(_ slice: AdoptionSlice, into context: ManagedObjectContext) {
    let start = ContinuousClock.now
    context.adopt(slice)
    costs.learn(from: slice, took: ContinuousClock.now - start)
  }
}

/// How long it takes to take over a row, by its entity: rows of a long list take longer than those that no list shows.
struct AdoptionCosts {
  /// What a slice may cost.
  let budget: Duration
  /// What a row cost lately, by the number of its entity.
  private var costs: [Int: Duration] = [:]

  init(budget: Duration) { self.budget = budget }

  /// What a row of an entity is going to cost; one of which nothing is known yet, as much as if a few dozen fill a
  /// slice.
  func cost(of entity: Int) -> Duration { costs[entity] ?? budget / 32 }

  /// Corrects what is known of the entities of a slice by how long it took: upwards at once, downwards in steps, as one
  /// slice that was quick says little about the next.
  mutating func learn(from slice: AdoptionSlice, took time: Duration) {
    let entities = slice.ids.map(\.entity)
    let expected = entities.reduce(.zero) { $0 + cost(of: $1) }
    guard expected > .zero else { return }
    let factor = max(0.5, time / expected)
    for entity in Set(entities) {
      costs[entity] = min(max(cost(of: entity) * factor, budget / 512), budget / 8)
    }
  }
}

/// Cuts a commit into slices; cutting costs only what is cut off.
struct AdoptionSlices {
  private let report: CommitReport
  private var position = 0

  init(_ report: CommitReport) { self.report = report }

  /// The next rows, as many as the budget allows and one at least: first those that are new, then those that changed,
  /// then those that went.
  mutating func next(_ costs: AdoptionCosts) -> AdoptionSlice? {
    var slice = AdoptionSlice()
    var cost = Duration.zero
    while let id = append(to: &slice) {
      cost += costs.cost(of: id.entity)
      if cost >= costs.budget { break }
    }
    return slice.ids.isEmpty ? nil : slice
  }

  /// The rows that deleted rows turned out to be the same as.
  func redirects(of deleted: [Row], in model: ObjectModel) -> [ManagedObjectID: ManagedObjectID] {
    Dictionary(
      deleted.compactMap { row in report.destination(of: row.id, in: model).map { (row.id, $0) } },
      uniquingKeysWith: { $1 })
  }

  /// Moves one row into a slice and returns its ID; nil at the end.
  private mutating func append(to slice: inout AdoptionSlice) -> ManagedObjectID? {
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
