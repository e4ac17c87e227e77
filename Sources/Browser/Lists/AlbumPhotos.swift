import FetchedResults
import ListChanges
import ObjectGraph
import ObjectStore
import PhotoLibrary

/// The photos of an album in its order.
///
/// The rows are the entries of the album, by a fetched-results controller: a photo that moves is the move of one row. Each
/// row stands for the photo of its entry.
final class AlbumPhotos: ListController {
  /// The identity of the album.
  let album: ManagedObjectID
  private let entries: FetchedResultsController<AlbumEntry>
  /// The photos by their entries, and the entries by their photos.
  private var photos: [ManagedObjectID: ManagedObjectID] = [:]
  private var places: [ManagedObjectID: ManagedObjectID] = [:]
  /// The photos that were read together with the latest part, which is of entries.
  private var partPhotos: [ManagedObject] = []
  private var observation: ContextObservation?
  /// Readings of the photos come one after the other, so that none overwrites what a later one has found.
  private let readings = SerialTasks()
  /// The entries that were deleted since the reading in flight began, which may find them; `nil` without one.
  private var deletedWhileReading: Set<ManagedObjectID>?
  /// A Boolean value that indicates whether entries were inserted that were not named, and are not read yet.
  private(set) var isOutdated = false
  /// A Boolean value that indicates whether the photos are being read again.
  private var isReadingAgain = false
  private let entity: EntityNumber

  /// Creates a list, which is empty until it is fetched.
  ///
  /// - Throws: `FetchError` if the condition does not fit photos.
  init(of album: ManagedObjectID, where condition: FetchPredicate?, context: ManagedObjectContext) throws {
    self.album = album
    entity = context.model.number(of: AlbumEntry.self)
    entries = try FetchedResultsController(AlbumEntry.request(of: album, where: condition), context: context)
    // Before the controller observes the context, so that its callbacks find the photos of new entries.
    observation = context.observe { [weak self] in self?.record($0) }
  }

  var context: ManagedObjectContext { entries.context }
  var count: Int { entries.count }
  var isComplete: Bool { entries.isComplete }
  var hasFirstRow: Bool { entries.hasFirstRow }
  var sectionCount: Int { entries.sectionCount }
  var hasSections: Bool { false }
  var onChange: ((SectionedChanges) -> Void)? {
    get { entries.onChange }
    set { entries.onChange = newValue }
  }
  var willReload: (() -> Void)? {
    get { entries.willReload }
    set { entries.willReload = newValue }
  }

  func sectionName(_ section: Int) -> String { entries.sectionName(section) }
  func rowCount(inSection section: Int) -> Int { entries.rowCount(inSection: section) }
  func objectID(at path: RowPath) -> ManagedObjectID { photo(of: entries.objectID(at: path)) }
  func objectID(at index: Int) -> ManagedObjectID { photo(of: entries.objectID(at: index)) }
  func object(at path: RowPath) -> Photo { object(objectID(at: path)) }
  func object(at index: Int) -> Photo { object(objectID(at: index)) }
  func objects(at indexes: Range<Int>) -> [Photo] { objects(indexes.map { objectID(at: $0) }) }
  func objects(at paths: [RowPath]) -> [Photo] { objects(paths.map { objectID(at: $0) }) }
  func path(at index: Int) -> RowPath { entries.path(at: index) }
  func index(of path: RowPath) -> Int { entries.index(of: path) }
  func cancelFetch() { entries.cancelFetch() }

  /// Returns the path of a photo, or of an entry.
  func path(of id: ManagedObjectID) -> RowPath? {
    entries.path(of: id.entity == entity ? id : places[id] ?? id)
  }

  func query(where condition: FetchPredicate?) -> StoreQuery {
    entries.query(where: condition?.reached(by: AlbumEntry.photo.keyPath))
  }

  func loadPart(_ part: ListPart) async throws {
    try await readPhotos()
    let center = part.center.flatMap { places[$0] }
    try await entries.loadPart(ListPart(part.count, around: center))
    let count = min(part.objectCount, entries.count)
    let index = center.flatMap { entries.path(of: $0) }.map { entries.index(of: $0) } ?? 0
    let start = min(max(0, index - count / 2), entries.count - count)
    // An entry that another program has inserted since is not known here.
    let photos = context.withoutWaiting { (start..<start + count).map { objectID(at: $0) } }
    partPhotos = try await context.objects(with: photos.filter { $0 != unknown })
  }

  func loadRest() async throws { try await entries.loadRest() }

