import PictureFetching

/// The reasons for missing pictures in words.
public enum PicturePresentation {
  /// Returns the reason for a missing picture, short enough for a thumbnail.
  public static func shortReason(for error: any Error) -> String {
    guard let error = error as? PictureFetchError else { return "cannot be shown" }
    return switch error {
    case .gone: "gone"
    case .noAddress: "no picture"
    case .transfer: "offline"
    case .busy: "later"
    case .file: "missing"
    default: "cannot be shown"
    }
  }
}
