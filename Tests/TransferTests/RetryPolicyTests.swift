import Testing
import Transfer

@Suite("A retry policy")
struct RetryPolicyTests {
  let policy = RetryPolicy(attempts: 5, firstDelay: .milliseconds(100), longestDelay: .milliseconds(500))

  @Test(
    "doubles its waits up to the longest and then gives up",
    arguments: [(1, 100), (2, 200), (3, 400), (4, 500), (5, nil), (6, nil)])
  func doubling(failures: Int, milliseconds: Int?) {
    #expect(policy.delay(after: failures, jitter: 1) == milliseconds.map { .milliseconds($0) })
    #expect(policy.delay(after: failures, jitter: 0) == milliseconds.map { .milliseconds($0) / 2 })
  }

  @Test("waits as long as the server asks")
  func retryAfter() {
    #expect(policy.delay(after: 1, retryAfter: .milliseconds(450), jitter: 0) == .milliseconds(450))
    #expect(policy.delay(after: 4, retryAfter: .milliseconds(1), jitter: 0) == .milliseconds(250))
  }

  @Test("gives up when the server asks for more patience than it has")
  func tooLong() {
    #expect(policy.delay(after: 1, retryAfter: .seconds(60), jitter: 0) == .seconds(60))
    #expect(policy.delay(after: 1, retryAfter: .seconds(61)) == nil)
  }

  @Test("that never tries again has one attempt")
  func never() {
    #expect(RetryPolicy.never.delay(after: 1) == nil)
  }

  @Test("survives a great many failures")
  func manyFailures() {
    let patient = RetryPolicy(attempts: .max)
    #expect(patient.delay(after: .max - 1, jitter: 1) == patient.longestDelay)
  }
}
