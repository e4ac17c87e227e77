import PictureBasics
public import Pictures

/// The mean difference of two pictures, from 0 to 255 per color; the second is scaled to the size of the first.
public func difference(_ one: Bitmap, _ other: Bitmap) -> Double {
  let other = other.resized(to: one.size)
  var sum = 0
  for index in one.pixels.indices where index % 4 != 3 {
    sum += abs(Int(one.pixels[index]) - Int(other.pixels[index]))
  }
  return Double(sum) / Double(3 * one.size.area)
}
