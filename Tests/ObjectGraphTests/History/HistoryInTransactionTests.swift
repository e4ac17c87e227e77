import Foundation
import ObjectGraph
import Testing

@Suite("The history within a transaction", .timeLimit(.minutes(10)))
struct HistoryInTransactionTests {
  @Test("A purge and the end of the history of a store in memory do not wait for their own transaction")
  func inMemory() async {
    let message = "end the transaction before"
    let purge = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let writer = try InMemoryStore(model: Samples.model(), keepsHistory: true).makeWriter()
      try writer.transaction(.normal) { _ in
        _ = try (writer as? any HistoryWriter)?.purgeHistory(before: .date(.distantPast))
      }
    }
    #expect(purge?.said(message) == true)
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let writer = try InMemoryStore(model: Samples.model(), keepsHistory: true).makeWriter()
      try writer.transaction(.normal) { _ in try (writer as? any HistoryWriter)?.endHistory() }
    }
    #expect(end?.said(message) == true)
  }
}
