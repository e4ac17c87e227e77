public import ObjectGraph
import PictureLooks

/// Stacks of photos that look alike.
extension PhotoLibrary {
  /// Returns the photos of a stack, the best first.
  ///
  /// - Throws: Errors of the store.
  public func photos(ofStack number: Int) throws -> [Photo] {
    try photos(ofStacks: [number]).first ?? []
  }

  /// Returns the photos of stacks, the best of each first.
  ///
  /// They are found by their looks, whose index has the stacks: a condition of photos on their looks looks at all photos.
  private func photos(ofStacks numbers: [Int]) throws -> [[Photo]] {
    let numbers = Set(numbers).sorted()
    let looks = try context.fetch(Look.request(ofStacks: numbers))
    let photos = try context.prefetch([Look.photo.keyPath], of: looks)
    defer { withExtendedLifetime(photos) {} }
    let stacks = Dictionary(grouping: looks) { $0.stack }
    return numbers.compactMap { stacks[$0]?.compactMap(\.photo) }
  }

  /// Returns the number of the stack of a photo; `nil` if it is in none, or was deleted.
  ///
  /// - Throws: Errors of the store.
  public func stack(of photo: ManagedObjectID) throws -> Int? {
    let isOfPhoto = FetchRequest<Look>(where: Look.photo == photo)
    return try context.fetchValues(isOfPhoto).first?[Look.stack]
  }

  /// Keeps the best photo of each of some stacks and deletes the others, in one undoable event, and saves.
  ///
  /// - Returns: The number of deleted photos; 0 if nothing was left to do.
  /// - Throws: Errors of the store.
  @discardableResult
  public func resolveStacks(_ numbers: [Int]) throws -> Int {
    var (kept, deleted): ([Photo], [Photo]) = ([], [])
    for photos in try photos(ofStacks: numbers) where photos.count > 1 {
      kept.append(photos[0])
      deleted += photos.dropFirst()
    }
    guard !deleted.isEmpty else { return 0 }
    try readLooks(of: kept)
    try delete(deleted) { for photo in kept { photo.look?.move(to: nil) } }
    return deleted.count
  }

  /// Separates all photos of stacks from each other, in one undoable event, and saves; no two of a stack are in a common one
  /// any more.
  ///
  /// - Throws: Errors of the store.
  @discardableResult
  public func separateStacks(_ numbers: [Int]) throws -> PendingSave {
    let stacks = try photos(ofStacks: numbers)
    try readLooks(of: stacks.flatMap(\.self))
    return try edit("separating \(Self.words(for: stacks.flatMap(\.self)))") {
      for photos in stacks {
        try insertUnlike(photos.map(\.flickrID))
        for photo in photos { photo.look?.move(to: nil) }
      }
    }
  }

  /// Separates photos of a stack from its other photos, in one undoable event, and saves; the others stay a stack, around another
  /// photo if its best leaves.
  ///
  /// - Parameters:
  ///   - separated: The photos that are not like the others, nor like each other.
  ///   - number: The number of the stack.
  /// - Throws: Errors of the store.
  /// - Complexity: O(*n*²) in the number of photos of the stack.
  @discardableResult
  public func separate(_ separated: [Photo], fromStack number: Int) throws -> PendingSave {
    let photos = try photos(ofStack: number)
    let rest = photos.filter { photo in !separated.contains { $0 === photo } }
    try readLooks(of: photos)
    var apart = try UnlikeSets(in: context)
    return try edit("separating \(Self.words(for: separated))") {
      var sets = separated.flatMap { photo in rest.map { [photo.flickrID, $0.flickrID] } }
      if separated.count > 1 { sets.append(separated.map(\.flickrID)) }
      for ids in sets {
        try insertUnlike(ids)
        apart.insert(ids)
      }
      let candidates = rest.compactMap(\.stackCandidate)
      let places = candidates.places(apart: apart, near: candidates.neighbors)
      for photo in photos { photo.look?.move(to: places[photo.objectID.key]) }
    }
  }

  /// Reads the looks of photos at once, for a change of them.
  private func readLooks(of photos: [Photo]) throws {
    withExtendedLifetime(try context.prefetch([Photo.look.keyPath], of: photos)) {}
  }

  private func insertUnlike(_ ids: [String]) throws {
    let unlike = try context.insert(UnlikePhotos.self)
    unlike.ids = ids.joined(separator: "\n")
  }

  /// Returns the numbers of photos without a look, and of all photos; counts in the background.
  ///
  /// - Throws: Errors of the store.
  public func photosWithoutLook() async throws -> (without: Int, all: Int) {
    let without = FetchRequest<Photo>(where: Photo.look == nil).query(in: context.model)
    let all = FetchRequest<Photo>().query(in: context.model)
    return try await container.coordinator.readCancellably { (try $0.count(without), try $0.count(all)) }
  }
}

extension [StackCandidate] {
  /// Returns the indices of the photos that look like one.
  ///
  /// - Complexity: O(*n*)
  fileprivate func neighbors(of index: Int) -> [Int] {
    indices.filter { $0 != index && LookLikeness.areNear(self[index].look, self[$0].look) }
  }
}

extension Look {
  /// Returns the request of the looks of photos in stacks, those of the best photos first.
  static func request(ofStacks numbers: [Int]) -> FetchRequest<Look> {
    FetchRequest<Look>(where: stack.isIn(numbers), order: [FetchOrder(place)])
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
