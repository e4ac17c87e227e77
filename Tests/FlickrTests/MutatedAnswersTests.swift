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
      FlickrAnswers.feed(photos: photos), FlickrAnswers.failure(code: 100, "No \"key\""), single, set,
    ].map { Array($0.utf8) }
  }()

  /// As of flickr.photos.getInfo.
  private static let single = #"""
    {"photo":{"id":"9","secret":"s","server":"5","dateuploaded":"1511224886","license":0,"views":"101",
    "owner":{"nsid":"1@N00","username":"Ann","path_alias":null},"title":{"_content":"Maw"},
    "description":{"_content":"a <b>b<\/b> &amp; c"},"dates":{"posted":"1511224887","taken":"0000-01-01 00:00:00",
    "takengranularity":4,"takenunknown":"1","lastupdate":"1521989991"},
    "tags":{"tag":[{"id":"x","raw":"New York","_content":"newyork"},{"_content":"night"}]},
    "location":{"latitude":45.8,"longitude":"15.9","accuracy":"11","county":{"_content":"Zagreb"}},
    "media":"photo"},"stat":"ok"}
    """#

  /// As of flickr.photosets.getPhotos, with numbers as strings and the other way round.
  private static let set = #"""
    {"photoset":{"id":"7","owner":"1@N00","ownername":"Ann","photo":[{"id":"1","title":"it\u2019s","isprimary":"1",
    "url_s":"https:\/\/x.org\/1_s.jpg","height_s":240,"width_s":"160","latitude":0,"longitude":0,"accuracy":0},
    {"id":2,"title":"","owner":"2@N00","ownername":null,"views":"7","dateupload":1511224886,"tags":"a b"}],
    "page":"1","per_page":500,"perpage":"500","pages":1,"total":"2","title":"Set"},"stat":"ok"}
    """#

  private static let isLong = Seeds.areMany

  @Test("is decoded or refused with a reason, many times over", .timeLimit(.minutes(isLong ? 30 : 10)))
  func mutations() {
    let count = Self.isLong ? 100_000 : 1_000
    let seed = UInt64.random(in: 1 ... .max)
    var random = SplitMix(state: seed)
    var decoded = 0
    for _ in 0..<count {
      var bytes = Self.answers[Int.random(in: 0..<Self.answers.count, using: &random)]
      for _ in 0..<Int.random(in: 1...8, using: &random) { Damage.apply(to: &bytes, using: &random) }
      do throws(FlickrError) {
        let page = try PhotoPageDecoder.decode(bytes)
        decoded += 1
        // Also what the importer asks of each.
        let areSound = page.records.allSatisfy {
          !$0.id.isEmpty && !$0.displayTitle.isEmpty && $0.subtitle.utf8.count < bytes.count
            && $0.renditions.count <= 64
        }
        #expect(areSound, "seed \(seed)")
      } catch {
        #expect(!error.description.isEmpty)
      }
    }
    // Most damage hits text; were all refused, the mutations would test nothing.
    #expect((1..<count).contains(decoded), "seed \(seed)")
  }
}
