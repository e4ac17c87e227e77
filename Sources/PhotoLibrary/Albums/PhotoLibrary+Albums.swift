import Foundation
public import ObjectGraph

/// Albums, and the user's changes of them: each is one undoable event, and is saved.
extension PhotoLibrary {
  /// Returns the albums: the user's own first, then by title.
  ///
  /// - Throws: Errors of the store.
  public func albums() throws -> [Album] {
    try context.fetch(FetchRequest<Album>(order: Album.listOrder))
  }

  /// Returns the album with an ID or a title; of several with the title the user's own, if there is one, and one whose title
  /// has another case, if there is no other.
  ///
  /// - Throws: Errors of the store.
  public func album(named name: String) throws -> Album? {
    // Own titles are stored in one line.
    let line = OwnValues.line(name)
    let isTitled = Album.title.equals(name, .caseInsensitive) || Album.title.equals(line, .caseInsensitive)
    let request = FetchRequest<Album>(where: isTitled || Album.identifier == name, order: Album.listOrder)
    let found = try context.fetch(request)
    return found.first { $0.identifier == name }
      ?? found.first { $0.title == line && $0.kind == .own } ?? found.first { $0.kind == .own }
      ?? found.first { $0.title == name } ?? found.first
  }

  /// Returns the album of an ID; `nil` if it was deleted.
  ///
  /// - Throws: Errors of the store.
  public func album(withIdentifier identifier: String) throws -> Album? {
    try context.fetch(FetchRequest<Album>(where: Album.identifier == identifier)).first
  }

  /// Returns the photos of an album in their order, or at most `limit` of those that meet a condition.
  ///
  /// - Throws: Errors of the store.
  /// - Complexity: O(*n* log *n*) in the number of photos.
  public func photos(
    in album: Album, where condition: FetchPredicate? = nil, limit: Int? = nil
  ) throws -> [Photo] {
    var request = AlbumEntry.request(of: album.objectID, where: condition)
    request.limit = limit
    return try context.fetchValues(request).compactMap { entry in
      entry[AlbumEntry.photo].flatMap { context.object(with: $0) as? Photo }
    }
  }

  /// Returns the number of photos in each album that has some.
  ///
  /// Reads in the background.
  ///
  /// - Throws: The errors of the store; `CancellationError` if the task is canceled.
  /// - Complexity: O(*n*) in the number of photos in albums.
  public func albumCounts() async throws -> [ManagedObjectID: Int] {
    let query = FetchRequest<AlbumEntry>().query(in: context.model)
    let album = context.model.number(of: Album.self)
    let store = container.coordinator.identity
    let counts = try await container.coordinator.readCancellably { reader in
      var counts: [Int64: Int] = [:]
      try reader.forEach(query, paths: [AlbumEntry.album.keyPath]) { _, found in
        if case .integer(let key) = found[0].columnValue { counts[key, default: 0] += 1 }
      }
      return counts
    }
    return Dictionary(
      uniqueKeysWithValues: counts.map { (ManagedObjectID(entity: album, key: $0, in: store), $1) })
  }

  // MARK: Albums

  /// Creates an own album without photos.
  ///
  /// - Throws: ``AlbumError`` if the title is empty or taken; errors of the store.
  @discardableResult
  public func createAlbum(named title: String, about: String = "") throws -> Album {
    let title = try freeTitle(title, for: nil)
    var album: Album?
    try edit("creating the album “\(title)”") {
      album = try insertAlbum(title, about: OwnValues.line(about))
    }
    guard let album else { throw AlbumError.noSuchAlbum(title) }
    return album
  }

  /// Changes the title of an own album.
  ///
  /// - Throws: ``AlbumError`` if the album is not own, or the title is empty or taken; errors of the store.
  @discardableResult
  public func rename(_ album: Album, to title: String) throws -> PendingSave {
    try requireOwn(album)
    let title = try freeTitle(title, for: album)
    return try edit("renaming the album “\(album.title)”") { album.title = title }
  }

  /// Changes the description of an own album, which becomes one line; an empty one removes it.
  ///
  /// - Throws: ``AlbumError`` if the album is not own; errors of the store.
  @discardableResult
  public func describe(_ album: Album, as about: String) throws -> PendingSave {
    try requireOwn(album)
    return try edit("describing the album “\(album.title)”") { album.about = OwnValues.line(about) }
  }

