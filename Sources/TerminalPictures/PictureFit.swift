/// The way in which a picture fits into a box.
public enum PictureFit: Hashable, Sendable {
  /// The whole picture is visible.
  case whole
  /// A picture of nearly the shape of the box is cropped to fill it; another one is visible as a whole.
  case nearlyWhole
  /// The picture is cropped to fill the box, whatever its shape.
  case filling
}
