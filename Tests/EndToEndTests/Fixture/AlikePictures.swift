import Foundation
import TestSupport

/// Eight files with pictures of the sample roll: `a1`, `a2` and `a3` show the same, so do `b1` and `b2`, and `c`, `d` and `e` show
/// something else.
enum AlikePictures {
  static func write(into folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let samples = try FileManager.default.contentsOfDirectory(
      at: Repository.url("assets/sample/pictures"), includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == "jpg" }.sorted { $0.path < $1.path }
    for (number, name) in ["a1", "a2", "a3", "b1", "b2", "c", "d", "e"].enumerated() {
      var file = CameraFile(taken: "2024:05:\(10 + number) 18:03:09", comment: name)
      file.base = [UInt8](try Data(contentsOf: samples[Int(Array(name.utf8)[0]) - 97]))
      try Data(file.bytes).write(to: folder.appending(path: "\(name).jpg"))
    }
  }
}