  /// Deletes an album; its photos stay in the library.
  ///
  /// One of Flickr's returns with its next refresh.
  ///
  /// - Throws: Errors of the store.
  @discardableResult
  public func delete(_ album: Album) throws -> PendingSave {
    // The entries are deleted with the album.
    let entries = context.readForDeletion(of: [album])
    defer { withExtendedLifetime(entries) {} }
    return try edit("deleting the album “\(album.title)”") { if !album.isDeleted { context.delete(album) } }
  }

  /// Copies an album to an own one, with its photos in their order, its description and its cover.
  ///
  /// - Parameters:
  ///   - album: The album.
  ///   - title: The title of the copy; `nil` for that of the album, with a number if an own album has it.
  /// - Throws: ``AlbumError`` if the title is empty or taken, or the album was deleted; errors of the store.
  @discardableResult
  public func copy(_ album: Album, as title: String? = nil) throws -> Album {
    try requirePresent(album)
    let title = try title.map { try freeTitle($0, for: nil) } ?? freeTitle(like: album.title)
    let (photos, cover) = (try photos(in: album), album.coverPhoto)
    var copy: Album?
    try edit("copying the album “\(album.title)”") {
      let made = try insertAlbum(title, about: album.about)
      for (photo, position) in zip(photos, AlbumPositions.whole(photos.count)) {
        let entry = try insertEntry(of: photo, in: made, at: position)
        if photo === cover { made.cover = entry }
      }
      copy = made
    }
    guard let copy else { throw AlbumError.noSuchAlbum(title) }
    return copy
  }

  /// Chooses the photo of an own album that stands for it; `nil` for the first one.
  ///
  /// - Throws: ``AlbumError`` if the album is not own, or does not have the photo; errors of the store.
  @discardableResult
  public func setCover(_ photo: Photo?, of album: Album) throws -> PendingSave {
    try requireOwn(album)
    let entry = try photo.map { photo in
      guard let entry = try entries(of: [photo], in: album).first else {
        throw AlbumError.notInAlbum(photo: photo.title, title: album.title)
      }
      return entry
    }
    return try edit("the cover of the album “\(album.title)”") { album.cover = entry }
  }

  // MARK: Photos

  /// Adds photos to the end of an own album, those that it does not have.
  ///
  /// - Returns: The number of photos that were added; without any, there is nothing to undo.
  /// - Throws: ``AlbumError`` if the album is not own; errors of the store.
  /// - Complexity: O(*n*) in the number of added photos.
  @discardableResult
  public func add(_ photos: [Photo], to album: Album) throws -> Int {
    try requireOwn(album)
    var known = Set(try entries(of: photos, in: album).compactMap { $0.photo })
    let added = living(photos).filter { known.insert($0).inserted }
    guard !added.isEmpty else { return 0 }
    // Read before the change, so that it waits for nothing.
    let room = try roomAtEnd(of: album, for: added.count)
    try edit("adding \(Self.words(for: added)) to “\(album.title)”") {
      for (entry, position) in room.known where entry.position != position { entry.position = position }
      for (photo, position) in zip(added, room.new) { try insertEntry(of: photo, in: album, at: position) }
    }
    return added.count
  }

  /// Adds photos to an own album of a title, which is created if there is none.
  ///
  /// - Returns: The album, whether it was created, and the number of photos that were added.
  /// - Throws: ``AlbumError`` if the title is empty; errors of the store.
  public func add(
    _ photos: [Photo], toAlbumNamed title: String
  ) throws -> (album: Album, isNew: Bool, added: Int) {
    if let album = try ownAlbum(named: title) { return (album, false, try add(photos, to: album)) }
    let title = try freeTitle(title, for: nil)
    var seen: Set<Photo> = []
    let photos = photos.filter { !$0.isDeleted && seen.insert($0).inserted }
    var album: Album?
    try edit("adding \(Self.words(for: photos)) to the new album “\(title)”") {
      let made = try insertAlbum(title, about: "")
      for (photo, position) in zip(photos, AlbumPositions.whole(photos.count)) {
        try insertEntry(of: photo, in: made, at: position)
      }
      album = made
    }
    guard let album else { throw AlbumError.noSuchAlbum(title) }
    return (album, true, photos.count)
  }

  /// Removes photos from an own album; they stay in the library.
  ///
  /// - Returns: The number of photos that were removed; without any, there is nothing to undo.
  /// - Throws: ``AlbumError`` if the album is not own; errors of the store.
  @discardableResult
  public func remove(_ photos: [Photo], from album: Album) throws -> Int {
    try requireOwn(album)
    let entries = try entries(of: photos, in: album)
    guard !entries.isEmpty else { return 0 }
    let photos = entries.compactMap(\.photo)
    try edit("removing \(Self.words(for: photos)) from “\(album.title)”") {
      for entry in entries where !entry.isDeleted { context.delete(entry) }
    }
    return entries.count
  }

