import Foundation
import TestSupport

extension Home {
  /// A person with a folder “Pictures” of three photos: anchor, boat and cove.
  static func withPictures(address: String? = nil) throws -> Home {
    let home = try Home(address: address)
    let folder = home.folder.url.appending(path: "Pictures")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (number, name) in ["anchor", "boat", "cove"].enumerated() {
      let file = CameraFile(taken: "2024:05:1\(number) 18:03:09", artist: "Ann", comment: name)
      try Data(file.bytes).write(to: folder.appending(path: name + ".jpg"))
    }
    return home
  }
}
