import ObjectGraph
import SQLiteStore
import TestSupport
import Testing

@MainActor
@Suite("A chain of random changes of a model")
struct RandomMigrationTests {
  @Test("After each change, the store has the objects of a model in memory", arguments: StoreKind.persistent)
  func chain(kind: StoreKind) async throws {
    for seed in Seeds.range(quick: 3, long: 60) {
      let fixture = try MigrationFixture(kind)
      var random = RandomModel(seed: seed)
      try await fixture.fill(random.model(), random.samples)
      for step in 0..<6 {
        random.change()
        let model = try random.model()
        let lines: [String]
        do {
          lines = try await fixture.lines(model, .inferred).sorted()
        } catch {
          Issue.record("seed \(seed), step \(step): \(error)")
          break
        }
        guard lines == random.lines else {
          Issue.record("seed \(seed), step \(step): \(lines) instead of \(random.lines)")
          break
        }
        if let store = try fixture.open(model) as? SQLiteStore {
          let check = try store.check()
          #expect(check.isSound, "seed \(seed), step \(step): \(check)")
        }
      }
    }
  }
}
