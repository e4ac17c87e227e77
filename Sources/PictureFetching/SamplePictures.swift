public import Foundation
import Synchronization

/// The pictures of the sample roll, which is part of the program.
///
/// The table is read on first use.
public final class SamplePictures: Sendable {
  private let folder: URL
  private let table = Mutex<[String: String]?>(nil)

  /// Uses the pictures in `folder`: `pictures.json` maps photos to the files in `pictures/`.
  public init(folder: URL) { self.folder = folder }

  /// Returns the path of the picture of a photo; nil if the photo is not in the sample roll.
  ///
  /// Blocks on the disk.
  func path(of id: String) -> String? {
    table.withLock { table in
      let names = table ?? read()
      table = names
      guard let name = names[id], !name.utf8.contains(UInt8(ascii: "/")), !name.hasPrefix(".") else {
        return nil
      }
      return folder.appendingPathComponent("pictures/" + name).path
    }
  }

  private func read() -> [String: String] {
    let file = folder.appendingPathComponent("pictures.json")
    guard let data = try? Data(contentsOf: file),
      let names = try? JSONDecoder().decode([String: String].self, from: data)
    else { return [:] }
    return names
  }
}
