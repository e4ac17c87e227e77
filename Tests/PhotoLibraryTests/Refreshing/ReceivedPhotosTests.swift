import Flickr
import TestSupport
import Testing

@testable import PhotoLibrary

@Suite("The photos that a refresh has received")
struct ReceivedPhotosTests {
  private func page(_ ids: some Sequence<Int>) -> PhotoPage {
    PhotoPage(records: ids.map { PhotoRecord("\($0)") })
  }

  @Test("count once, within a page and over the pages that were saved")
  func once() {
    var received = ReceivedPhotos()
    #expect(received.fresh(of: page([1, 2, 1])).records.map(\.id) == ["1", "2"])
    // A page that could not be saved is fresh again.
    #expect(received.fresh(of: page([1, 2, 1])).records.map(\.id) == ["1", "2"])
    received.record(page([1, 2, 1]))
    #expect(received.fresh(of: page([2, 3, 1, 4, 3])).records.map(\.id) == ["3", "4"])
    #expect(received.ids == ["1", "2"])
  }

  @Test("make a later page cost no more than the first ones")
  func costOfPages() {
    func work(_ count: Int) -> Double {
      var received = ReceivedPhotos()
      for first in stride(from: 0, to: count, by: 500) { received.record(page(first..<first + 500)) }
      let runs = (0..<21).map { run in
        let next = page((count + run * 50)..<(count + run * 50 + 50))
        let start = ThreadWork.seconds
        let fresh = received.fresh(of: next)
        received.record(next)
        let work = ThreadWork.seconds - start
        #expect(fresh.records.count == 50)
        return work
      }
      return runs.sorted()[10]
    }
    let (short, long) = (work(500), work(300_000))
    #expect(long < short * 10, "\(long) s after 300,000 photos, \(short) s after 500")
  }
}
