import Flickr
import ObjectGraph
import PhotoFiles

/// The import of a page into a context: what the library knows of its records, and the results so far.
///
/// Known photos and photographers are values; only those that change become objects.
struct PageImport {
  /// The results so far.
  var summary = ImportSummary()
  private let context: ManagedObjectContext
  private let source: String?
  /// The photographers of the records by their IDs, which are paths of folders for files without an artist.
  private var photographers: [ExactText: KnownPhotographer]
  /// The known photos of the records by their Flickr IDs.
  private let known: [String: ObjectValues<Photo>]
  /// The new and changed photos by their Flickr IDs.
  private var photos: [String: Photo] = [:]
  /// The new photos, in the order of their records.
  private var new: [Photo] = []
  /// The photos of the records that were deleted from the library, by their Flickr IDs.
  private let deleted: [String: ObjectValues<DeletedPhoto>]
  /// The Flickr IDs of the known photos that were not imported from the source before.
  private let strangers: Set<String>
  private let isSourceKnown: Bool
  /// The photographers who lost a photo to another one.
  private var bereft: Set<Photographer> = []

  /// Looks up records.
  init(_ records: [PhotoRecord], from source: String?, in context: ManagedObjectContext) throws {
    self.context = context
    let (ids, owners) = (Self.sorted(records.map(\.id)), Self.sorted(records.map(\.owner.text)))
    // Photos can be deleted between two queries. In this order no photo counts as known while its
    // photographer counts as unknown, and none counts as new that has just been deleted.
    let found = try context.fetchValues(
      FetchRequest<Photographer>(where: Photographer.ownerID.isIn(owners)),
      FetchRequest<Photo>(where: Photo.flickrID.isIn(ids)),
      FetchRequest<DeletedPhoto>(where: DeletedPhoto.flickrID.isIn(ids)))
    photographers = Self.byKey(Photographer.ownerID, found.0, ExactText.init).mapValues(
      KnownPhotographer.init)
    known = Self.byKey(Photo.flickrID, found.1) { $0 }
    deleted = Self.byKey(DeletedPhoto.flickrID, found.2) { $0 }
    self.source = records.isEmpty ? nil : source
    let isSource = FetchRequest<Source>(where: Source.name == source ?? "")
    let sourceID = self.source == nil ? nil : try context.fetchIDs(isSource).first
    isSourceKnown = sourceID != nil
    strangers = self.source == nil ? [] : try Self.photos(known, notImportedFrom: sourceID, in: context)
  }

  /// Returns whether a record inserts no new photo.
  func knows(_ record: PhotoRecord) -> Bool {
    photos[record.id] != nil || known[record.id] != nil || deleted[record.id] != nil
  }

  /// Returns the known or new photo with that Flickr ID.
  func photo(_ id: String) -> Photo? { photos[id] ?? known[id].map(context.object) }

  /// Imports a record.
  mutating func apply(_ record: PhotoRecord) throws {
    if let photo = deleted[record.id] {
      summary.deleted += 1
      addSource(to: photo)
    } else if let photo = photos[record.id] {
      try update(photo, record)
      summary.unchanged += 1
    } else if let values = known[record.id] {
      if try changes(values, record) {
        let photo = context.object(for: values)
        photos[record.id] = photo
        try update(photo, record)
      }
      summary.unchanged += 1
      if strangers.contains(record.id) { summary.adopted += 1 }
    } else {
      let photo = try make(record)
      photos[record.id] = photo
      new.append(photo)
      summary.new += 1
    }
  }

  /// Adds the source to those of a deleted photo, which has it if it is restored, and counts one that did not have it.
  private mutating func addSource(to photo: ObjectValues<DeletedPhoto>) {
    let names = DeletedPhoto.sourceNames(in: photo[DeletedPhoto.sourceText])
    guard let source, !names.contains(where: { $0.isExactly(source) }) else { return }
    context.object(for: photo).sourceText = DeletedPhoto.sourceText(of: names + [source])
    summary.deletedStrangers += 1
  }

  /// Records the source, deletes photographers without photos, and returns the results.
  func finish() throws -> ImportSummary {
    var summary = summary
    summary.count(changed: photos.values.count { $0.isUpdated && !$0.changedValues().isEmpty })
    try recordSource()
    for photographer in bereft where !photographer.hasPhotos() { context.delete(photographer) }
    return summary
  }

  private func recordSource() throws {
    let added = strangers.compactMap(photo).sorted { $0.objectID < $1.objectID } + new
    // A source without photos is recorded as well.
    guard let source, !added.isEmpty || !isSourceKnown else { return }
    let object = try Source.named(source, in: context)
    for photo in added { photo.sources.insert(object) }
  }
}

