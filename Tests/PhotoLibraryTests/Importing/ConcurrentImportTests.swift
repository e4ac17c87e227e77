import Flickr
import Foundation
import ObjectGraph
import PhotoLibrary
import TestSupport
import Testing

@MainActor
@Suite("Importing in the background", .timeLimit(.minutes(3)))
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
      // By what changes told, and by what a fetch finds.
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
    // Each page shares two thirds of its photos and all its photographers with its neighbours.
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
          for page in worker == 0 ? pages : pages.reversed() { try await library.bring(page) }
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

  /// The longest time that the main actor keeps somebody waiting who asks for it every millisecond.
  private static func longestHold() -> Task<Duration, Never> {
    Task.detached {
      var longest = Duration.zero
      while !Task.isCancelled {
        let asked = ContinuousClock.now
        await MainActor.run {}
        longest = max(longest, ContinuousClock.now - asked)
        try? await Task.sleep(for: .milliseconds(1))
      }
      return longest
    }
  }

  @Test("of 20,000 photos holds the main actor only for moments")
  func mainActorHold() async throws {
    let pages = (0..<4).map { page in
      (0..<5_000).map { index in
        let number = page * 5_000 + index
        return PhotoRecord.full("\(1_000_000 + number)", by: "\(number / 8)@N00", name: "Owner \(number / 8)")
      }
    }
    var holds: [Duration] = []
    let library = try TestLibrary()
    for page in pages {
      let hold = Self.longestHold()
      try await library.bring(page)
      hold.cancel()
      holds.append(await hold.value)
    }
    #expect(try library.library.photoCount() == 20_000)
    // Debug builds on busy machines: what is held by slices of 2 ms, not by 5,000 photos at once, stays far below.
    #expect(holds.sorted()[holds.count / 2] < .milliseconds(50), "\(holds)")
  }
}
