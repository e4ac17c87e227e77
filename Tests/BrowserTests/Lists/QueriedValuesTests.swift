import Dispatch
import Flickr
import ObjectGraph
import Synchronization
import TestSupport
import Testing

@testable import Browser

@MainActor
@Suite("Values that take queries")
struct QueriedValuesTests {
  /// The numbers of calls of a query, each of which waits until it is allowed to return.
  private final class Query: Sendable {
    private let calls = Mutex(0)
    private let gate = DispatchSemaphore(value: 0)

    var count: Int { calls.withLock { $0 } }

    func allow() { gate.signal() }

    func run(_ ids: [ManagedObjectID]) -> [ManagedObjectID: Int] {
      let number = calls.withLock { calls in
        calls += 1
        return calls
      }
      gate.wait()
      return Dictionary(ids.map { ($0, number) }, uniquingKeysWith: { first, _ in first })
    }
  }

  @Test(
    "A value that changes while it is fetched for the first time is fetched again", .timeLimit(.minutes(10)))
  func changedInFlight() async throws {
    let library = try await TestLibrary([PhotoRecord("1", "One", by: "Ann")]) {
      CountingStore($0, isRemote: true)
    }
    let id = try library.photo("1").objectID
    let query = Query()
    let values = QueriedValues<Int>(context: library.context) { ids, _ in query.run(ids) }
    let (arrivals, signal) = AsyncStream.makeStream(of: Void.self)
    values.onChange = { signal.yield() }
    #expect(values.value(of: id) == nil)
    try await until { query.count >= 1 }
    // It is in flight, and not asked for twice.
    #expect(values.value(of: id) == nil)
    values.invalidate([id])
    query.allow()
    for await _ in arrivals { break }
    // The value is shown until the next one is here.
    #expect(values.value(of: id) == 1)
    query.allow()
    for await _ in arrivals { break }
    #expect(values.value(of: id) == 2)
    #expect(query.count == 2)
  }
}
