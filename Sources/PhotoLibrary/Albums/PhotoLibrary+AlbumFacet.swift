public import ObjectGraph
import PhotoFiles

extension PhotoLibrary {
  /// Returns the condition of photos in albums with a title; if there are none, in those whose titles contain the text.
  func albums(titled text: String) throws -> FetchPredicate {
    var ids: [ManagedObjectID] = []
    let conditions =
      TextForms.turns(for: text).map { Album.title.isIn($0) } + [Album.title.contains(typed: text)]
    for condition in conditions where ids.isEmpty {
      ids = try context.fetchIDs(FetchRequest<Album>(where: condition))
    }
    return Photo.isIn(ids)
  }

  /// Returns the condition of the photos of the album of an identifier; without such an album, no photo meets it.
  ///
  /// - Throws: Errors of the store.
  public func condition(ofAlbum identifier: String) throws -> FetchPredicate {
    Photo.isIn(try context.fetchIDs(FetchRequest<Album>(where: Album.identifier == identifier)))
  }

  /// Returns the album that a query asks for, if it asks for nothing else, and the title belongs to one album.
  ///
  /// - Throws: Errors of the store.
  public func album(of query: PhotoQuery) throws -> Album? {
    guard query.text.isEmpty, query.terms.count == 1, let term = query.terms.first, term.facet == .album,
      !term.isExcluded
    else { return nil }
    for titles in TextForms.turns(for: term.value) {
      let found = try context.fetch(FetchRequest<Album>(where: Album.title.isIn(titles), limit: 2))
      if !found.isEmpty { return found.count == 1 ? found.first : nil }
    }
    return nil
  }

  /// Returns the numbers of photos by the titles of the albums that have them; a photo counts once for each title.
  func albumCounts(_ condition: FetchPredicate?) async throws -> [FacetValue] {
    let model = context.model
    let photos = condition.map { FetchRequest<Photo>(where: $0).query(in: model) }
    let albums = FetchRequest<Album>().query(in: model)
    let entries = FetchRequest<AlbumEntry>().query(in: model)
    return try await container.coordinator.readCancellably { reader in
      var titles: [Int64: String] = [:]
      try reader.forEach(albums, paths: [Album.title.keyPath]) { id, found in
        if case .string(let title) = found[0] { titles[id.key] = title }
      }
      if titles.isEmpty { return [] }
      let matching = try photos.map { Set(try reader.fetchIDs($0).map(\.key)) }
      var found: [ExactText: Set<Int64>] = [:]
      try reader.forEach(entries, paths: [AlbumEntry.album.keyPath, AlbumEntry.photo.keyPath]) { _, ends in
        guard case .integer(let album) = ends[0].columnValue, case .integer(let photo) = ends[1].columnValue,
          let title = titles[album], matching?.contains(photo) ?? true
        else { return }
        found[ExactText(title), default: []].insert(photo)
      }
      return found.map { FacetValue(text: $0.text, count: $1.count) }
    }
  }
}
