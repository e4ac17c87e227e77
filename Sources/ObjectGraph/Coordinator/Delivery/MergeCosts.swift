internal import ObjectModel
internal import ObjectStore

/// The measured time to merge a row, by entity: rows of a long list take longer than those that no list
/// shows.
struct MergeCosts {
  /// The time budget of a slice.
  let budget: Duration
  /// The recent time per row, by the number of its entity.
  private var costs: [EntityNumber: Duration] = [:]

  init(budget: Duration) { self.budget = budget }

  /// Returns the expected time for a row of an entity; for an unknown entity, a 32nd of the budget.
  func cost(of entity: EntityNumber) -> Duration { costs[entity] ?? budget / 32 }

  /// Updates the expected times of the entities of a slice by the measured time.
  ///
  /// They rise immediately and fall in steps, because one fast slice says little about the next.
  mutating func learn(from slice: RowChanges, took time: Duration) {
    let entities = slice.ids.map(\.entity)
    let expected = entities.reduce(.zero) { $0 + cost(of: $1) }
    guard expected > .zero else { return }
    let factor = max(0.5, time / expected)
    for entity in Set(entities) {
      costs[entity] = min(max(cost(of: entity) * factor, budget / 128), budget / 8)
    }
  }
}
