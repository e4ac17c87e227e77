public import ObjectGraph
import PictureLooks

/// Stacks of photos that look alike.
extension PhotoLibrary {
  /// Returns the photos of a stack, the best first.
  ///
  /// - Throws: Errors of the store.
  public func photos(ofStack number: Int) throws -> [Photo] {
    try context.fetch(
      FetchRequest<Photo>(where: Photo.inStack(number), order: [FetchOrder(Photo.look.place)]))
  }

  /// Keeps the best photo of each of some stacks and deletes the others, in one undoable event, and saves.
  ///
  /// - Returns: The number of deleted photos; 0 if nothing was left to do.
  /// - Throws: Errors of the store.
  @discardableResult
  public func resolveStacks(_ numbers: [Int]) throws -> Int {
    var (kept, deleted): ([Photo], [Photo]) = ([], [])
    for photos in try numbers.map(photos(ofStack:)) where photos.count > 1 {
      kept.append(photos[0])
      deleted += photos.dropFirst()
    }
    guard !deleted.isEmpty else { return 0 }
    try delete(deleted) { for photo in kept { photo.look?.move(to: nil) } }
    return deleted.count
  }

  /// Separates photos that look alike, in one undoable event, and saves; they are in no common stack any more.
  ///
  /// - Parameters:
  ///   - number: The number of the stack.
  ///   - photo: The photo that is not like the others; `nil` for all, of which no two are alike.
  /// - Throws: Errors of the store.
  /// - Complexity: O(*n*²) in the number of photos of the stack.
  @discardableResult
  public func separateStack(_ number: Int, from photo: Photo? = nil) throws -> PendingSave {
    let photos = try photos(ofStack: number)
    let ids = photos.map(\.flickrID)
    let sets = photo.map { one in ids.filter { $0 != one.flickrID }.map { [one.flickrID, $0] } } ?? [ids]
    return try edit(photo == nil ? "separating \(Self.words(for: photos))" : "separating one photo") {
      for set in sets {
        let unlike = try context.insert(UnlikePhotos.self)
        unlike.ids = set.joined(separator: "\n")
      }
      let unlike = try UnlikeSets(in: context)
      let candidates = photos.compactMap(\.stackCandidate)
      let places = candidates.places(of: candidates.nearPairs, apart: unlike)
      for photo in photos { photo.look?.move(to: places[photo.objectID.key]) }
    }
  }
}

extension [StackCandidate] {
  /// The pairs of photos that look alike.
  ///
  /// - Complexity: O(*n*²)
  fileprivate var nearPairs: [LookPair] {
    indices.flatMap { first in
      (first + 1..<Swift.max(first + 1, count)).compactMap { second in
        LookLikeness.areNear(self[first].look, self[second].look)
          ? LookPair(first: first, second: second) : nil
      }
    }
  }
}

/// The conditions of looks and stacks.
extension Photo {
  /// Returns a predicate for the photos of a stack.
  public static func inStack(_ number: Int) -> FetchPredicate { Photo.look.stack == number }

  /// A predicate for the best photos of stacks.
  public static var bestOfStacks: FetchPredicate { Photo.look.stackSize != nil }

  /// The order of stacks: those of most photos first.
  public static var stackOrder: [FetchOrder] { [FetchOrder(Photo.look.stackSize, ascending: false)] }

  /// The order of the photos of a stack: the best first.
  public static var placeOrder: [FetchOrder] { [FetchOrder(Photo.look.place)] }
}
