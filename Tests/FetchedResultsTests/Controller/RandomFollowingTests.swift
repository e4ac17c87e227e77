import ListChanges
import ObjectGraph
import TestSupport
import Testing

@testable import FetchedResults

@Suite("Lists under random changes of a context")
@MainActor
struct RandomFollowingTests {
  static let photoLists: [(FetchRequest<Photo>, String?)] = [
    (FetchRequest(order: [FetchOrder("title")]), nil),
    (FetchRequest(), nil),
    (FetchRequest(order: [FetchOrder("title", comparison: .natural)]), "title"),
    (FetchRequest(order: [FetchOrder("views", ascending: false), FetchOrder("title")]), "views"),
    (FetchRequest(order: [FetchOrder("photographer.name"), FetchOrder("title")]), "photographer.name"),
    (FetchRequest(order: [FetchOrder("title")], limit: 7, offset: 2), nil),
    (FetchRequest(order: [FetchOrder("photographer.photos.@count"), FetchOrder("title")]), nil),
    (
      FetchRequest(
        where: .comparison(.init("photographer.name", .less, .value(.string("n3")))),
        order: [FetchOrder("photographer.name", ascending: false)], limit: 9), nil
    ),
    (
      FetchRequest(
        where: others, order: [FetchOrder("photographer.photos.@max.title"), FetchOrder("title")]), nil
    ),
  ]

  /// The photographers of whom more than one photo has a title with a 1 in it.
  private static let some = FetchPredicate.comparison(
    .init(
      .function(
        .count,
        [
          .subquery(
            .init("photos", "p", where: .comparison(.init("$p.title", .contains, .value(.string("1"))))))
        ]),
      .greater, .value(.integer(1))))

  /// The photos by photographers like these, by way of the photos of each.
  private static let others = FetchPredicate.comparison(
    .init(
      .function(
        .max,
        [
          .subquery(
            .init(
              "photographer.photos", "p",
              where: .comparison(.init("$p.photographer.photos.@sum.views", .greater, .value(.integer(3)))),
              taking: "views"))
        ]), .greater, .path("views")))

  static let photographerLists: [(FetchRequest<Photographer>, String?)] = [
    (FetchRequest(where: some, order: [FetchOrder("photos.@sum.views"), FetchOrder("name")]), nil),
    (FetchRequest(order: [FetchOrder("photos.@count", ascending: false), FetchOrder("name")]), nil),
    (FetchRequest(order: [FetchOrder("photos.@count")]), "photos.@count"),
    (
      FetchRequest(
        where: .comparison(.init("photos.title", .contains, .value(.string("1")), quantifier: .any))), nil
    ),
  ]

  /// Lists with sections by the beginning of a text.
  private static let lists: [(FetchRequest<Photo>, String, Int)] = [
    (FetchRequest(order: [FetchOrder("title")]), "title", 2),
    (FetchRequest(order: [FetchOrder("title", ascending: false), FetchOrder("views")]), "title", 1),
    (FetchRequest(order: [FetchOrder("photographer.name"), FetchOrder("title")]), "photographer.name", 1),
    (FetchRequest(order: [FetchOrder("title")], limit: 9, offset: 1), "title", 2),
  ]

  @Test(
    "Every list is at any time what a fetch gives, and its changes lead there",
    arguments: Seeds.range(quick: 4, long: 80))
  func everyList(_ seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let library = try Library()
    var life = RandomLife(library: library)
    for _ in 0..<30 { try life.change(using: &random) }
    try await library.save()
    for _ in 0..<10 { try life.change(using: &random) }
    let photos =
      try Self.photoLists.map { Follower(try library.controller($0, by: $1)) }
      + Self.lists.map { Follower(try library.controller($0, by: $1, length: $2)) }
    let photographers = try Self.photographerLists.map { Follower(try library.controller($0, by: $1)) }
    let first = try await fetched(photos)
    let second = try await fetched(photographers)
    for round in 0..<40 {
      for _ in 0..<Int.random(in: 1...4, using: &random) { try life.change(using: &random) }
      if round % 7 == 3 { try library.context.publish() }
      if round % 7 == 6 { try await life.save() }
      if round % 9 == 5 { try await life.work(using: &random) }
      let comment: Comment = "seed \(seed), round \(round)"
      for follower in first { try follower.expectCurrent(comment) }
      for follower in second { try follower.expectCurrent(comment) }
    }
  }

  /// Followers of the same lists once they have been fetched.
  private func fetched<Object>(_ followers: [Follower<Object>]) async throws -> [Follower<Object>] {
    for follower in followers { try await follower.controller.load() }
    return followers.map { Follower($0.controller) }
  }
}

/// What may happen in a library.
@MainActor
struct RandomLife {
  let library: Library

  mutating func change(using random: inout some RandomNumberGenerator) throws {
    let context = library.context
    let photo = try context.fetch(FetchRequest<Photo>()).randomElement(using: &random)
    let photographer = try context.fetch(FetchRequest<Photographer>()).randomElement(using: &random)
    switch Int.random(in: 0..<16, using: &random) {
    case 0..<4:
      try library.photo(title(&random), by: photographer, views: Int.random(in: 0..<4, using: &random))
    case 4: _ = try library.photographer(name(&random))
    case 5: photographer?.name = name(&random)
    case 6, 7: photo?.title = title(&random)
    case 8: photo?.views += 1
    case 9: photo?.photographer = photographer
    case 10: photo?.photographer = nil
    case 11, 12: photo.map(context.delete)
    case 13: if Bool.random(using: &random) { photographer.map(context.delete) }
    case 14: context.undo()
    default: context.redo()
    }
  }

  /// Saves, or gives up what is in conflict with what a worker has saved.
  func save() async throws {
    do {
      try await library.save()
    } catch is ConflictError {
      library.context.rollback()
    }
  }

  /// Changes made and saved by another context.
  func work(using random: inout some RandomNumberGenerator) async throws {
    let worker = try library.container.makeBackgroundContext(mergePolicy: .objectTrumps)
    let (title, name) = (title(&random), name(&random))
    let index = Int.random(in: 0..<20, using: &random)
    try await worker.perform { context in
      let photos = try context.fetch(FetchRequest<Photo>(order: [FetchOrder("title")]))
      let photographers = try context.fetch(FetchRequest<Photographer>())
      photographers.last?.name = name
      if photos.indices.contains(index) { photos[index].title = title }
      if let last = photos.last { context.delete(last) }
      for number in 0..<3 {
        let photo = try context.insert(Photo.self)
        (photo.title, photo.photographer) = ("\(title ?? "w")\(number)", photographers.first)
      }
    }
    try await worker.save()
    // What was undone could be redone on a photo that the worker has deleted.
    library.context.undoHistory?.removeAll()
  }

  private func title(_ random: inout some RandomNumberGenerator) -> String? {
    [nil, "", "T1", "t1", "t\(Int.random(in: 0..<20, using: &random))"].randomElement(using: &random) ?? nil
  }

  private func name(_ random: inout some RandomNumberGenerator) -> String? {
    Bool.random(using: &random) ? "n\(Int.random(in: 0..<6, using: &random))" : nil
  }
}
