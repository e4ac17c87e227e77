import Flickr
import ObjectGraph

/// The import of an album of Flickr's into a context: its texts, and the places of photos of the library in it.
///
/// Photos that are not in the library, such as deleted ones, have no place. What is as it was stays untouched. Own albums
/// are never changed.
struct AlbumImport {
  let album: AlbumRecord
  /// The IDs of photos in their order.
  let photos: [String]
  /// The number of photos of the album before these.
  var offset = 0
  /// The IDs of the photos that were placed before: the first place of a photo counts.
  var placed: Set<String> = []
  /// A Boolean value that indicates whether these and those that were placed are all photos of the album: others leave it.
  var isWhole: Bool
  /// A Boolean value that indicates whether the album was received from Flickr itself, and not in a download, which may be
  /// older.
  var isFetched = true

  /// Imports the album.
  ///
  /// - Throws: The errors of the context.
  func run(in context: ManagedObjectContext) throws {
    let known = try context.fetch(FetchRequest<Album>(where: Album.identifier == album.id)).first
    if let known, known.kind != .flickr || known.isFetched && !isFetched { return }
    let object = try known ?? insert(into: context)
    try describe(object, in: context)
    try place(photos, in: object, context)
  }

  private func insert(into context: ManagedObjectContext) throws -> Album {
    let object = try context.insert(Album.self)
    object.identifier = album.id
    object.kindNumber = AlbumKind.flickr.rawValue
    return object
  }

  private func describe(_ object: Album, in context: ManagedObjectContext) throws {
    // As for photos: without markup, in one line.
    var texts = PhotoRecord(id: album.id)
    (texts.title, texts.description) = (album.title, album.description)
    let title = OwnValues.text(OwnValues.line(texts.displayTitle)) ?? texts.displayTitle
    if object.title != title { object.title = title }
    if object.about != texts.subtitle { object.about = texts.subtitle }
    if isFetched, !object.isFetched { object.isFetched = true }
    guard let ownerID = album.ownerID, object.owner?.ownerID != ownerID else { return }
    object.owner = try context.fetch(FetchRequest<Photographer>(where: Photographer.ownerID == ownerID)).first
  }

  private func place(_ photos: [String], in object: Album, _ context: ManagedObjectContext) throws {
    let ids = try Self.ids(of: photos + [album.cover].compactMap { $0 }, in: context)
    let known = try Self.entries(of: object, with: Array(Set(ids.values)), in: context)
    var seen: Set<String> = []
    for (index, photo) in photos.enumerated() where !placed.contains(photo) && seen.insert(photo).inserted {
      guard let id = ids[photo] else { continue }
      let position = Double(offset + index + 1)
      if let entry = known[id] {
        if entry[AlbumEntry.position] != position { context.object(for: entry).position = position }
      } else {
        let entry = try context.insert(AlbumEntry.self)
        entry.position = position
        entry.album = object
        entry.photo = context.object(with: id) as? Photo
      }
    }
    if isWhole {
      let others = try Self.ids(of: Array(placed), in: context)
      try remove(from: object, except: Set(photos.compactMap { ids[$0] }).union(others.values), in: context)
    }
    try chooseCover(of: object, ids, in: context)
  }

  /// Removes all photos but some from the album.
  private func remove(
    from object: Album, except kept: Set<ManagedObjectID>, in context: ManagedObjectContext
  ) throws {
    let request = FetchRequest<AlbumEntry>(where: AlbumEntry.belongs(to: object.objectID))
    for entry in try context.fetchValues(request) where entry[AlbumEntry.photo].map(kept.contains) == false {
      context.delete(context.object(for: entry))
    }
  }

  /// Returns the places of photos in the album, by photo.
  private static func entries(
    of object: Album, with photos: [ManagedObjectID], in context: ManagedObjectContext
  ) throws -> [ManagedObjectID: ObjectValues<AlbumEntry>] {
    var entries: [ManagedObjectID: ObjectValues<AlbumEntry>] = [:]
    for part in parts(of: photos) {
      let isOne = AlbumEntry.belongs(to: object.objectID) && AlbumEntry.photo.isIn(part)
      for entry in try context.fetchValues(FetchRequest<AlbumEntry>(where: isOne)) {
        if let photo = entry[AlbumEntry.photo] { entries[photo] = entries[photo] ?? entry }
      }
    }
    return entries
  }

  private func chooseCover(
    of object: Album, _ ids: [String: ManagedObjectID], in context: ManagedObjectContext
  ) throws {
    guard let cover = album.cover, let photo = ids[cover], object.cover?.photo?.objectID != photo else {
      return
    }
    let isCover = AlbumEntry.belongs(to: object.objectID) && AlbumEntry.photo == photo
    if let entry = try context.fetch(FetchRequest<AlbumEntry>(where: isCover)).first { object.cover = entry }
  }

  /// Returns the identities of the photos of the library among some, by Flickr's IDs.
  private static func ids(
    of photos: [String], in context: ManagedObjectContext
  ) throws -> [String: ManagedObjectID] {
    var ids: [String: ManagedObjectID] = [:]
    for part in parts(of: Array(Set(photos))) {
      let isOne = Photo.flickrID.isIn(part)
      for photo in try context.fetchValues(FetchRequest<Photo>(where: isOne)) {
        ids[photo[Photo.flickrID]] = photo.objectID
      }
    }
    return ids
  }

  /// Returns values in parts that a query can have: the store limits their number.
  private static func parts<Value: Comparable>(of values: [Value]) -> [[Value]] {
    let sorted = values.sorted()
    return stride(from: 0, to: sorted.count, by: 400).map { Array(sorted[$0...].prefix(400)) }
  }
}