// MARK: - Photos

extension PageImport {
  /// Returns whether a record changes a known photo or its photographer.
  private mutating func changes(_ photo: ObjectValues<Photo>, _ record: PhotoRecord) throws -> Bool {
    let before = PhotoValues(photo)
    var after = before
    after.apply(record)
    if !after.isExactly(before) { return true }
    guard record.ownerID != nil else { return false }
    return try photographer(of: record).objectID != photo[Photo.photographer]
  }

  private mutating func update(_ photo: Photo, _ record: PhotoRecord) throws {
    photo.apply(record)
    // A response without owners does not change the photographer of the photo.
    if record.ownerID != nil { hand(photo, to: try photographer(of: record).object(in: context)) }
  }

  private mutating func make(_ record: PhotoRecord) throws -> Photo {
    let photographer = try photographer(of: record).object(in: context)
    let photo = try context.insert(Photo.self)
    photo.flickrID = record.id
    let nothing = PhotoValues(flickrID: record.id)
    var values = nothing
    values.apply(record)
    photo.set(values, insteadOf: nothing)
    photo.photographer = photographer
    return photo
  }

  /// Assigns a photo to a photographer.
  private mutating func hand(_ photo: Photo, to photographer: Photographer) {
    let former = photo.photographer
    guard former !== photographer else { return }
    photo.photographer = photographer
    if let former { bereft.insert(former) }
  }
}

// MARK: - Photographers

extension PageImport {
  /// A photographer of the page: values if known and unchanged, an object otherwise.
  private enum KnownPhotographer {
    case values(ObjectValues<Photographer>)
    case object(Photographer)

    init(_ values: ObjectValues<Photographer>) { self = .values(values) }

    var objectID: ManagedObjectID {
      switch self {
      case .values(let values): values.objectID
      case .object(let object): object.objectID
      }
    }

    var name: String {
      switch self {
      case .values(let values): values[Photographer.name]
      case .object(let object): object.name
      }
    }

    func object(in context: ManagedObjectContext) -> Photographer {
      switch self {
      case .values(let values): context.object(for: values)
      case .object(let object): object
      }
    }
  }

  /// Returns the photographer of a record, inserted if there is none, with the name of the record.
  private mutating func photographer(of record: PhotoRecord) throws -> KnownPhotographer {
    // A name without an ID belongs to no photographer.
    let name = record.ownerID == nil ? nil : record.displayOwnerName
    if let known = photographers[record.owner], name == nil || known.name == name { return known }
    let photographer = try photographers[record.owner]?.object(in: context) ?? insert(record.owner.text)
    photographer.rename(name ?? (record.owner.text.isEmpty ? "Unknown" : record.owner.text))
    photographers[record.owner] = .object(photographer)
    return .object(photographer)
  }

  private func insert(_ ownerID: String) throws -> Photographer {
    let photographer = try context.insert(Photographer.self)
    photographer.ownerID = ownerID
    return photographer
  }
}

// MARK: - Look-ups

extension PageImport {
  /// Returns texts once, in the order in which an index has them.
  private static func sorted(_ texts: [String]) -> [String] {
    Set(texts.map(ExactText.init)).sorted().map(\.text)
  }

  /// Returns values by a property that is unique.
  private static func byKey<Object: ManagedObject, Key: Hashable>(
    _ property: Property<Object, String>, _ values: [ObjectValues<Object>], _ key: (String) -> Key
  ) -> [Key: ObjectValues<Object>] {
    Dictionary(values.map { (key($0[property]), $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the IDs of the photos that were not imported from a source before.
  private static func photos(
    _ photos: [String: ObjectValues<Photo>], notImportedFrom source: ManagedObjectID?,
    in context: ManagedObjectContext
  ) throws -> Set<String> {
    var imported: Set<ManagedObjectID> = []
    if let source, !photos.isEmpty {
      let isOneOf = Photo.flickrID.isIn(photos.keys.sorted())
      imported = Set(
        try context.fetchIDs(FetchRequest<Photo>(where: isOneOf && Photo.imported(from: source))))
    }
    return Set(photos.lazy.filter { !imported.contains($0.value.objectID) }.map(\.key))
  }
}

extension PhotoRecord {
  /// The identifier of the photographer; empty if the response does not contain the owner.
  fileprivate var owner: ExactText { ExactText(ownerID ?? "") }
}

extension ImportSummary {
  /// Moves the changed photos from the count of unchanged ones, which includes all known photos.
  fileprivate mutating func count(changed count: Int) {
    changed = count
    unchanged -= count
  }
}
