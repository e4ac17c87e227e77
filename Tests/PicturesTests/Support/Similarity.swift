import Foundation
import PictureBasics
import Pictures

/// How alike two pictures are: the ratio of the full signal to the mean error of red, green and blue, in decibels (PSNR).
///
/// Infinite for equal ones; above 40 no eye sees a difference; 0 when they have not even the same extent.
func likeness(_ one: Bitmap, _ other: Bitmap) -> Double {
  guard one.size == other.size else { return 0 }
  var sum = 0
  for index in one.pixels.indices where index % 4 != 3 {
    let difference = Int(one.pixels[index]) - Int(other.pixels[index])
    sum += difference * difference
  }
  let mean = Double(sum) / Double(3 * one.size.area)
  return mean == 0 ? .infinity : 10 * log10(255 * 255 / mean)
}

/// The place at which `drawn` is most like `ideal`, of its own and those up to `reach` pixels beside it: (0, 0) unless something
/// was shifted.
func offset(of drawn: Bitmap, in ideal: Bitmap, reach: Int) -> [Int] {
  let steps = [-reach, 0, reach]
  let inner = PixelRect(
    x: reach, y: reach, width: ideal.width - 2 * reach, height: ideal.height - 2 * reach)
  guard drawn.size == ideal.size, let middle = drawn.cropped(to: inner) else { return [] }
  let places = steps.flatMap { x in steps.map { y in [x, y] } }
  return places.max { likenessOfPart($0) < likenessOfPart($1) } ?? []

  func likenessOfPart(_ place: [Int]) -> Double {
    let moved = PixelRect(
      x: reach + place[0], y: reach + place[1], width: inner.size.width, height: inner.size.height)
    return ideal.cropped(to: moved).map { likeness(middle, $0) } ?? 0
  }
}
