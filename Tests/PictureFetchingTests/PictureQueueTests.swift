import Flickr
import Testing
import Transfer

@testable import PictureFetching

@Suite("The state of the fetching")
struct PictureQueueTests {
  private let now = ContinuousClock.now
  private let key = PictureQueue.Key(flickrID: "1", rendition: Rendition("1"))
  private var host: String { PictureAddress(TransferURL(key.rendition.url)).host }

  /// Records the response of a host, after a number of seconds.
  private func record(
    _ answer: PictureAnswer, of host: String, after seconds: Int = 0, in queue: inout PictureQueue
  ) {
    _ = queue.finish(key, number: 0, host: host, answer, at: now + .seconds(seconds), PictureFetchPolicy())
  }

  @Test("is paused until the pause of a host ends, and then as long as requests wait for the host")
  func pause() async {
    var queue = PictureQueue()
    record(.busy(.seconds(5)), of: host, in: &queue)
    let end = now + .seconds(5)
    #expect(queue.supply(at: now) == .paused && queue.nextTime(after: now) == end)
    #expect(queue.supply(at: end) == .flowing && queue.nextTime(after: end) == nil)
    let result = await withCheckedContinuation { (answer: PictureQueue.Answer) in
      let subject = PictureSubject(flickrID: "1", renditions: [key.rendition])
      let waiter = PictureQueue.Waiter(answer: answer, isPatient: true, takesSubstitute: true)
      queue.join(key, waiter, number: 1, subject: subject, priority: 0)
      #expect(queue.supply(at: end) == .paused)
      queue.cancel(key, number: 1)?.waiter.answer.resume(returning: .failure(.canceled))
    }
    #expect(result == .failure(.canceled))
    #expect(queue.supply(at: end) == .flowing)
  }

  @Test("is offline if the only host does not answer the handshake of TLS")
  func unansweredTLS() {
    var queue = PictureQueue()
    let error = TransferError(.unansweredTLS, TransferURL(key.rendition.url))
    record(PictureAnswer(error), of: host, in: &queue)
    #expect(queue.supply(at: now) == .offline)
  }
}
