extension PhotoLibrary {
  /// Returns photos in the words of events and messages: `“Heron”`, or `3 photos`.
  public static func words(for photos: [Photo]) -> String {
    photos.count == 1 ? "“\(photos[0].title)”" : "\(photos.count) photos"
  }
}
