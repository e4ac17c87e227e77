import PictureBasics
import Pictures
import Testing

/// The other tests compare with thresholds, which have to fail for the faults that there could be.
@Suite("The measure of likeness")
struct SimilarityTests {
  private let card = TestPicture.card()

  @Test("Equal pictures are alike without end, those of different extents not at all")
  func extremes() {
    #expect(likeness(card, card) == .infinity)
    #expect(likeness(card, TestPicture.card(95, 64)) == 0)
  }

  @Test("Exchanged colors fall below every threshold that tests use")
  func exchanged() {
    #expect(likeness(card, TestPicture.mapped(card) { ($2, $1, $0) }) < 20)
    #expect(likeness(card, TestPicture.mapped(card) { ($1, $0, $2) }) < 20)
  }

  @Test("A shift by one pixel is found, in each direction", arguments: [(0, 1), (1, 0), (1, 1)])
  func shifted(x: Int, y: Int) throws {
    let large = TestPicture.card(98, 66)
    let ideal = try #require(large.cropped(to: PixelRect(x: 1, y: 1, width: 96, height: 64)))
    let moved = try #require(large.cropped(to: PixelRect(x: 1 + x, y: 1 + y, width: 96, height: 64)))
    #expect(offset(of: ideal, in: ideal, reach: 1) == [0, 0])
    #expect(offset(of: moved, in: ideal, reach: 1) == [x, y])
  }
}
