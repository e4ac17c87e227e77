import Flickr
import Foundation
import TestSupport
import Testing

@Suite("A private folder")
struct PrivateFolderTests {
  @Test("is made with the folders above it, for its owner alone")
  func made() throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("a/b/c")
    try PrivateFolder.make(at: url)
    try PrivateFolder.make(at: url)
    for name in ["a", "a/b", "a/b/c"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
      #expect(attributes[.posixPermissions] as? Int == 0o700)
    }
  }

  @Test("that exists keeps its mode")
  func kept() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("open")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    chmod(path, 0o755)
    try PrivateFolder.make(at: URL(fileURLWithPath: path))
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o755)
  }

  @Test("cannot be made below a file")
  func refused() throws {
    let folder = try TemporaryFolder()
    try Data().write(to: URL(fileURLWithPath: folder.path("file")))
    let error = #expect(throws: POSIXError.self) {
      try PrivateFolder.make(at: folder.url.appendingPathComponent("file/a"))
    }
    #expect(error?.code == .ENOTDIR || error?.code == .EEXIST)
  }
}
