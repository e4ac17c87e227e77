import Foundation
import ObjectGraph
import SQLiteStore
import TestSupport

/// Inserts, updates and deletes many rows by batch requests, beside SQLite's C interface on the same tables and indexes.
struct BatchBenchmark {
  let count: Int
  private static let rounds = 5
  private static let (graph, raw) = ("batch request", "SQLite in C")
  private static let shown = "batch request, merged by a context"

  /// The three parts of a round.
  private enum Step: String, CaseIterable {
    case insert, update, delete
  }

  func run() async throws -> Part {
    var races = Step.allCases.map { _ in Race() }
    for number in 0..<Self.rounds {
      let folder = try TemporaryFolder()
      let graph = try GraphBatches(path: folder.path("graph.sqlite"), count: count)
      let shown = try GraphBatches(path: folder.path("shown.sqlite"), count: count, isShown: true)
      let raw = try RawBatches(path: folder.path("raw.sqlite"), count: count)
      let names = [Self.graph, Self.raw, Self.shown]
      for (index, step) in Step.allCases.enumerated() {
        try await races[index].round { race in
          // They take turns in being first.
          for name in number.isMultiple(of: 2) ? names : names.reversed() {
            try await race.run(name) {
              switch name {
              case Self.raw: try run(step, raw)
              case Self.shown: try await run(step, shown)
              default: try await run(step, graph)
              }
            }
          }
        }
      }
    }
    var part = part(races)
    try await addHolds(to: &part)
    return part
  }

  /// Watches the main actor while a list of all rows follows the batches.
  ///
  /// A batch of more than 100,000 rows does not report them, so that the list is read again.
  private func addHolds(to part: inout Part) async throws {
    for count in [count, 3 * count] {
      let folder = try TemporaryFolder()
      let listed = try GraphBatches(
        path: folder.path("listed.sqlite"), count: count, isShown: true, isListed: true)
      for step in Step.allCases {
        var failure: (any Error)?
        let holds = await MainQueueBeat().watch {
          do { try await run(step, listed) } catch { failure = error }
        }
        if let failure { throw failure }
        part.bars.append(
          Bar(
            name: "main actor: longest hold, batch \(step.rawValue) of \(count) listed rows",
            value: holds.longest.milliseconds, limit: .atMost(4, .milliseconds)))
      }
    }
  }

  private func run(_ step: Step, _ batches: GraphBatches) async throws {
    switch step {
    case .insert: try await batches.insert()
    case .update: try await batches.update()
    case .delete: try await batches.delete()
    }
  }

  private func run(_ step: Step, _ batches: RawBatches) throws {
    switch step {
    case .insert: try batches.insert()
    case .update: try batches.update()
    case .delete: try batches.delete()
    }
  }

  private func part(_ races: [Race]) -> Part {
    var part = Part(race: "batch of \(count) rows", of: "a batch", to: Self.raw)
    for (step, race) in zip(Step.allCases, races) {
      part.add(race, units: 1, to: Self.raw, prefix: "\(step.rawValue), ")
      part.check(.batchRequest, race, Self.graph, to: Self.raw, detail: step.rawValue)
    }
    return part
  }
}
