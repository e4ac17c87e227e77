import Foundation

/// The files beside the sources.
enum Repository {
  static func url(_ path: String) -> URL {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 1...4 { folder.deleteLastPathComponent() }
    return folder.appendingPathComponent(path)
  }
}
