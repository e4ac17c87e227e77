public import PictureBasics

/// Why some bytes are no picture that can be shown; `description` is one sentence for the user.
public enum PictureError: Error, Hashable, Sendable {
  /// There is not a single byte.
  case empty
  /// The bytes are no picture of any kind known here.
  case notAPicture
  /// The bytes are something known, but nothing that is decoded here.
  case otherFormat(PictureFormat)
  /// The library that decodes the format is not installed; a package of Debian has it.
  case missingLibrary(PictureFormat, package: String)
  /// The JPEG has so many bits a sample (8 is what can be shown).
  case samplesTooDeep(bits: Int)
  /// The JPEG is coded in a way that only archives use: lossless, hierarchical, with unusual components.
  case rareJPEG(String)
  /// The picture says that it is larger than the limits allow.
  case tooLarge(PixelSize)
  /// The file has more bytes than the limits allow.
  case fileTooLarge(bytes: Int)
  /// Decoding would cost far more work than a picture of its size may.
  case tooLaborious(PixelSize)
  /// The file ends before the picture begins, or is broken beyond use; the text is the decoder's.
  case damaged(PictureFormat, String)
}

extension PictureError: CustomStringConvertible {
  /// One sentence that says what is wrong.
  public var description: String {
    switch self {
    case .empty: "The picture's file is empty."
    case .notAPicture: "This is not a picture."
    case .otherFormat(.html): "This is a web page (HTML), not a picture."
    case .otherFormat(.film): "This is a film, which cannot be shown."
    case .otherFormat(let format):
      "The file is of the kind \(format.rawValue), which cannot be shown."
    case .missingLibrary(let format, let package):
      "\(format.rawValue) pictures cannot be shown: install the package \(package)."
    case .samplesTooDeep(let bits): "This is a JPEG of \(bits) bits a sample; only those of 8 can be shown."
    case .rareJPEG(let what): "This is a JPEG that cannot be shown: it is \(what)."
    case .tooLarge(let size): "The picture is too large to show: \(size) pixels."
    case .fileTooLarge(let bytes): "The picture's file is too large to show: \(bytes / 1_000_000) MB."
    case .tooLaborious(let size):
      "The picture would take too long to decode: \(size) pixels, or too many passes over them."
    case .damaged(let format, let detail):
      detail.isEmpty
        ? "The \(format.rawValue) file is damaged." : "The \(format.rawValue) file is damaged: \(detail)."
    }
  }
}
