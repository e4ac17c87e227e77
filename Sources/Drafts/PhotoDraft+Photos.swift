public import PhotoLibrary
import Presentation

extension PhotoDraft {
  /// Creates a draft of the first ``limit`` of some photos.
  @MainActor public init(_ photos: [Photo]) {
    self.init(photos.prefix(Self.limit).map(Entry.init), of: photos.count)
  }
}

extension PhotoDraft.Entry {
  /// Creates the entry of a photo; its comments name the photographer, the date, the file or page, and the received values
  /// that the user replaced.
  @MainActor fileprivate init(_ photo: Photo) {
    let replaced = PhotoPresentation.replacedTexts(of: photo).map { "received \($0.name): \($0.text)" }
    self.init(
      id: photo.flickrID, texts: photo.texts,
      notes: PhotoPresentation.identity(of: photo) + replaced.map(Self.shortened))
  }

  /// Returns a text for a comment, which says at a glance what it is.
  private static func shortened(_ text: String) -> String {
    text.count > 200 ? text.prefix(200) + "…" : text
  }
}
