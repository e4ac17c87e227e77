import ObjectGraph

/// Moving photos in own albums: each move is one undoable event that changes the entries of the moved photos only, as long
/// as there is room between their new neighbors.
extension PhotoLibrary {
  /// Moves photos of an own album down by a number of places, as a block, or up if the number is negative; up to the end.
  ///
  /// - Returns: `false` if nothing can move: the photos are at the end already, or not in the album.
  /// - Throws: ``AlbumError`` if the album is not own; errors of the store.
  /// - Complexity: O(*k* + *m*) for *k* photos and *m* places.
  @discardableResult
  public func move(_ photos: [Photo], in album: Album, by count: Int) throws -> Bool {
    try requireOwn(album)
    let moved = try entries(of: photos, in: album)
    guard let edge = count > 0 ? moved.last : moved.first, count != 0 else { return false }
    // No album has that many photos.
    let distance = Int(min(count.magnitude, UInt(Int32.max)))
    let passed = try neighbors(
      of: edge, in: album, isAfter: count > 0, count: distance, leavingOut: Set(moved))
    guard let anchor = passed.last else {
      // At the end, the photos of a block can still come together.
      return try close(up: moved, in: album, isAfter: count > 0)
    }
    return try place(moved, next: anchor, isAfter: count > 0, in: album)
  }

  /// Moves photos of an own album, as a block, to the place behind another photo of it, or before it.
  ///
  /// - Returns: `false` if nothing moves: the photos, or the other one, are not in the album, or they are there already.
  /// - Throws: ``AlbumError`` if the album is not own; errors of the store.
  /// - Complexity: O(*k*) in the number of photos.
  @discardableResult
  public func move(_ photos: [Photo], in album: Album, after other: Photo) throws -> Bool {
    try move(photos, in: album, next: other, isAfter: true)
  }

  /// The same, before another photo.
  @discardableResult
  public func move(_ photos: [Photo], in album: Album, before other: Photo) throws -> Bool {
    try move(photos, in: album, next: other, isAfter: false)
  }

  private func move(_ photos: [Photo], in album: Album, next other: Photo, isAfter: Bool) throws -> Bool {
    try requireOwn(album)
    let moved = try entries(of: photos.filter { $0 !== other }, in: album)
    guard !moved.isEmpty, let anchor = try entries(of: [other], in: album).first else { return false }
    return try place(moved, next: anchor, isAfter: isAfter, in: album)
  }

  private func close(up moved: [AlbumEntry], in album: Album, isAfter: Bool) throws -> Bool {
    guard moved.count > 1, let edge = isAfter ? moved.last : moved.first else { return false }
    return try place(moved.filter { $0 !== edge }, next: edge, isAfter: !isAfter, in: album)
  }

  /// Gives entries places next to another one, if they are not there.
  private func place(
    _ moved: [AlbumEntry], next anchor: AlbumEntry, isAfter: Bool, in album: Album
  ) throws -> Bool {
    let there = try neighbors(of: anchor, in: album, isAfter: isAfter, count: moved.count, leavingOut: [])
    if (isAfter ? there : there.reversed()) == moved { return false }
    let next = try neighbors(
      of: anchor, in: album, isAfter: isAfter, count: 1, leavingOut: Set(moved)
    ).first
    let (lower, upper) = isAfter ? (anchor, next) : (next, anchor)
    let photos = moved.compactMap(\.photo)
    // Read before the change, so that it waits for nothing.
    let places =
      try AlbumPositions.spread(moved.count, between: lower?.position, and: upper?.position).map {
        Array(zip(moved, $0))
      } ?? renumbered(album, moving: moved, next: anchor, isAfter: isAfter)
    try edit("moving \(Self.words(for: photos)) in “\(album.title)”") {
      for (entry, position) in places where entry.position != position { entry.position = position }
    }
    return true
  }

  /// Returns whole numbers for all entries of an album, with some entries next to another one.
  private func renumbered(
    _ album: Album, moving moved: [AlbumEntry], next anchor: AlbumEntry, isAfter: Bool
  ) throws -> [(AlbumEntry, Double)] {
    let isMoved = Set(moved)
    var entries = try context.fetch(entryRequest(of: album)).filter { !isMoved.contains($0) }
    guard let place = entries.firstIndex(of: anchor) else { return [] }
    entries.insert(contentsOf: moved, at: isAfter ? place + 1 : place)
    return Array(zip(entries, AlbumPositions.whole(entries.count)))
  }

  /// Returns the entries after or before another one in an album, the nearest first.
  private func neighbors(
    of entry: AlbumEntry, in album: Album, isAfter: Bool, count: Int, leavingOut: Set<AlbumEntry>
  ) throws -> [AlbumEntry] {
    let position = AlbumEntry.position
    // Entries of the same position are in the order of their IDs.
    let isBehind = FetchPredicate.inserted(after: entry.objectID)
    let isBeyond =
      isAfter
      ? position > entry.position || position == entry.position && isBehind
      : position < entry.position
        || position == entry.position && .not(isBehind) && .not(.isObject(entry.objectID))
    let order: [FetchOrder] =
      isAfter
      ? AlbumEntry.listOrder
      : [FetchOrder(position, ascending: false), .inserted(ascending: false)]
    let request = FetchRequest<AlbumEntry>(
      where: AlbumEntry.belongs(to: album.objectID) && isBeyond, order: order,
      limit: count + leavingOut.count)
    return Array(try context.fetch(request).lazy.filter { !leavingOut.contains($0) }.prefix(count))
  }
}
