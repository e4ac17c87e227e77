import TestSupport
import Testing

@Suite("A wait of a test", .timeLimit(.minutes(10)))
struct WaitingTests {
  @Test(
    "for requests ends when its task is canceled, whether it waits already or not", arguments: [false, true])
  func requests(waitsAlready: Bool) async throws {
    let server = try LoopbackFlickr()
    let (beginning, begins) = AsyncStream<Void>.makeStream()
    let waiting = Task {
      begins.finish()
      try await server.waitForRequests(1)
    }
    if waitsAlready { for await _ in beginning {} }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }

  @Test("for a condition ends when its task is canceled")
  func condition() async throws {
    let waiting = Task { try await until { false } }
    await Task.yield()
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }
}
