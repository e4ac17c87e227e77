public import PictureBasics

/// The reason why the preview of a raw file cannot be shown.
public enum RAWPreviewError: Error, Hashable, Sendable {
  /// LibRaw is not installed; a package of Debian has it.
  case missingLibrary(package: String)
  /// The file is no raw file that LibRaw knows.
  case unknownKind
  /// The file has no preview, or one of an unknown form.
  case noPreview
  /// The preview is larger than the limits allow.
  case tooLarge(PixelSize)
  /// The file is damaged.
  case damaged

  /// The reason as the end of a sentence.
  public var reason: String {
    switch self {
    case .missingLibrary(let package): "install the package \(package)"
    case .unknownKind: "it is no raw file of a camera that is known"
    case .noPreview: "it contains no preview, and raw data are not developed"
    case .tooLarge(let size): "its preview is too large: \(size) pixels"
    case .damaged: "it is damaged"
    }
  }

  /// The error of decoding a raw file.
  var pictureError: PictureError {
    switch self {
    case .missingLibrary(let package): .missingLibrary(.raw, package: package)
    case .unknownKind: .otherFormat(.raw)
    case .noPreview: .damaged(.raw, "it contains no preview")
    case .tooLarge(let size): .tooLarge(size)
    case .damaged: .damaged(.raw, "")
    }
  }
}
