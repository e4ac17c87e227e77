/// The squares in which photos were taken, each with the tag that is typical of it.
struct PlaceNames {
  /// The number of photos of each square.
  private(set) var counts: [PlaceCell: Int] = [:]
  private var tags: [PlaceCell: [Substring: Int]] = [:]
  private var totals: [Substring: Int] = [:]

  /// The number of photos of a square whose tags are read; more would not change its name.
  private static let sampleSize = 64

  /// Adds a photo with its tags, which blanks separate.
  mutating func add(_ text: String, in cell: PlaceCell) {
    counts[cell, default: 0] += 1
    guard counts[cell, default: 0] <= Self.sampleSize else { return }
    for tag in Set(text.split(separator: " ")) {
      tags[cell, default: [:]][tag, default: 0] += 1
      totals[tag, default: 0] += 1
    }
  }

  /// Returns the tag that most photos of a square have and few others; `nil` if there is none that at least two photos and
  /// a third of them have.
  func name(of cell: PlaceCell) -> String? {
    let least = max(2, min(counts[cell, default: 0], Self.sampleSize) / 3)
    let candidates = (tags[cell] ?? [:]).filter { tag, count in
      count >= least && tag.first?.isLetter == true
    }
    func weight(_ tag: (key: Substring, value: Int)) -> Double {
      Double(tag.value) * Double(tag.value) / Double(totals[tag.key] ?? 1)
    }
    // Of equal ones the first in the alphabet, so that the name does not change from one reading to the next.
    let best = candidates.max { (weight($0), $1.key) < (weight($1), $0.key) }
    return best.map { String($0.key) }
  }
}
