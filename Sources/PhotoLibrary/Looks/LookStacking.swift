import Flickr
import ObjectGraph
import PictureFetching
import PictureLooks

/// The search for stacks among all looks of a library.
struct LookStacking: Sendable {
  let coordinator: PersistentStoreCoordinator
  let worker: BackgroundContext

  /// The looks of all photos, with what is stored of their stacks.
  private struct Stored: Sendable {
    var looks: [PictureLook] = []
    /// The keys of the looks and of their photos.
    var keys: [(look: Int64, photo: Int64)] = []
    /// The stored places, by the key of the photo, of those that have one.
    var places: [Int64: StackPlace] = [:]
  }

  /// A change of a photo's place.
  private struct Change: Sendable {
    let old: StackPlace?
    let new: StackPlace?
  }

  /// Finds the stacks, and saves the places of photos that changed.
  ///
  /// - Throws: Errors of the library; `CancellationError`.
  /// - Complexity: That of ``PictureLooks/NearLooks/indices(in:)``, and of a search for the neighbors of each photo that is
  ///   in no stack around a better one.
  @concurrent
  func run() async throws -> StackCounts {
    let stored = try await read()
    let candidates = try await candidates(NearLooks.indices(in: stored.looks), in: stored)
    let unlike = try await worker.perform { try UnlikeSets(in: $0) }
    let near = NearLooks(candidates.map(\.look))
    let found = try candidates.places(apart: unlike) { index in
      try Task.checkCancellation()
      return near.neighbors(of: index)
    }
    let places = StackNumbers(stored.places.mapValues(\.stack)).numbered(found)
    var changes: [Int64: Change] = [:]
    for keys in stored.keys where places[keys.photo] != stored.places[keys.photo] {
      changes[keys.look] = Change(old: stored.places[keys.photo], new: places[keys.photo])
    }
    try await save(changes)
    return StackCounts(
      stacks: places.values.count { $0.place == 0 }, photos: places.count, changed: changes.count)
  }

  private func read() async throws -> Stored {
    let query = FetchRequest<Look>().query(in: coordinator.model)
    let paths = [
      Look.photo.keyPath, Look.bytes.keyPath, Look.stack.keyPath, Look.place.keyPath, Look.stackSize.keyPath,
      Look.reasonNumber.keyPath,
    ]
    return try await coordinator.readCancellably(isBulk: true) { reader in
      var stored = Stored()
      try reader.forEach(query, paths: paths) { id, values in
        guard let photo = values[0].objectKey, case .data(let bytes) = values[1],
          let look = PictureLook(bytes: [UInt8](bytes))
        else { return }
        stored.looks.append(look)
        stored.keys.append((id.key, photo))
        if let stack = values[2].number, let place = values[3].number {
          stored.places[photo] = StackPlace(
            stack: stack, place: place, size: values[4].number,
            reason: values[5].number.flatMap(StackReason.init))
        }
      }
      return stored
    }
  }

  /// Reads the facts of photos, by the indices of their looks; those of photos that were deleted meanwhile are left out.
  private func candidates(_ indices: [Int], in stored: Stored) async throws -> [StackCandidate] {
    let looks = Dictionary(
      indices.map { (stored.keys[$0].photo, stored.looks[$0]) }, uniquingKeysWith: { first, _ in first })
    let entity = coordinator.model.number(of: Photo.self)
    let ids = indices.map { coordinator.id(of: entity, key: stored.keys[$0].photo) }
    let model = coordinator.model
    let found = try await coordinator.readCancellably(isBulk: true) { reader in
      var found: [Int64: StackCandidate] = [:]
      for start in stride(from: 0, to: ids.count, by: Self.batch) {
        let part = ids[start..<min(start + Self.batch, ids.count)]
        let query = FetchRequest<Photo>(where: .isOne(of: part)).query(in: model)
        try reader.forEach(query, paths: Photo.stackPaths) { id, values in
          if let look = looks[id.key] { found[id.key] = StackCandidate(id.key, look, values) }
        }
      }
      return found
    }
    return indices.compactMap { found[stored.keys[$0].photo] }
  }

  private func save(_ changes: [Int64: Change]) async throws {
    let entity = coordinator.model.number(of: Look.self)
    let keys = changes.keys.sorted()
    for start in stride(from: 0, to: keys.count, by: Self.batch) {
      try Task.checkCancellation()
      let ids = keys[start..<min(start + Self.batch, keys.count)].map { coordinator.id(of: entity, key: $0) }
      try await worker.performRepeatedly { context in
        for look in try context.fetch(FetchRequest<Look>(where: .isOne(of: ids))) {
          // What the user changed during the search stays; the search that follows the change has the rest.
          guard let change = changes[look.objectID.key], look.stackPlace == change.old else { continue }
          look.move(to: change.new)
        }
        if context.hasChanges { try context.save() }
      }
    }
  }

  /// The number of rows that are read by their keys, or saved, at once.
  private static let batch = 400
}

extension Photo {
  /// The properties by which the best of a stack is chosen.
  fileprivate static let stackPaths = [
    flickrID.keyPath, renditionText.keyPath, ownPictureText.keyPath, views.keyPath,
  ]

  /// The facts by which the best of a stack is chosen; `nil` if the photo has no look.
  var stackCandidate: StackCandidate? {
    look?.value.map { value in
      StackCandidate(
        key: objectID.key, flickrID: flickrID, look: value,
        pixels: largestSize.map { $0.width * $0.height } ?? 0,
        isOriginal: isOwn || ownPictureText != nil, views: views ?? 0)
    }
  }
}

extension StackCandidate {
  /// Creates the facts of a photo of the values of its properties.
  fileprivate init(_ key: Int64, _ look: PictureLook, _ values: [PropertyValue]) {
    let id = values[0].text ?? ""
    let own = values[2].text
    var pixels: Int?
    if let picture = own.flatMap(OwnPicture.init(text:)), let width = picture.width,
      let height = picture.height
    {
      pixels = width * height
    }
    let renditions = RenditionText.read(values[1].text ?? "", photo: id)
    self.init(
      key: key, flickrID: id, look: look,
      pixels: pixels ?? renditions.map { ($0.width ?? 0) * ($0.height ?? 0) }.max() ?? 0,
      isOriginal: own != nil || id.hasPrefix(PictureSubject.fileID), views: values[3].number ?? 0)
  }
}

extension PropertyValue {
  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }

  fileprivate var number: Int? { if case .integer(let number) = self { Int(number) } else { nil } }

  /// The key of a reference, or the number that a store has for it.
  var objectKey: Int64? {
    switch self {
    case .reference(let id): id.key
    case .integer(let key): key
    default: nil
    }
  }
}

extension PersistentStoreCoordinator {
  /// Returns the ID of the row of an entity with a key.
  fileprivate func id(of entity: EntityNumber, key: Int64) -> ManagedObjectID {
    ManagedObjectID(entity: entity, key: key, in: identity)
  }
}
