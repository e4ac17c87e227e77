import Foundation
import TestSupport

extension TemporaryFolder {
  /// A copy of a library, to be changed.
  static func copy(ofLibrary source: URL) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for file in try FileManager.default.contentsOfDirectory(at: source, includingPropertiesForKeys: nil) {
      try FileManager.default.copyItem(
        at: file, to: folder.url.appendingPathComponent(file.lastPathComponent))
    }
    return folder
  }
}
