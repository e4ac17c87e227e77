import ObjectGraph
import PictureLooks

/// The looks of all photos in memory, for comparing them with one.
struct LookIndex: Sendable {
  /// The look that came last when they were read.
  let newest: ManagedObjectID?
  private var looks: [PictureLook] = []
  /// The keys of the photos.
  private var keys: [Int64] = []
  private let coordinator: PersistentStoreCoordinator

  /// Reads all looks of a store.
  ///
  /// - Parameters:
  ///   - coordinator: The coordinator of the store.
  ///   - newest: The look that came last.
  /// - Throws: Errors of the store; `CancellationError`.
  init(of coordinator: PersistentStoreCoordinator, newest: ManagedObjectID?) async throws {
    (self.coordinator, self.newest) = (coordinator, newest)
    let query = FetchRequest<Look>().query(in: coordinator.model)
    let paths = [Look.photo.keyPath, Look.bytes.keyPath]
    (keys, looks) = try await coordinator.readCancellably(isBulk: true) { reader in
      var (keys, looks): ([Int64], [PictureLook]) = ([], [])
      try reader.forEach(query, paths: paths) { _, values in
        guard let key = values[0].objectKey, case .data(let bytes) = values[1],
          let look = PictureLook(bytes: [UInt8](bytes))
        else { return }
        keys.append(key)
        looks.append(look)
      }
      return (keys, looks)
    }
  }

  /// Returns the photos whose pictures are most like one, the likest first.
  ///
  /// - Complexity: O(*n*) in the number of looks.
  @concurrent
  func photos(like look: PictureLook, atMost count: Int) async -> [ManagedObjectID] {
    let entity = coordinator.model.number(of: Photo.self)
    return NearestLooks.find(count, nearestTo: look, in: looks).map {
      ManagedObjectID(entity: entity, key: keys[$0], in: coordinator.identity)
    }
  }
}
