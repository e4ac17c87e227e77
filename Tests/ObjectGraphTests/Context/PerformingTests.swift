import Dispatch
import ObjectGraph
import TestSupport
import Testing

@MainActor
@Suite("Performing")
struct PerformingTests {
  @Test("A thread can wait for a worker, after everything that was asked for before")
  func waits() async throws {
    let library = try Library()
    let worker = try library.container.makeBackgroundContext()
    let other = try library.container.makeBackgroundContext(name: "other")
    let titles = try await other.perform { _ in
      try worker.performAndWait { context in
        try context.insert(Book.self).title = "Comet"
        try context.save()
        return try context.fetch(FetchRequest<Book>()).map(\.title)
      }
    }
    #expect(titles == ["Comet"])
  }

  @Test("A thread can wait for the main context")
  func waitsForMain() async throws {
    let library = try Library()
    let worker = try library.container.makeBackgroundContext()
    let container = library.container
    let count = try await worker.perform { _ in
      try container.performAndWait { context in
        _ = try context.insert(Book.self)
        return try context.count(FetchRequest<Book>())
      }
    }
    #expect(count == 1)
    #expect(try await container.perform { try $0.count(FetchRequest<Book>()) } == 1)
  }

  @Test("What a waiting call throws comes back")
  func throwing() async throws {
    let library = try Library()
    let worker = try library.container.makeBackgroundContext()
    let other = try library.container.makeBackgroundContext(name: "other")
    await #expect(throws: FetchError.self) {
      try await other.perform { _ in
        _ = try worker.performAndWait {
          try $0.count(FetchRequest<Book>(where: .comparison(.init("nothing", .equal, .value(.null)))))
        }
      }
    }
  }

  @Test("Waiting for oneself traps, and says why")
  func trapsOnItself() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let library = try await Library()
      let worker = try library.container.makeBackgroundContext()
      await worker.perform { _ in worker.performAndWait { _ in } }
    }
    #expect(
      result?.said("performAndWait(_:) in the isolation of ObjectGraph.worker itself would wait for ever")
        == true)
  }

  @Test("Two contexts that wait for each other trap, with the reason")
  func trapsInACircle() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let library = try await Library()
      let one = try library.container.makeBackgroundContext(name: "one")
      let other = try library.container.makeBackgroundContext(name: "other")
      await one.perform { _ in other.performAndWait { _ in one.performAndWait { _ in } } }
    }
    #expect(
      result?.said("performAndWait(_:) in the isolation of ObjectGraph.one itself would wait for ever")
        == true)
  }

  @Test("Waiting for the main context on the main thread traps, and says why")
  func trapsOnMain() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try await MainActor.run { try Library().container.performAndWait { _ in } }
    }
    #expect(
      result?.said("performAndWait(_:) in the isolation of com.apple.main-thread itself would wait for ever")
        == true)
  }
}
