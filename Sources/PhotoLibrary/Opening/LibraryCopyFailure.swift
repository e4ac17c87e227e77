/// The reason why a library was not copied: nothing is at the place, or a library without photos.
public struct LibraryCopyFailure: Error, Sendable {
  /// The place of the copy.
  public let place: LibraryPlace
  /// A Boolean value that indicates whether a library without rows was made and is left at the place.
  public let isLeftEmpty: Bool
  /// The error that ended the copy.
  public let cause: any Error
}
