public import ObjectGraph
import PictureLooks

/// A photo of a stack with its look, both of which the context keeps as long as the member is used.
private struct StackMember {
  let photo: Photo
  let look: Look
}

/// Stacks of photos that look alike.
extension PhotoLibrary {
  /// Returns the photos of a stack, the best first.
  ///
  /// - Throws: Errors of the store.
  public func photos(ofStack number: Int) throws -> [Photo] {
    try members(ofStacks: [number]).joined().map(\.photo)
  }

  /// Returns the members of stacks, the best of each first.
  ///
  /// They are found by their looks, whose index has the stacks: a condition of photos on their looks looks at all photos.
  private func members(ofStacks numbers: [Int]) throws -> [[StackMember]] {
    let numbers = Set(numbers).sorted()
    let members = try members(of: context.fetch(Look.request(ofStacks: numbers)))
    let stacks = Dictionary(grouping: members) { $0.look.stack }
    return numbers.compactMap { stacks[$0] }
  }

  /// Returns looks with their photos, which are read at once.
  private func members(of looks: [Look]) throws -> [StackMember] {
    let photos = try context.prefetch([Look.photo.keyPath], of: looks)
    defer { withExtendedLifetime(photos) {} }
    return looks.compactMap { look in look.photo.map { StackMember(photo: $0, look: look) } }
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
    let deleted = try members(ofStacks: numbers).flatMap { $0.dropFirst().map(\.photo) }
    guard !deleted.isEmpty else { return 0 }
    try delete(deleted)
    return deleted.count
  }

  /// Returns the looks of the photos that stay in their stacks when others are deleted, with their new places, as far as these
  /// differ.
  ///
  /// A stack that keeps its best photo keeps its order. The others are grouped as by a search for stacks in which there are no
  /// other photos, and a photo that stays alone is in no stack.
  ///
  /// - Parameter photos: The photos that are deleted.
  /// - Throws: Errors of the store.
  /// - Complexity: O(*n*) in the number of photos in the stacks; O(*n*²) in that of a stack without its best photo.
  func stackPlaces(without photos: [Photo]) throws -> [(look: Look, place: StackPlace?)] {
    let looks = try context.prefetch([Photo.look.keyPath], of: photos).compactMap { $0 as? Look }
    let numbers = Set(looks.compactMap(\.stack)).sorted()
    guard !numbers.isEmpty else { return [] }
    let deleted = Set(photos.map(\.objectID))
    let rest = try context.fetch(Look.request(ofStacks: numbers)).filter { look in
      look.photo.map { !deleted.contains($0.objectID) } ?? false
    }
    var places: [(look: Look, place: StackPlace?)] = []
    var withoutBest: [Look] = []
    for looks in Dictionary(grouping: rest, by: \.stack).values {
      let best = looks[0]
      if looks.count == 1 {
        places.append((best, nil))
      } else if var place = best.stackPlace, place.place == 0 {
        place.size = looks.count
        places.append((best, place))
      } else {
        withoutBest += looks
      }
    }
    guard !withoutBest.isEmpty else { return places }
    let members = try members(of: withoutBest)
    return places + (try self.places(of: Array(Dictionary(grouping: members, by: \.look.stack).values)))
  }

  /// Returns the looks of the members of stacks with the places that a search would give them if there were no other photos, and
  /// with numbers that no other stack has.
  private func places(of stacks: [[StackMember]]) throws -> [(look: Look, place: StackPlace?)] {
    let members = stacks.flatMap(\.self)
    let apart = try UnlikeSets(in: context, of: Set(members.map(\.photo.flickrID)))
    let stored = Dictionary(
      members.compactMap { member in member.look.stack.map { (member.photo.objectID.key, $0) } },
      uniquingKeysWith: { first, _ in first })
    let others = Set(members.map { Int($0.photo.objectID.key) }).subtracting(stored.values)
    let used = Set(try context.fetch(Look.request(ofStacks: others.sorted())).compactMap(\.stack))
    let places = stacks.map { stack in
      let candidates = stack.compactMap(\.photo.stackCandidate)
      return candidates.places(apart: apart, near: candidates.neighbors)
    }
    let numbered = StackNumbers(stored, used: used).numbered(
      places.reduce(into: [:]) { $0.merge($1) { first, _ in first } })
    return members.map { ($0.look, numbered[$0.photo.objectID.key]) }
  }

  /// Separates all photos of stacks from each other, in one undoable event, and saves; no two of a stack are in a common one
  /// any more.
  ///
  /// - Throws: Errors of the store.
  @discardableResult
  public func separateStacks(_ numbers: [Int]) throws -> PendingSave {
    let stacks = try members(ofStacks: numbers)
    return try edit("separating \(Self.words(for: stacks.joined().map(\.photo)))") {
      for members in stacks {
        try insert(Separation(photos: members.map(\.photo.flickrID)))
        for member in members { member.look.move(to: nil) }
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
    let members = try members(ofStacks: [number]).flatMap(\.self)
    let ids = Set(separated.map(\.objectID))
    let rest = members.filter { !ids.contains($0.photo.objectID) }
    let separation = Separation(
      photos: separated.map(\.flickrID), others: rest.map(\.photo.flickrID))
    // The others are apart from each other only by what was said before.
    let places = try places(of: [rest])
    return try edit("separating \(Self.words(for: separated))") {
      try insert(separation)
      for member in members where ids.contains(member.photo.objectID) { member.look.move(to: nil) }
      for (look, place) in places { look.move(to: place) }
    }
  }

  private func insert(_ separation: Separation) throws {
    // One photo is apart from none.
    guard separation.photos.count + separation.others.count > 1 else { return }
    let unlike = try context.insert(UnlikePhotos.self)
    unlike.ids = separation.text
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
