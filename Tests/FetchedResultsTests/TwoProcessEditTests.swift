import FetchedResults
import Foundation
import TestSupport
import Testing

@Suite("Two programs that edit a store at the same time", .timeLimit(.minutes(10)))
struct TwoProcessEditTests {
  /// The number of edits of each program: about a minute in the long tests.
  private static let edits = Seeds.areMany ? 20_000 : 400

  @Test("The lists and objects of both equal the store at the end", arguments: ["history", "versions"])
  func both(way: String) async throws {
    let folder = try TemporaryFolder()
    let seed = Seeds.range(quick: 1, long: 1).lowerBound
    try await withThrowingTaskGroup(of: FinishedProgram.self) { group in
      for (name, other, seed) in [("here", "there", seed), ("there", "here", seed &+ 1)] {
        group.addTask {
          try await FinishedProgram(
            Products.executable("storeeditor"),
            arguments: [folder.url.path, name, other, "\(seed)", "\(Self.edits)", way])
        }
      }
      for try await program in group {
        #expect(program.status == 0, "seed \(seed): \(program.output) \(program.errors)")
      }
    }
  }
}
