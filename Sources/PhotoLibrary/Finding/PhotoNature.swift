/// Something that a photo is or is not, as in `is:bw`.
public enum PhotoNature: String, CaseIterable, Sendable {
  /// Without color.
  case bw
  /// In a stack of photos that look alike.
  case dup
  /// A photo of which the user has several files with the same contents.
  case copy
}
