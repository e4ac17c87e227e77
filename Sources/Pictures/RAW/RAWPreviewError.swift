import PictureBasics

/// The reason why the preview of a raw file cannot be shown.
public enum RAWPreviewError: Error, Hashable, Sendable {
  /// The file has no preview that is a JPEG.
  case noPreview

  /// The reason as the end of a sentence.
  public var reason: String {
    switch self {
    case .noPreview: "it contains no preview, and raw data are not developed"
    }
  }

  /// The error of decoding a raw file.
  var pictureError: PictureError {
    switch self {
    case .noPreview: .damaged(.raw, "it contains no preview")
    }
  }
}
