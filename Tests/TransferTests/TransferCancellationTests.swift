import Foundation
import TestSupport
import Testing
import Transfer

/// The time limits of the transfers are longer than that of the tests, so only cancellation can end them.
@Suite("A canceled transfer", .timeLimit(.minutes(10)))
struct TransferCancellationTests {
  let server: LoopbackFlickr
  let client = TransferClient()

  init() throws {
    server = try LoopbackFlickr()
  }

  private func start(_ path: String) -> Task<TransferError?, Never> {
    let hour = Duration.seconds(3_600)
    let request = TransferRequest(
      TransferURL(server.url + path),
      limits: TransferLimits(connectTime: hour, stallTime: hour, overallTime: hour))
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
  func stalled(stall: LoopbackAnswer.Stall) async throws {
    server.serve("/", .json("0123456789").stalled(stall))
    var number = 0
    // Left alone, libcurl looks up again after 200 ms. How long a task waits here for its turn counts for both; where
    // the machine has other things to do meanwhile, another round decides.
    for round in 1...4 {
      var (ends, hops): ([Duration], [Duration]) = ([], [])
      for _ in 1...9 {
        number += 1
        let task = start("/")
        try await server.waitForRequests(number)
        task.cancel()
        let start = ContinuousClock.now
        #expect(await task.value?.code == .canceled)
        ends.append(ContinuousClock.now - start)
        hops.append(await hop())
      }
      if ends.sorted()[4] < hops.sorted()[4] * 3 + .milliseconds(50) { break }
      #expect(round < 4, "\(ends), \(hops)")
    }
  }

  /// The time until a task continues that another thread resumes.
  private func hop() async -> Duration {
    let start = ContinuousClock.now
    await withCheckedContinuation { continuation in Thread { continuation.resume() }.start() }
    return ContinuousClock.now - start
  }

  @Test("leaves the client usable, and other transfers alone")
  func others() async throws {
    server.serve("/stalled", .json("late").stalled(.beforeHeader))
    server.serve("/", .json("{}"))
    let kept = start("/stalled")
    let dropped = start("/stalled")
    try await server.waitForRequests(2)
    dropped.cancel()
    #expect(await dropped.value?.code == .canceled)
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
    #expect(await task.value?.code == .canceled)
    #expect(server.requests.isEmpty)
  }

  @Test("is one of many without an effect on the rest")
  func storm() async {
    server.serve("/", .json("{}"))
    let tasks = (0..<200).map { _ in start("/") }
    for (index, task) in tasks.enumerated() where index.isMultiple(of: 2) { task.cancel() }
    for (index, task) in tasks.enumerated() {
      let code = await task.value?.code
      #expect(code == nil || (code == .canceled && index.isMultiple(of: 2)))
    }
  }
}
