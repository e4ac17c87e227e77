import PictureLooks
import TestSupport
import Testing

@Suite("Search for the nearest looks")
struct NearestLooksTests {
  @Test(
    "The search finds those that sorting all by their distance finds",
    arguments: Seeds.range(quick: 5, long: 100))
  func sorting(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let looks = try (0..<300).map { _ in try RandomLook.any(&random) }
    let look = try RandomLook.any(&random)
    let sorted = looks.indices.sorted { one, other in
      let (first, second) = (
        NearestLooks.distance(from: look, to: looks[one]), NearestLooks.distance(from: look, to: looks[other])
      )
      return (first, one) < (second, other)
    }
    for count in [0, 1, 17, 300, 1_000] {
      #expect(NearestLooks.find(count, nearestTo: look, in: looks) == Array(sorted.prefix(count)))
    }
  }

  @Test("Altered copies of a picture of the sample roll are nearer than all other pictures")
  func copies() throws {
    let looks = SamplePicture.looks
    var wrong: [String] = []
    for (index, picture) in SamplePicture.all.enumerated() {
      for alteration in [Alteration.half, .quality60, .crop, .brighter] {
        let altered = PictureLook(of: try alteration.apply(to: picture.bitmap))
        if NearestLooks.find(1, nearestTo: altered, in: looks) != [index] { wrong.append(picture.name) }
      }
    }
    #expect(looks.count >= 50)
    #expect(wrong.count * 50 <= 4 * looks.count, "\(wrong)")
  }
}
