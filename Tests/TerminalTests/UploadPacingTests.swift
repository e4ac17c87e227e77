import Testing

@testable import Terminal

@Suite("The pacing of images in advance")
struct UploadPacingTests {
  private var pacing = UploadPacing()
  private let start = ContinuousClock.now

  private mutating func send(taking time: Duration) {
    pacing.begin(at: start)
    #expect(pacing.isWaiting)
    pacing.end(at: start + time)
    #expect(!pacing.isWaiting)
  }

  @Test(
    "sends small pieces first, larger ones while they take no time besides the way, and small ones again",
    arguments: [Duration.milliseconds(0), .milliseconds(80)])
  mutating func sizes(way: Duration) {
    #expect(pacing.limit == UploadPacing.bounds.lowerBound)
    for _ in 0..<20 { send(taking: way + .milliseconds(1)) }
    #expect(pacing.limit == UploadPacing.bounds.upperBound)
    send(taking: way + .milliseconds(7))
    #expect(pacing.limit == UploadPacing.bounds.upperBound)
    send(taking: way + .milliseconds(10))
    #expect(pacing.limit == UploadPacing.bounds.upperBound / 2)
    for _ in 0..<20 { send(taking: way + .seconds(1)) }
    #expect(pacing.limit == UploadPacing.bounds.lowerBound)
  }

  @Test("keeps a piece on a slow line to a few milliseconds", arguments: [100, 1_000, 20_000])
  mutating func slowLine(bytesAMillisecond: Int) {
    for _ in 0..<40 { send(taking: .milliseconds(30) + .milliseconds(pacing.limit / bytesAMillisecond)) }
    let expected = min(
      max(8 * bytesAMillisecond, UploadPacing.bounds.lowerBound), UploadPacing.bounds.upperBound)
    #expect((expected / 2...expected * 2).contains(pacing.limit))
  }

  @Test("ignores answers to nothing")
  mutating func strayAnswer() {
    pacing.end(at: start)
    #expect(pacing.limit == UploadPacing.bounds.lowerBound && !pacing.isWaiting)
  }
}
