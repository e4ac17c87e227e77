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
  /// The month in which it was taken; of some photos, the year alone is known.
  case month
  /// The day on which it was taken.
  case day
  /// A license.
  case license
  /// The camera with which it was taken.
  case camera
  /// An album that has the photo.
  case album
  /// A folder of the user that has a file of the photo.
  case folder
  /// A picture that is not known to be gone.
  case picture
}
