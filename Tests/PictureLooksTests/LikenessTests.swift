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
    let found = try LookPairs.near(in: looks).map {
      "\(SamplePicture.all[$0.first].name) \(SamplePicture.all[$0.second].name)"
        + " \(looks[$0.first].gradientDistance(to: looks[$0.second]))"
        + " \(looks[$0.first].layout.lumaDistance(to: looks[$0.second].layout))"
        + " \(looks[$0.first].layout.colorDistance(to: looks[$0.second].layout))"
    }
    #expect(looks.count >= 50)
    #expect(found.isEmpty, "\(found)")
  }
}
