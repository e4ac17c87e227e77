/// A property that a photo can lack, as in `has:place`.
public enum PhotoProperty: String, CaseIterable, Sendable {
  /// The place where it was taken.
  case place
  /// Tags.
  case tags
  /// A description.
  case description
  /// The date at which it was taken.
  case date
  /// A license.
  case license
  /// The camera with which it was taken.
  case camera
  /// An album that has the photo.
  case album
  /// A picture that is not known to be gone.
  case picture
}
