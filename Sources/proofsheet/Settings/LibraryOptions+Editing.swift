import PhotoLibrary

extension LibraryOptions {
  /// Opens the library for a change of photos, and returns them in the order of their IDs, each once.
  ///
  /// - Parameter ids: The IDs, at least one.
  /// - Throws: `LibraryError.noSuchPhoto(id:)`, also if there is no library, which is not created then.
  @MainActor
  func openForEditing(_ ids: [String]) throws -> (library: PhotoLibrary, photos: [Photo]) {
    try requireLibrary(otherwise: LibraryError.noSuchPhoto(id: ids.first ?? ""))
    let library = try open()
    var seen: Set<String> = []
    let photos = try ids.filter { seen.insert($0).inserted }.map { id in
      guard let photo = try library.photo(id) else { throw LibraryError.noSuchPhoto(id: id) }
      return photo
    }
    return (library, photos)
  }
}
