import Dispatch
import Foundation
import ObjectGraph
import TestSupport
import Testing

/// Errors of work in other isolations.
///
/// The optimizer of Swift 6.3 drops the return to the caller where an error only passes through, so that a fault shows in an
/// optimized build alone: `make test-long` runs these tests in one.
@MainActor
@Suite("An error of work in another isolation")
struct ErrorIsolationTests {
  private struct Failure: Error {}

  /// A call of the library that fails in another isolation.
  enum Call: CaseIterable, Sendable {
    case read, bulkRead, history, purge, purgeBefore, endHistory, backgroundTask, backgroundFetch

    @MainActor
    func run(in container: PersistentContainer) async throws {
      let coordinator = container.coordinator
      switch self {
      case .read: try await coordinator.read { _ in throw Failure() }
      case .bulkRead: try await coordinator.read(isBulk: true) { _ in throw Failure() }
      // The store keeps no history.
      case .history: _ = try await coordinator.history()
      case .purge: try await coordinator.purgeHistory(before: .distantPast)
      case .purgeBefore:
        try await coordinator.purgeHistory(
          before: PersistentHistoryToken(store: UUID(), history: UUID(), number: 1))
      case .endHistory: try await coordinator.endHistory()
      case .backgroundTask: try await container.performBackgroundTask { _ in throw Failure() }
      case .backgroundFetch: _ = try await container.viewContext.fetchInBackground(FetchRequest<Book>())
      }
    }
  }

  private static let isMainQueue = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  @Test("returns to the caller", arguments: Call.allCases)
  func returning(_ call: Call) async throws {
    let isMainQueue = Self.isMainQueue
    let store = CountingStore(InMemoryStore(model: try Shelf.model()))
    let container = try PersistentContainer(store: store)
    store.isFailing = true
    var isFailed = false
    do {
      try await call.run(in: container)
    } catch {
      isFailed = true
      #expect(DispatchQueue.getSpecific(key: isMainQueue) == true)
    }
    #expect(isFailed)
  }
}
