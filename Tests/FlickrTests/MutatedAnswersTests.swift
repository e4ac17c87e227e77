import Flickr
import Foundation
import TestSupport
import Testing

@Suite("A damaged answer")
struct MutatedAnswersTests {
  private static let answers: [[UInt8]] = {
    var photos = FlickrAnswers.photos(6)
    photos[2].title = "😀 “x” \\ / \u{202E}"
    photos[3].place = (1.5, -2.5)
    var style = FlickrAnswers.Style()
    style.jsonp = true
    return [
      FlickrAnswers.page(photos: photos), FlickrAnswers.page(photos: photos, style: style),
      FlickrAnswers.feed(photos: photos), FlickrAnswers.failure(code: 100, "No \"key\""),
    ].map { Array($0.utf8) }
  }()

  @Test("is decoded or refused, a thousand times over")
  func mutations() {
    let seed = UInt64.random(in: 1 ... .max)
    var random = SplitMix(state: seed)
    var decoded = 0
    for _ in 0..<1_000 {
      var bytes = Self.answers[Int.random(in: 0..<Self.answers.count, using: &random)]
      for _ in 0..<Int.random(in: 1...8, using: &random) { mutate(&bytes, using: &random) }
      do throws(FlickrError) {
        let page = try PhotoPageDecoder.decode(bytes)
        decoded += 1
        #expect(page.records.allSatisfy { !$0.id.isEmpty && !$0.displayTitle.isEmpty }, "seed \(seed)")
      } catch {
        #expect(!error.description.isEmpty)
      }
    }
    // Most damage hits text; were all refused, the mutations would test nothing.
    #expect((1..<1_000).contains(decoded), "seed \(seed)")
  }

  private func mutate(_ bytes: inout [UInt8], using random: inout SplitMix) {
    guard !bytes.isEmpty else { return }
    let place = Int.random(in: 0..<bytes.count, using: &random)
    let marks = Array("{}[]\",:\\u0-e.n ".utf8)
    switch Int.random(in: 0..<10, using: &random) {
    case 0: bytes.removeSubrange(place...)
    case 1...3: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 4...5: bytes[place] = UInt8.random(in: 0...255, using: &random)
    case 6: bytes.insert(marks.randomElement(using: &random) ?? 0, at: place)
    case 7: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
    case 8: bytes.remove(at: place)
    default:
      let end = min(bytes.count, place + Int.random(in: 1...40, using: &random))
      bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0..<bytes.count, using: &random))
    }
  }
}
