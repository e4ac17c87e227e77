import Testing

@testable import Terminal

/// The pace of frames that no input asked for.
struct FramePacingTests {
  private let start = ContinuousClock.now

  @Test("After a pause, a few frames are drawn at once")
  func burst() {
    var pacing = FramePacing()
    for _ in 0..<FramePacing.burst {
      #expect(pacing.delay(at: start) == .zero)
      pacing.drew(at: start)
    }
    #expect(pacing.delay(at: start) == FramePacing.interval)
    let later = start + FramePacing.interval * 10
    #expect(pacing.delay(at: later) == .zero)
  }

  @Test("In a stream of changes, there is one frame an interval")
  func stream() {
    var pacing = FramePacing()
    var now = start
    var frames = 0
    // A change each millisecond for three seconds, each of which asks for a frame as soon as it may be.
    var waiting: ContinuousClock.Instant?
    for _ in 0..<3_000 {
      now += .milliseconds(1)
      let time = waiting ?? now + pacing.delay(at: now)
      waiting = time
      guard time <= now else { continue }
      pacing.drew(at: now)
      frames += 1
      waiting = nil
    }
    #expect((100...104).contains(frames))
  }
}
