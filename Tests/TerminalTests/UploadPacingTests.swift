import Testing

@testable import Terminal

@Suite("The pacing of picture data")
struct UploadPacingTests {
  private let start = ContinuousClock.now

  private func send(taking time: Duration, _ pacing: inout UploadPacing) {
    pacing.begin(at: start)
    #expect(pacing.isWaiting)
    pacing.end(at: start + time)
    #expect(!pacing.isWaiting)
  }

  @Test(
    "sends small pieces first, larger ones while they take no time besides the way, and small ones again",
    arguments: [UploadPacing.ahead, .ofFrames], [Duration.milliseconds(0), .milliseconds(80)])
  func sizes(pacing: UploadPacing, way: Duration) {
    var pacing = pacing
    #expect(pacing.limit == pacing.bounds.lowerBound)
    for _ in 0..<20 { send(taking: way + .milliseconds(1), &pacing) }
    #expect(pacing.limit == pacing.bounds.upperBound)
    send(taking: way + .milliseconds(1) + pacing.times.upperBound, &pacing)
    #expect(pacing.limit == pacing.bounds.upperBound)
    send(taking: way + .milliseconds(3) + pacing.times.upperBound, &pacing)
    #expect(pacing.limit == pacing.bounds.upperBound / 2)
    for _ in 0..<20 { send(taking: way + .seconds(1), &pacing) }
    #expect(pacing.limit == pacing.bounds.lowerBound)
  }

  @Test(
    "keeps a piece on a slow line to a few milliseconds", arguments: [UploadPacing.ahead, .ofFrames],
    [100, 1_000, 20_000])
  func slowLine(pacing: UploadPacing, bytesAMillisecond: Int) {
    var pacing = pacing
    for _ in 0..<40 {
      send(taking: .milliseconds(30) + .milliseconds(pacing.limit / bytesAMillisecond), &pacing)
    }
    let goal = Int(pacing.times.upperBound / .milliseconds(1)) * bytesAMillisecond
    let expected = min(max(goal, pacing.bounds.lowerBound), pacing.bounds.upperBound)
    #expect((expected / 2...expected * 2).contains(pacing.limit))
  }

  @Test("ignores answers to nothing")
  func strayAnswer() {
    var pacing = UploadPacing.ahead
    pacing.end(at: start)
    #expect(pacing.limit == pacing.bounds.lowerBound && !pacing.isWaiting)
  }

  @Test(
    "waits for an answer for a while, sends small pieces without answers after it, and waits again after a late one"
  )
  func overdue() {
    var pacing = UploadPacing.ofFrames
    send(taking: .zero, &pacing)
    pacing.begin(at: start)
    pacing.giveUpOverdue(at: start + UploadPacing.patience - .milliseconds(1))
    #expect(pacing.isWaiting && pacing.isAnswered && pacing.limit > pacing.bounds.lowerBound)
    pacing.giveUpOverdue(at: start + UploadPacing.patience)
    #expect(!pacing.isWaiting && !pacing.isAnswered && pacing.limit == pacing.bounds.lowerBound)
    pacing.end(at: start + UploadPacing.patience * 2)
    #expect(pacing.isAnswered && pacing.limit == pacing.bounds.lowerBound)
  }
}
