import Flickr
import PhotoMetadata
import PictureBasics

/// The date and the size of the picture of a photo, by which a file that has changed is recognized.
struct FormerPicture {
  /// The date taken, or that of the last change of its file; `nil` if none is known.
  private let taken: String?
  private let size: PixelSize?

  /// Copies the values of a photo.
  init(_ photo: Photo) {
    taken = photo.taken
    size = photo.largestSize.map { PixelSize(width: $0.width, height: $0.height) }
  }

  /// Copies the values of a deleted photo.
  init(_ record: PhotoRecord) {
    taken = record.taken?.localTime
    let sizes = record.renditions.compactMap { image -> PixelSize? in
      guard let width = image.width, let height = image.height else { return nil }
      return PixelSize(width: width, height: height)
    }
    size = sizes.max { $0.area < $1.area }
  }

  /// Returns whether a file that has changed shows this picture.
  ///
  /// It was taken at the same time, or has the same size, perhaps turned, if one of both times is not known. The same date of the
  /// last change says as much, but another one says nothing: each program that saves a file writes it.
  ///
  /// - Parameters:
  ///   - wasUndated: A Boolean value that indicates whether the file had no date taken before.
  ///   - wasListed: A Boolean value that indicates whether the library listed the photo with the file until now. Otherwise, a time
  ///     must be the same: scanners give all pages one size, and the names of those that are gone to others.
  func isShown(by facts: PhotoFacts, wasUndated: Bool, wasListed: Bool) -> Bool {
    if let taken, taken == facts.taken || taken == facts.changed { return true }
    guard wasListed, taken == nil || facts.taken == nil || wasUndated else { return false }
    guard let size, let other = facts.size else { return false }
    return size == other || size == other.transposed
  }
}