  /// Returns a Boolean value that indicates whether the rows are those of a condition.
  func lists(_ condition: FetchPredicate?) -> Bool {
    entries.request.predicate == AlbumEntry.request(of: album, where: condition).predicate
  }

  /// Lists the photos that meet another condition; the order stays.
  func replaceCondition(_ condition: FetchPredicate?, showingFirst part: ListPart) async throws {
    try await entries.replaceRequest(
      AlbumEntry.request(of: album, where: condition),
      showingFirst: ListPart(part.count, around: part.center.flatMap { places[$0] }))
  }

  /// Reads the photos of all entries of the album in the background.
  private func readPhotos() async throws {
    let result = await readings.run { [self] in
      deletedWhileReading = []
      defer { deletedWhileReading = nil }
      return await Result { try await readAll() }
    }
    guard let result else { throw CancellationError() }
    try result.get()
  }

  private func readAll() async throws {
    let request = FetchRequest<AlbumEntry>(where: AlbumEntry.belongs(to: album))
    let (query, photo) = (request.query(in: context.model), context.model.number(of: Photo.self))
    // An entry that is not committed yet is not read, and may be committed before the reading returns.
    let pending = context.pendingIDs(of: entity)
    let read = try await context.coordinator.readCancellably { reader in
      var read: [(ManagedObjectID, ManagedObjectID)] = []
      try reader.forEach(query, paths: [AlbumEntry.photo.keyPath]) { id, found in
        guard let key = found[0].referencedKey else { return }
        read.append((id, ManagedObjectID(entity: photo, key: key, in: id.store)))
      }
      return read
    }
    for (index, (entry, photo)) in read.enumerated() {
      // Keys and frames come between the slices of a long album.
      if index > 0, index.isMultiple(of: Self.slice) { await Task.yield() }
      if deletedWhileReading?.contains(entry) != true { connect(entry, photo) }
    }
    for entry in pending { learn(entry) }
  }

  /// The number of entries that are connected with their photos at once.
  private static let slice = 1_000

  /// Reads the photos again, and once more if entries are inserted meanwhile that are not named.
  ///
  /// If they cannot be read, the next change begins it again.
  private func readAgain() {
    guard !isReadingAgain else { return }
    isReadingAgain = true
    Task { [weak self] in
      while let self, isOutdated {
        isOutdated = false
        do { try await readPhotos() } catch {
          isOutdated = true
          break
        }
      }
      self?.isReadingAgain = false
    }
  }

  private func connect(_ entry: ManagedObjectID, _ photo: ManagedObjectID) {
    photos[entry] = photo
    places[photo] = entry
  }

  /// Finds out the photos of new entries, and forgets those that were deleted.
  private func record(_ changes: ContextChanges) {
    for id in changes.deleted where id.entity == entity {
      // The row of the entry may still be there while others are told of its deletion.
      if let photo = photos[id], places[photo] == id { places[photo] = nil }
      deletedWhileReading?.insert(id)
    }
    for id in changes.inserted where id.entity == entity {
      deletedWhileReading?.remove(id)
      learn(id)
    }
    if changes.isReload { isOutdated = true }
    if isOutdated { readAgain() }
  }

  private func learn(_ id: ManagedObjectID) {
    guard let entry = context.object(with: id) as? AlbumEntry, entry.albumID == album,
      let photo = entry.photoID
    else { return }
    connect(id, photo)
  }

  /// The photo of an entry, which is read only if it was inserted while the others were read.
  ///
  /// While it cannot be read, or is not here yet, the entry has a photo without a row.
  private func photo(of entry: ManagedObjectID) -> ManagedObjectID {
    if photos[entry] == nil { learn(entry) }
    return photos[entry] ?? unknown
  }

  private var unknown: ManagedObjectID {
    ManagedObjectID(entity: context.model.number(of: Photo.self), key: .max, in: album.store)
  }

  private func object(_ id: ManagedObjectID) -> Photo { typed(context.object(with: id)) }

  private func objects(_ ids: [ManagedObjectID]) -> [Photo] { context.readAhead(ids).map { typed($0) } }

  private func typed(_ object: ManagedObject) -> Photo {
    guard let photo = object as? Photo else {
      preconditionFailure("\(object.objectID) is no photo: the entry of the row is gone")
    }
    return photo
  }
}

nonisolated extension PropertyValue {
  /// The key of a reference, or the number that a store has for it.
  fileprivate var referencedKey: Int64? {
    switch self {
    case .reference(let id): id.key
    case .integer(let key): key
    default: nil
    }
  }
}
