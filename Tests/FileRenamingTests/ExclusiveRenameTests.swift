import Foundation
import TestSupport
import Testing

@testable import FileRenaming

@Suite("Moves of files to paths without one")
struct ExclusiveRenameTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ name: String, _ text: String) throws -> String {
    try Data(text.utf8).write(to: URL(filePath: folder.path(name)))
    return folder.path(name)
  }

  private func text(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
  }

  /// The ways as they are tried on a file system that has all of them, and on those that do not have the first ones.
  private static let ways: [[ExclusiveRename.Way]] = [
    ExclusiveRename.Way.allCases, [.exclusiveRenaming], [.link, .checkedRenaming], [.link],
    [.checkedRenaming],
  ]

  @Test("A file has the new path, and no longer the old one", arguments: ways)
  func moved(ways: [ExclusiveRename.Way]) throws {
    let source = try write("a", "one")
    #expect(ExclusiveRename(from: source, to: folder.path("b")).run(ways) == 0)
    #expect(try names() == ["b"] && text(folder.path("b")) == "one")
    var status = stat()
    #expect(stat(folder.path("b"), &status) == 0 && status.st_nlink == 1)
  }

  @Test("A file that is there stays, also a link to nowhere and the same file", arguments: ways)
  func occupied(ways: [ExclusiveRename.Way]) throws {
    let source = try write("a", "one")
    let other = try write("b", "two")
    #expect(symlink("nowhere", folder.path("c")) == 0 && link(source, folder.path("d")) == 0)
    for name in ["b", "c", "d"] {
      #expect(ExclusiveRename(from: source, to: folder.path(name)).run(ways) == EEXIST)
    }
    #expect(try names() == ["a", "b", "c", "d"])
    #expect(text(source) == "one" && text(other) == "two")
  }

  @Test("Nothing is made of a missing file, or in a missing folder", arguments: ways)
  func missing(ways: [ExclusiveRename.Way]) throws {
    let source = try write("a", "one")
    #expect(ExclusiveRename(from: folder.path("b"), to: folder.path("c")).run(ways) == ENOENT)
    #expect(ExclusiveRename(from: source, to: folder.path("none/a")).run(ways) == ENOENT)
    #expect(try names() == ["a"])
  }

  @Test("A link is moved itself")
  func symbolicLink() throws {
    let target = try write("a", "one")
    #expect(symlink(target, folder.path("link")) == 0)
    #expect(ExclusiveRename(from: folder.path("link"), to: folder.path("moved")).run() == 0)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("moved")) == target)
    #expect(try names() == ["a", "moved"])
  }

  @Test("A file system that has no hard links for a file renames it instead")
  func folderInsteadOfLink() throws {
    // No file system gives a folder a second name: link(2) fails with EPERM.
    try FileManager.default.createDirectory(atPath: folder.path("a"), withIntermediateDirectories: false)
    let move = ExclusiveRename(from: folder.path("a"), to: folder.path("b"))
    #expect(move.run([.link]) == EPERM)
    #expect(move.run([.link, .checkedRenaming]) == 0)
    #expect(try names() == ["b"])
  }
}
