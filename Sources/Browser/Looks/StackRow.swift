import PhotoLibrary
import Presentation
import TerminalUI

/// The words that rows and tiles have in lists of look-alikes.
enum StackRow {
  /// The sign of a stack with the number of its photos, where the best one stands for all: `▤ 5 `; empty elsewhere.
  static func sign(of photo: Photo, in scope: PhotoScope) -> String {
    guard scope.collection == .lookAlikes, let size = photo.look?.stackSize else { return "" }
    return "▤ \(size) "
  }

  /// The reason why a photo is the best of its stack, in place of the value by which other lists are sorted; `nil`
  /// elsewhere.
  static func reason(of photo: Photo, in scope: PhotoScope) -> String? {
    switch scope.collection {
    case .lookAlikes: photo.look?.reason.map(LookPresentation.words)
    case .stack: photo.look?.reason.map { "best: " + LookPresentation.words(for: $0) } ?? ""
    default: nil
    }
  }
}
