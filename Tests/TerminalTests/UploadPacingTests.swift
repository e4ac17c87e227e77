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
    "sends small pieces first, larger ones while the terminal is quick, and small ones again when it is slow")
  mutating func sizes() {
    #expect(pacing.limit == UploadPacing.bounds.lowerBound)
    for _ in 0..<20 { send(taking: .milliseconds(1)) }
    #expect(pacing.limit == UploadPacing.bounds.upperBound)
    send(taking: .milliseconds(4))
    #expect(pacing.limit == UploadPacing.bounds.upperBound)
    send(taking: .milliseconds(7))
    #expect(pacing.limit == UploadPacing.bounds.upperBound / 2)
    for _ in 0..<20 { send(taking: .seconds(1)) }
    #expect(pacing.limit == UploadPacing.bounds.lowerBound)
  }

  @Test("ignores answers to nothing")
  mutating func strayAnswer() {
    pacing.end(at: start)
    #expect(pacing.limit == UploadPacing.bounds.lowerBound && !pacing.isWaiting)
  }
}
