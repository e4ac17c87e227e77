import PictureFetching
import Pictures

/// Why there is no picture, in words.
enum PicturePresentation {
  /// As short as a thumbnail is small.
  nonisolated static func note(for error: any Error) -> String {
    guard let error = error as? PictureFetchError else { return "cannot be shown" }
    return switch error {
    case .gone: "gone"
    case .noAddress: "no picture"
    case .transfer: "offline"
    case .busy: "later"
    default: "cannot be shown"
    }
  }

  /// In a sentence.
  nonisolated static func sentence(for error: any Error) -> String {
    switch error {
    case let error as PictureError: error.description
    case let error as PictureFetchError: error.description
    default: "\(error)"
    }
  }
}
