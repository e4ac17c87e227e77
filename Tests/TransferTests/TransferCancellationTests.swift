import TestSupport
import Testing
import Transfer

@Suite("A cancelled transfer", .timeLimit(.minutes(1)))
struct TransferCancellationTests {
  let server: LoopbackFlickr
  let client = TransferClient()

  init() throws {
    server = try LoopbackFlickr()
  }

  private func start(_ path: String) -> Task<TransferError?, Never> {
    let request = TransferRequest(TransferURL(server.url + path))
    return Task { [client] in
      do throws(TransferError) {
        _ = try await client.fetch(request)
        return nil
      } catch {
        return error
      }
    }
  }

  @Test("ends while the server is silent", arguments: [LoopbackAnswer.Stall.beforeHeader, .after(2)])
  func stalled(stall: LoopbackAnswer.Stall) async {
    server.serve("/", .json("0123456789").stalled(stall))
    let task = start("/")
    await server.waitForRequests(1)
    let clock = ContinuousClock()
    let start = clock.now
    task.cancel()
    let error = await task.value
    #expect(error?.code == .cancelled)
    // Far below every time limit; a wake-up takes microseconds.
    #expect(clock.now - start < .seconds(5))
  }

  @Test("leaves the client usable, and other transfers alone")
  func others() async throws {
    server.serve("/stalled", .json("late").stalled(.beforeHeader))
    server.serve("/", .json("{}"))
    let kept = start("/stalled")
    let dropped = start("/stalled")
    await server.waitForRequests(2)
    dropped.cancel()
    #expect(await dropped.value?.code == .cancelled)
    #expect(try await client.fetch(TransferRequest(TransferURL(server.url + "/"))).status == 200)
    server.release()
    #expect(await kept.value == nil)
  }

  @Test("that never began asks the server nothing")
  func beforehand() async {
    let request = TransferRequest(TransferURL(server.url + "/"))
    let task = Task { [client] in
      withUnsafeCurrentTask { $0?.cancel() }
      return await #expect(throws: TransferError.self) { try await client.fetch(request) }
    }
    #expect(await task.value?.code == .cancelled)
    #expect(server.requests.isEmpty)
  }

  @Test("is one of many without an effect on the rest")
  func storm() async {
    server.serve("/", .json("{}"))
    let tasks = (0..<200).map { _ in start("/") }
    for (index, task) in tasks.enumerated() where index.isMultiple(of: 2) { task.cancel() }
    for (index, task) in tasks.enumerated() {
      let code = await task.value?.code
      #expect(code == nil || (code == .cancelled && index.isMultiple(of: 2)))
    }
  }
}
