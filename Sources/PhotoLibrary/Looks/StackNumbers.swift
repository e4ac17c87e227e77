/// The numbers by which stacks stay known when their best photos change.
///
/// A list of a stack goes on, and an undo finds the photos in the stack in which the event left them.
struct StackNumbers {
  private let stored: [Int64: Int]
  private let used: Set<Int>

  /// Creates the numbers of stored stacks.
  ///
  /// - Parameters:
  ///   - stored: The stored number of the stack of each photo that has one, by the key of the photo.
  ///   - used: The numbers of other stacks.
  init(_ stored: [Int64: Int], used: Set<Int> = []) { (self.stored, self.used) = (stored, used) }

  /// A stored number that photos of a stack have.
  private struct Claim {
    let stack: Int
    let number: Int
    /// The number of photos of the stack that have the number.
    let photos: Int

    /// Returns whether the stack gets the number rather than the one of another claim.
    func precedes(_ other: Claim) -> Bool {
      (other.photos, stack, number) < (photos, other.stack, other.number)
    }
  }

  /// Returns places with the numbers by which their stacks stay known.
  ///
  /// A stack has the number that most of its photos have, unless another stack has more photos with it. No two have the same.
  ///
  /// - Parameter places: The places of photos by their keys, in stacks that have the keys of their best photos as numbers.
  /// - Complexity: O(*n* log *n*) in the number of photos.
  func numbered(_ places: [Int64: StackPlace]) -> [Int64: StackPlace] {
    let stacks = Dictionary(grouping: places.keys) { places[$0]?.stack ?? 0 }
    let claims = stacks.flatMap { stack, photos in
      let counts = photos.reduce(into: [Int: Int]()) { counts, photo in
        if let number = stored[photo] { counts[number, default: 0] += 1 }
      }
      return counts.map { Claim(stack: stack, number: $0.key, photos: $0.value) }
    }
    var numbers: [Int: Int] = [:]
    var used = used
    for claim in claims.sorted(by: { $0.precedes($1) })
    where numbers[claim.stack] == nil && used.insert(claim.number).inserted {
      numbers[claim.stack] = claim.number
    }
    for stack in stacks.keys.sorted() where numbers[stack] == nil {
      // A photo that was the best of another stack can have given that its key.
      let keys = [stack] + (stacks[stack] ?? []).map { Int($0) }.sorted()
      let number = keys.first { !used.contains($0) } ?? (used.max() ?? 0) + 1
      used.insert(number)
      numbers[stack] = number
    }
    return places.mapValues { place in
      var place = place
      place.stack = numbers[place.stack] ?? place.stack
      return place
    }
  }
}
