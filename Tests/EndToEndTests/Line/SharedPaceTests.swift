import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("Processes that ask Flickr at the same time", .fewAtOnce)
struct SharedPaceTests {
  @Test("ask one call a second together")
  func together() async throws {
    let server = try LoopbackFlickr()
    let times = Mutex<[ContinuousClock.Instant]>([])
    server.serve { request in
      let count = times.withLock { times in
        times.append(.now)
        return times.count
      }
      let photos = FlickrAnswers.photos(2, from: 1_000 * count)
      return .json(FlickrAnswers.page(Int(request.query["page"] ?? "") ?? 1, pages: 9, photos: photos))
    }
    // Two libraries, whose programs share nothing else.
    let homes = [try Home(), try Home()]
    let state = try TemporaryFolder()
    let environment = [
      "FLICKR_API_KEY": "abc123", "PROOFSHEET_PACE": "always", "XDG_STATE_HOME": state.path("state"),
    ]
    let start = ContinuousClock.now
    try await withThrowingTaskGroup { group in
      for home in homes {
        group.addTask {
          try await home.run(
            "refresh", "--source", "recent", "--pages", "2", "--endpoint", server.url,
            environment: environment
          ).expectSuccess()
        }
      }
      try await group.waitForAll()
    }
    let calls = times.withLock { $0 }
    #expect(calls.count == 4)
    // A call arrives any time after its turn, and the turns are a second apart. So is the earliest moment of each arrival,
    // counted from the beginning.
    #expect(
      calls.enumerated().allSatisfy { $1 - start > .milliseconds(950) * $0 }, "\(calls.map { $0 - start })")
    let file = try String(contentsOfFile: state.path("state/proofsheet/pace"), encoding: .utf8)
    #expect(file.hasPrefix("proofsheet pace 1\nlast "))
  }

  @Test(
    "Processes continue without a shared file", arguments: ["/proc/none", "/dev/null", "relative", ""])
  func nowhere(state: String) async throws {
    let server = try LoopbackFlickr()
    server.serve { _ in .json(FlickrAnswers.page(photos: FlickrAnswers.photos(2))) }
    let home = try Home()
    let environment = [
      "FLICKR_API_KEY": "abc123", "PROOFSHEET_PACE": "always", "XDG_STATE_HOME": state, "HOME": "/proc/none",
    ]
    try await home.run(
      "refresh", "--source", "recent", "--endpoint", server.url, environment: environment
    ).expectSuccess()
  }
}
