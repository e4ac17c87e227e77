public import Foundation
import Synchronization

/// The pictures of the sample roll, which come with the program.
///
/// The table is read when it is first asked for.
public final class SamplePictures: Sendable {
  private let folder: URL
  private let table = Mutex<[String: String]?>(nil)

  /// Looks for pictures in `folder`: `pictures.json` says which file in `pictures/` shows which photo.
  public init(folder: URL) { self.folder = folder }

  /// The path of the picture of a photo; nil when it is none of the sample roll.
  ///
  /// Waits for the disk.
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
