import TestSupport
import Testing

@testable import Browser

@MainActor @Suite("A slide show", .timeLimit(.minutes(10)))
struct SlideShowTests {
  @Test("turns again and again until it is stopped")
  func turning() async throws {
    let show = SlideShow(interval: .milliseconds(2))
    let bell = Bell()
    show.onTurn = { bell.ring() }
    #expect(!show.isRunning)
    show.start()
    #expect(show.isRunning && bell.count == 0)
    try await bell.wait { bell.count == 3 }
    show.stop()
    #expect(!show.isRunning)
  }

  @Test("A slide show restarts its interval when the user turns the page, and runs once")
  func restarting() async throws {
    let show = SlideShow(interval: .milliseconds(50))
    let bell = Bell()
    show.onTurn = { bell.ring() }
    let begun = ContinuousClock.now
    for _ in 1...5 { show.start() }
    try await bell.wait { bell.count == 2 }
    #expect(begun.duration(to: .now) >= .milliseconds(100))
    show.stop()
  }

  @Test("takes another interval while it is running")
  func otherInterval() async throws {
    let show = SlideShow()
    let bell = Bell()
    show.onTurn = { bell.ring() }
    show.start()
    show.start(every: .milliseconds(2))
    try await bell.wait { bell.count == 2 }
    show.stop()
  }

  @Test("gives every photo five seconds")
  func interval() {
    #expect(SlideShow.interval == .seconds(5))
  }
}
