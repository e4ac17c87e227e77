import ObjectGraph
import PictureLooks

/// The facts of a photo by which the best of a stack is chosen.
struct StackCandidate: Hashable, Sendable {
  /// The key of the photo.
  let key: Int64
  /// Flickr's ID of the photo.
  let flickrID: String
  /// The look.
  let look: PictureLook
  /// The pixels of the largest image; 0 if they are not known.
  let pixels: Int
  /// A Boolean value that indicates whether the user has the file.
  let isOriginal: Bool
  /// The number of views.
  let views: Int

  /// The values that are compared, one after the other; the higher one is better.
  private var values: [Int] {
    // Smaller differences of sharpness are those of two encodings of one picture: 8 are half a doubling of the detail.
    [Int(look.sharpness) / 8, pixels, isOriginal ? 1 : 0, views, Int(-key)]
  }

  /// Returns a Boolean value that indicates whether the photo is better than another; a strict order.
  func precedes(_ other: StackCandidate) -> Bool { other.values.lexicographicallyPrecedes(values) }

  /// Returns the reason why the photo is better than another one that it precedes.
  func reason(against other: StackCandidate) -> StackReason {
    let number = zip(values, other.values).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    return number.flatMap { StackReason(rawValue: $0 + 1) } ?? .first
  }
}

extension [StackCandidate] {
  /// Returns the places of photos in stacks, by their keys; photos in no stack have none.
  ///
  /// The number of a stack is the key of its best photo; ``StackNumbers`` has those by which stacks are stored.
  ///
  /// - Parameters:
  ///   - unlike: The photos that must be apart.
  ///   - near: Returns the indices of the photos that look like one, without that one.
  func places(apart unlike: UnlikeSets, near: (Int) throws -> [Int]) rethrows -> [Int64: StackPlace] {
    let sets = map { unlike[$0.flickrID] }
    let stacks = try LookStack.make(
      count: count, near: near, precedes: { self[$0].precedes(self[$1]) }, unlike: { sets[$0] },
      look: { self[$0].look })
    var places: [Int64: StackPlace] = [:]
    for stack in stacks {
      let number = Int(self[stack.best].key)
      places[self[stack.best].key] = StackPlace(
        stack: number, place: 0, size: 1 + stack.others.count,
        reason: stack.others.first.map { self[stack.best].reason(against: self[$0]) })
      for (index, other) in stack.others.enumerated() {
        places[self[other].key] = StackPlace(stack: number, place: 1 + index)
      }
    }
    return places
  }
}
