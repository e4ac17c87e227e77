/// Random damage of JSON, as by transmission errors, disk errors, or faulty programs.
public enum Damage {
  private static let marks = Array("{}[]\",:\\u0-e.n ".utf8)

  /// Removes, flips, inserts, truncates, or repeats some bytes.
  public static func apply(to bytes: inout [UInt8], using random: inout some RandomNumberGenerator) {
    guard !bytes.isEmpty else { return }
    let place = Int.random(in: 0..<bytes.count, using: &random)
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
