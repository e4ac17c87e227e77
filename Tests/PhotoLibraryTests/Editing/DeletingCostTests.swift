import Flickr
import ObjectGraph
import PhotoLibrary
import TestSupport
import Testing

@MainActor
@Suite("The cost of changing many photos at once")
struct DeletingCostTests {
  /// What is done to many photos.
  enum Work: CaseIterable {
    case delete, undoDelete, redoDelete, restore, undoRestore, redoRestore
  }

  @Test(
    "Deleting, restoring, undoing and redoing ask the store in proportion to the number of photos",
    arguments: Work.allCases, [1, 20])
  func proportion(work: Work, photosEach: Int) async throws {
    let few = try await cost(of: work, photos: 100, each: photosEach)
    let many = try await cost(of: work, photos: 400, each: photosEach)
    // Some look-ups by key for each photo; four times as many photos, and sixteen times as much would be the square.
    #expect(many.reads <= 10 * 400)
    #expect(many.length <= 6 * few.length + 100_000)
  }

  /// What the store is asked for some work on photos, of which each photographer has taken `each`.
  private func cost(of work: Work, photos count: Int, each: Int) async throws -> CountingStore.Counts {
    let library = try CountedLibrary()
    try await library.importPhotos(
      (0..<count).map { .full("\($0)", by: "\($0 / each)@N00", name: "Name \($0 / each)") })
    let ids = (0..<count).map(String.init)
    let photos = try library.library.context.fetch(FetchRequest<Photo>())
    let steps: [(Work, () throws -> Void)] = [
      (.delete, { try library.library.delete(photos) }),
      (.undoDelete, { try library.library.undo() }),
      (.redoDelete, { try library.library.redo() }),
      (.restore, { try library.library.restore(ids) }),
      (.undoRestore, { try library.library.undo() }),
      (.redoRestore, { try library.library.redo() }),
    ]
    for (step, action) in steps {
      let before = library.counts
      try action()
      if step == work { return library.counts - before }
      await library.library.container.coordinator.drain()
    }
    preconditionFailure("every kind of work is a step")
  }
}

/// A library in a folder of its own, with a store that counts what it is asked.
@MainActor
private struct CountedLibrary {
  let folder: TemporaryFolder
  let library: PhotoLibrary
  private let store: CountingStore

  var counts: CountingStore.Counts { store.counts }

  init() throws {
    folder = try TemporaryFolder()
    var counting: CountingStore?
    library = try PhotoLibrary(place: .folder(folder.url)) { store in
      let wrapped = CountingStore(store)
      counting = wrapped
      return wrapped
    }
    store = try #require(counting)
  }

  func importPhotos(_ records: [PhotoRecord]) async throws {
    let worker = try library.container.makeBackgroundContext(mergePolicy: .objectTrumps)
    _ = try await worker.perform {
      try PhotoImporter(context: $0, source: "sample").run(PhotoPage(records: records, skipped: 0))
    }
    try await worker.save()
  }
}