  /// Returns the own album with a title, whatever its case.
  ///
  /// - Throws: Errors of the store.
  public func ownAlbum(named title: String) throws -> Album? {
    guard let title = OwnValues.text(OwnValues.line(title)), let album = try album(named: title),
      album.kind == .own
    else {
      return nil
    }
    return album
  }

  /// Returns an album of Flickr's with a title, whatever its case, which an own album of that title hides from
  /// ``album(named:)``.
  ///
  /// - Throws: Errors of the store.
  public func flickrAlbum(named title: String) throws -> Album? {
    let isNamed = Album.title.equals(title, .caseInsensitive) && Album.kindNumber == AlbumKind.flickr.rawValue
    return try context.fetch(FetchRequest<Album>(where: isNamed, order: Album.listOrder)).first
  }

  // MARK: Parts

  func requireOwn(_ album: Album) throws(AlbumError) {
    try requirePresent(album)
    if album.kind != .own { throw .notOwn(title: album.title) }
  }

  /// Refuses an album that was deleted: a change that waited for a server may follow its deletion.
  private func requirePresent(_ album: Album) throws(AlbumError) {
    guard album.managedObjectContext === context, !album.isDeleted else { throw .noSuchAlbum(album.title) }
  }

  /// Returns a title in one line that no other own album has, and that is not the ID of an album.
  private func freeTitle(_ title: String, for album: Album?) throws -> String {
    guard let title = OwnValues.text(OwnValues.line(title)) else { throw AlbumError.noTitle }
    guard let other = try self.album(named: title), other !== album else { return title }
    if other.identifier == title { throw AlbumError.titleIsID(title) }
    if other.kind == .own { throw AlbumError.titleTaken(other.title) }
    return title
  }

  private func freeTitle(like title: String) throws -> String {
    var (free, number) = (title, 1)
    while let other = try album(named: free), other.kind == .own || other.identifier == free {
      number += 1
      free = "\(title) \(number)"
    }
    return free
  }

  private func insertAlbum(_ title: String, about: String) throws -> Album {
    let album = try context.insert(Album.self)
    album.identifier = "own-" + UUID().uuidString.lowercased()
    album.kindNumber = AlbumKind.own.rawValue
    (album.title, album.about) = (title, about)
    return album
  }

  private func lastPosition(in album: Album) throws -> Double? {
    let request = FetchRequest<AlbumEntry>(
      where: AlbumEntry.belongs(to: album.objectID),
      order: [FetchOrder(AlbumEntry.position, ascending: false)], limit: 1)
    return try context.fetch(request).first?.position
  }

  /// Returns positions for new entries at the end of an album, and for the known ones if there is no room behind them.
  private func roomAtEnd(
    of album: Album, for count: Int
  ) throws -> (known: [(AlbumEntry, Double)], new: [Double]) {
    if let new = AlbumPositions.spread(count, between: try lastPosition(in: album), and: nil) {
      return ([], new)
    }
    // Another program has written a position behind which there is none.
    let entries = try context.fetch(entryRequest(of: album))
    let positions = AlbumPositions.whole(entries.count + count)
    return (Array(zip(entries, positions)), Array(positions.suffix(count)))
  }

  @discardableResult
  func insertEntry(of photo: Photo, in album: Album, at position: Double) throws -> AlbumEntry {
    let entry = try context.insert(AlbumEntry.self)
    entry.position = position
    entry.album = album
    entry.photo = photo
    return entry
  }

  func entryRequest(of album: Album) -> FetchRequest<AlbumEntry> {
    FetchRequest<AlbumEntry>(where: AlbumEntry.belongs(to: album.objectID), order: AlbumEntry.listOrder)
  }

  /// Returns the entries of those photos that are in an album, in their order.
  func entries(of photos: [Photo], in album: Album) throws -> [AlbumEntry] {
    let ids = Set(photos.map(\.objectID)).sorted()
    var entries: [AlbumEntry] = []
    // The store limits the number of values in a query.
    for start in stride(from: 0, to: ids.count, by: 400) {
      let isOne = AlbumEntry.photo.isIn(ids[start..<min(ids.count, start + 400)])
      let request = FetchRequest<AlbumEntry>(where: AlbumEntry.belongs(to: album.objectID) && isOne)
      entries += try context.fetch(request)
    }
    return entries.sorted { ($0.position, $0.objectID) < ($1.position, $1.objectID) }
  }
}
