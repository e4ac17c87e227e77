import Foundation
import TestSupport
import Testing

@testable import PhotoLibrary

@Suite("Files that share a sidecar")
struct SharedSidecarTests {
  @Test("have the same name with other extensions, and their folder is read once")
  func paths() throws {
    let folder = try TemporaryFolder()
    for name in ["a.jpg", "a.raw", "a.xmp", "A.XMP", "a.b.jpg", "ab.jpg", "a", "b.jpg"] {
      try Data().write(to: folder.url.appending(path: name))
    }
    var namesakes = Namesakes()
    func names(_ name: String) -> [String]? {
      namesakes.paths(of: folder.path(name))?.map { URL(filePath: $0).lastPathComponent }.sorted()
    }
    #expect(names("a.jpg") == ["a.b.jpg", "a.jpg", "a.raw"] && names("b.jpg") == ["b.jpg"])
    try FileManager.default.removeItem(atPath: folder.path("a.raw"))
    try Data().write(to: folder.url.appending(path: "b.tif"))
    #expect(names("a.jpg") == ["a.b.jpg", "a.jpg"] && names("b.jpg") == ["b.jpg"])
  }

  @Test("are found in any case, and a folder that cannot be read can have some")
  func unsure() throws {
    let folder = try TemporaryFolder()
    for name in ["IMG_1.JPG", "img_1.cr3"] { try Data().write(to: folder.url.appending(path: name)) }
    var namesakes = Namesakes()
    let pair = namesakes.paths(of: folder.path("IMG_1.JPG"))
    #expect(pair?.count == 2)
    for _ in 0..<2 {
      let unknown = namesakes.paths(of: folder.path("gone/a.jpg"))
      #expect(unknown == nil)
    }
  }
}
