import Dispatch
import Flickr
import Foundation
import ObjectGraph
import PhotoLibrary
import TestSupport
import Testing

@MainActor
@Suite("Importing in the background", .timeLimit(.minutes(10)))
struct ConcurrentImportTests {
  /// What observers of the main context see, after every change.
  @MainActor
  private final class Watcher {
    private(set) var duplicates = 0
    private(set) var rounds = 0
    private var photos: [ManagedObjectID: String] = [:]
    private var photographers: [ManagedObjectID: String] = [:]

    func look(_ changes: ContextChanges, _ context: ManagedObjectContext) {
      rounds += 1
      for id in changes.deleted { (photos[id], photographers[id]) = (nil, nil) }
      for id in changes.inserted.union(changes.updated) {
        switch (try? context.existingObject(with: id)) ?? nil {
        case let photo as Photo: photos[id] = photo.flickrID
        case let photographer as Photographer: photographers[id] = photographer.ownerID
        default: break
        }
      }
      // By the reported changes, and by the result of a fetch.
      duplicates += photos.count - Set(photos.values).count
      duplicates += photographers.count - Set(photographers.values).count
      duplicates += (try? Self.fetched(context)) ?? 1
    }

    private static func fetched(_ context: ManagedObjectContext) throws -> Int {
      let photos = try context.fetch(FetchRequest<Photo>()).map(\.flickrID)
      let owners = try context.fetch(FetchRequest<Photographer>()).map(\.ownerID)
      return photos.count - Set(photos).count + owners.count - Set(owners).count
    }
  }

  @Test("overlapping pages by two workers never shows a photo or photographer twice")
  func duplicates() async throws {
    let library = try TestLibrary()
    let watcher = Watcher()
    let context = library.context
    let observation = context.observe { changes in MainActor.assumeIsolated { watcher.look(changes, context) }
    }
    // Each page shares two thirds of its photos and all its photographers with its neighbors.
    let pages = (0..<12).map { page in
      (0..<60).map { index in
        let number = page * 20 + index
        return PhotoRecord(
          "\(1_000 + number)", "Title \(number)", by: "\(number % 25)@N00", name: "Owner \(number % 25)")
      }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<2 {
        group.addTask {
          for page in worker == 0 ? pages : pages.reversed() { try await library.importPhotos(page) }
        }
      }
      try await group.waitForAll()
    }
    #expect(watcher.duplicates == 0)
    #expect(watcher.rounds >= 4)
    #expect(try library.photos().count == 280)
    #expect(try library.photographers().count == 25)
    #expect(try await library.isSound())
    withExtendedLifetime(observation) {}
  }

  @Test("of 20,000 photos reaches the main actor in slices, between which others have their turn")
  func slices() async throws {
    let library = try TestLibrary()
    var slices: [Int] = []
    let turns = Turns()
    var turnsAtSlices: [Int] = []
    let observation = library.context.observe { changes in
      MainActor.assumeIsolated {
        slices.append(changes.inserted.count)
        turnsAtSlices.append(turns.count)
      }
    }
    turns.next()
    try await library.importPhotos(
      (0..<20_000).map { PhotoRecord.full("\($0)", by: "\($0 / 8)@N00", name: "Owner \($0 / 8)") })
    turns.isOver = true
    #expect(slices.reduce(0, +) == 22_500)
    #expect(slices.count >= 22_500 / 512 && slices.allSatisfy { $0 <= 512 })
    #expect(zip(turnsAtSlices, turnsAtSlices.dropFirst()).allSatisfy { $0 < $1 })
    withExtendedLifetime(observation) {}
  }
}

/// Something else that wants its turn on the main queue, again and again.
///
/// By the queue itself, which keeps to the order in which it is asked: `Task.yield()` goes by way of other threads.
@MainActor
private final class Turns {
  private(set) var count = 0
  var isOver = false

  func next() {
    count += 1
    guard !isOver else { return }
    DispatchQueue.main.async { MainActor.assumeIsolated { self.next() } }
  }
}
