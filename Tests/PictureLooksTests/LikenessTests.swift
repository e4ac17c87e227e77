import PictureLooks
import Testing

@Suite("Likeness of pictures")
struct LikenessTests {
  @Test("Altered copies of the sample roll are found", arguments: Alteration.allCases)
  func recall(alteration: Alteration) throws {
    var missed: [String] = []
    for (picture, look) in zip(SamplePicture.all, SamplePicture.looks) {
      let altered = PictureLook(of: try alteration.apply(to: picture.bitmap))
      if !LookLikeness.areNear(look, altered) {
        missed.append("\(picture.name) \(look.gradientDistance(to: altered))")
      }
    }
    #expect(SamplePicture.all.count >= 50)
    #expect(missed.count * 20 <= SamplePicture.all.count, "\(missed)")
  }

  @Test("No two different pictures of the sample roll look alike")
  func foreignPictures() throws {
    let looks = SamplePicture.looks
    let near = NearLooks(looks)
    let pairs = looks.indices.flatMap { first in near.neighbors(of: first).map { (first, $0) } }
    let found = pairs.filter { $0.0 < $0.1 }.map { first, second in
      "\(SamplePicture.all[first].name) \(SamplePicture.all[second].name)"
        + " \(looks[first].gradientDistance(to: looks[second]))"
        + " \(looks[first].layout.lumaDistance(to: looks[second].layout))"
        + " \(looks[first].layout.colorDistance(to: looks[second].layout))"
    }
    #expect(looks.count >= 50)
    #expect(found.isEmpty, "\(found)")
  }

  @Test("A picture may differ in one way as a copy does, and not in all of them", arguments: [true, false])
  func sum(isGray: Bool) throws {
    func look(gradient: Int = 0, light: UInt8 = 0, color: UInt8 = 0) throws -> PictureLook {
      let bits = (UInt64(1) << UInt64(gradient)) - 1
      let layout: [UInt8] = [0, light, 0, 0, 0, 0, color, 0, 0, 0, 0, 0]
      return try #require(
        PictureLook(
          bytes: (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) } + layout
            + [isGray ? 0 : 40, 100, 100, 128]))
    }
    let picture = try look()
    for other in [
      try look(gradient: 8, light: 5, color: 5), try look(gradient: 3, light: 9, color: 5),
      try look(gradient: 3, light: 4, color: 12),
    ] {
      #expect(LookLikeness.areNear(picture, other))
    }
    #expect(LookLikeness.areNear(picture, try look(gradient: 7, light: 8, color: 10)) == isGray)
    #expect(!LookLikeness.areNear(picture, try look(light: 10)))
    #expect(!LookLikeness.areNear(picture, try look(gradient: 9)))
  }
}
