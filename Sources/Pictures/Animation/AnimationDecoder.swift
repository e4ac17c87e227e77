public import PictureBasics

/// Decodes animations: GIF and WebP.
public enum AnimationDecoder {
  /// Returns the animation in a file; `nil` if it has fewer than two frames, or none that can be decoded.
  ///
  /// The call blocks the calling thread until it ends, or until its task is canceled.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - box: The extent into which the frames are made to fit; they are never enlarged.
  ///   - limits: The limits on the cost.
  public static func decode(
    _ bytes: [UInt8], fitting box: PixelSize, limits: AnimationLimits = .standard
  ) -> PictureAnimation? {
    guard bytes.count <= limits.decoding.fileSize else { return nil }
    let frames = AnimationFrames(box: box, limits: limits)
    return switch PictureFormat(of: bytes) {
    case .gif: GIFAnimation(bytes, frames).decode()
    case .webp: WebPAnimation(bytes, frames).decode()
    default: nil
    }
  }
}
