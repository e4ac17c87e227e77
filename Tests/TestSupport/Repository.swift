public import Foundation

/// The files of the package.
public enum Repository {
  /// Returns the URL of a path relative to the package.
  public static func url(_ path: String) -> URL {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 1...3 { folder.deleteLastPathComponent() }
    return folder.appendingPathComponent(path)
  }
}
