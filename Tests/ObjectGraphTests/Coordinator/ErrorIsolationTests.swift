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
  /// A call of the library that fails because the store cannot be opened.
  enum Call: CaseIterable, Sendable {
    case read, bulkRead, history, historyToken, purge, purgeBefore, endHistory, batch, backgroundTask,
      reservation
    case backgroundFetch, valueSequence

    @MainActor
    func run(in container: PersistentContainer) async throws {
      let (coordinator, context) = (container.coordinator, container.viewContext)
      switch self {
      case .read: try await coordinator.read { _ in }
      case .bulkRead: try await coordinator.read(isBulk: true) { _ in }
      case .history: _ = try await coordinator.history()
      case .historyToken: _ = try await coordinator.historyToken()
      case .purge: try await coordinator.purgeHistory(before: .distantPast)
      case .purgeBefore:
        let token = PersistentHistoryToken(store: UUID(), history: UUID(), number: 1)
        try await coordinator.purgeHistory(before: token)
      case .endHistory: try await coordinator.endHistory()
      case .batch: try await coordinator.execute(BatchDeleteRequest(FetchRequest<Book>()))
      case .backgroundTask: try await container.performBackgroundTask { _ in }
      case .reservation: try await coordinator.reserveIDs(for: Book.self, count: 1)
      case .backgroundFetch: _ = try await context.fetchInBackground(FetchRequest<Book>())
      case .valueSequence: for try await _ in context.values(of: FetchRequest<Book>()) {}
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
    let container = try PersistentContainer(store: UnusableStore(model: try Shelf.model()))
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

/// A store that can neither be read nor written.
private struct UnusableStore: PersistentStore {
  let identifier = UUID()
  let model: ManagedObjectModel

  func makeReader() throws -> any StoreReader { throw StoreError.readOnly(path: "unusable") }
  func makeWriter() throws -> any StoreWriter { throw StoreError.readOnly(path: "unusable") }
}
