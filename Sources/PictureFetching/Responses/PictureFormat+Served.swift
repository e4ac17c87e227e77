import PictureBasics

extension PictureFormat {
  /// The minimum size of a picture: the smallest possible GIF has 26 bytes, other formats have more.
  static let fewestBytes = 26

  /// Detects a format in which hosts serve pictures; returns nil for all other data.
  init?(served bytes: [UInt8]) {
    guard bytes.count >= Self.fewestBytes, let format = PictureFormat(of: bytes) else { return nil }
    switch format {
    case .jpeg, .png, .gif: self = format
    default: return nil
    }
  }
}
