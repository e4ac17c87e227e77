import Foundation
import Testing

@testable import Flickr

@Suite("The ledger of calls")
struct PaceLedgerTests {
  @Test("lets no hour have more calls than the budget, and no two calls be closer than the interval")
  func randomCalls() {
    let seed = UInt64.random(in: 1 ... .max)
    var random = SplitMix(state: seed)
    for interval in [0, 1, 7.5] {
      var ledger = PaceLedger()
      var calls: [Double] = []
      var now = 1_700_000_000.0
      for _ in 0..<3_000 {
        now += Double.random(in: 0...40, using: &random)
        if ledger.claim(at: now, interval: interval, budget: 100) == nil { calls.append(now) }
      }
      #expect(zip(calls, calls.dropFirst()).allSatisfy { $1 - $0 >= interval }, "seed \(seed)")
      for (index, call) in calls.enumerated() where index >= 100 {
        #expect(call - calls[index - 100] > 3_600, "seed \(seed)")
      }
      // Not by letting nothing through.
      #expect(calls.count >= 1_200, "seed \(seed)")
    }
  }

  @Test("says how long to wait, which then is long enough")
  func waits() {
    var ledger = PaceLedger()
    var now = 1_700_000_000.0
    for _ in 0..<500 {
      switch ledger.claim(at: now, interval: 1, budget: 50) {
      case nil: #expect(ledger.claim(at: now, interval: 1, budget: 50) != nil)
      case .interval(let seconds):
        #expect(seconds <= 1)
        now += seconds
      case .budget(let seconds), .rest(let seconds):
        #expect(seconds <= 3_660)
        now += seconds
      }
    }
    #expect(now > 1_700_000_000 + 4 * 3_600)
  }

  @Test("forgets what lies ahead once the clock was set back, and then waits for an interval at the most")
  func clockSetBack() {
    var ledger = PaceLedger()
    for second in 0..<100 { _ = ledger.claim(at: 1_700_000_000 + Double(second), interval: 1, budget: 100) }
    ledger.rest(for: 1_000, at: 1_700_000_100)
    let now = 1_600_000_000.0
    #expect(ledger.claim(at: now, interval: 1, budget: 100) == .interval(1))
    #expect(ledger.claim(at: now + 1, interval: 1, budget: 100) == nil)
  }

  @Test("keeps a pause of at most a day, and the longer one of two")
  func rest() {
    var ledger = PaceLedger()
    ledger.rest(for: 1e12, at: 1_000)
    #expect(ledger.claim(at: 1_000, interval: 1, budget: 9) == .rest(86_400))
    ledger.rest(for: 5, at: 1_001)
    ledger.rest(for: -5, at: 1_001)
    #expect(ledger.claim(at: 1_001, interval: 1, budget: 9) == .rest(86_399))
    #expect(ledger.claim(at: 87_400, interval: 1, budget: 9) == nil)
    ledger.rest(for: 5, at: 87_400)
    #expect(ledger.claim(at: 87_401, interval: 1, budget: 9) == .rest(4))
  }

  @Test("is read as it was written, and is short")
  func text() throws {
    var ledger = PaceLedger()
    for call in 0..<8_000 {
      _ = ledger.claim(at: 1_700_000_000 + Double(call) * 1.25, interval: 1, budget: 3_600)
    }
    ledger.rest(for: 12.5, at: 1_700_010_000)
    #expect(PaceLedger(text: ledger.text) == ledger)
    #expect(ledger.text.utf8.count < 2_000)
    #expect(PaceLedger(text: PaceLedger().text) == PaceLedger())
  }

  @Test(
    "is refused when it is something else",
    arguments: [
      "", "\n", "last 1\n", "proofsheet pace 1", "proofsheet pace 2\n", "proofsheet pace 1\nlast\n",
      "proofsheet pace 1\nlast x\n", "proofsheet pace 1\nlast 1e400\n", "proofsheet pace 1\nlast nan\n",
      "proofsheet pace 1\nlast -1\n", "proofsheet pace 1\nrest 2 1\n", "proofsheet pace 1\nminute 1\n",
      "proofsheet pace 1\nminute 1 1e300\n", "proofsheet pace 1\nlast 1700000000.5",
      "proofsheet pace 1\n" + String(repeating: "minute 1 1\n", count: 200),
    ])
  func damaged(text: String) {
    #expect(PaceLedger(text: text) == nil)
  }
}
