import Foundation
import TestSupport
import Testing
import ZipReading

@Suite("Entries of zip files by name")
struct ZipReaderTests {
  private let folder: TemporaryFolder
  private let path: String
  private let reader = ZipReader()

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("a.zip")
  }

  private func text(_ name: String, _ path: String? = nil) throws -> String {
    String(decoding: try reader.contents(of: name, in: path ?? self.path, limit: 1 << 20), as: UTF8.self)
  }

  /// Overwrites the directory of a zip file with zeros, so that only a reader that knows it can read the file.
  private func clearDirectory(of path: String) throws {
    var status = stat()
    #expect(stat(path, &status) == 0)
    let bytes = try Data(contentsOf: URL(filePath: path))
    let start = try #require(bytes.firstRange(of: [0x50, 0x4B, 1, 2])?.lowerBound)
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.seek(toOffset: UInt64(start))
    try file.write(contentsOf: Data(count: bytes.count - start))
    try file.close()
    #expect(utimensat(AT_FDCWD, path, [status.st_atim, status.st_mtim], 0) == 0)
  }

  @Test("The directory of a zip file is read once")
  func keptDirectory() throws {
    try ZipFile([.init("a.txt", "first"), .init("b.txt", "second")]).write(to: path)
    #expect(try text("a.txt") == "first")
    try clearDirectory(of: path)
    #expect(try text("b.txt") == "second")
    #expect(throws: ZipError.self) { try ZipReader().contents(of: "b.txt", in: path, limit: 1 << 20) }
  }

  @Test("The directories of several zip files are kept, the last used ones up to a number of entries")
  func severalDirectories() throws {
    let reader = ZipReader(entryLimit: 3)
    let paths = ["a.zip", "b.zip", "c.zip"].map(folder.path)
    try ZipFile([.init("a.txt", paths[0]), .init("b.txt", "second")]).write(to: paths[0])
    for path in paths.dropFirst() { try ZipFile([.init("a.txt", path)]).write(to: path) }
    func text(_ path: String) throws -> String {
      String(decoding: try reader.contents(of: "a.txt", in: path, limit: 1 << 20), as: UTF8.self)
    }
    for path in paths.prefix(2) {
      #expect(try text(path) == path)
      try clearDirectory(of: path)
    }
    for path in paths.prefix(2).reversed() { #expect(try text(path) == path) }
    // There is no room for the third beside both; the second was used earlier than the first.
    #expect(try text(paths[2]) == paths[2])
    try clearDirectory(of: paths[2])
    #expect(throws: ZipError.self) { try text(paths[1]) }
    #expect(try text(paths[0]) == paths[0] && text(paths[2]) == paths[2])
    // One larger than the limit is kept alone.
    let large = folder.path("d.zip")
    try ZipFile(["a.txt", "b.txt", "c.txt", "d.txt"].map { .init($0, large) }).write(to: large)
    #expect(try text(large) == large)
    try clearDirectory(of: large)
    #expect(try text(large) == large)
    #expect(throws: ZipError.self) { try text(paths[0]) }
  }

  @Test("A zip file that was changed, replaced, removed or left for another one is read again")
  func changedFile() throws {
    let other = folder.path("b.zip")
    try ZipFile([.init("a.txt", "other file")]).write(to: other)
    try ZipFile([.init("a.txt", "first")]).write(to: path)
    #expect(try text("a.txt") == "first")
    #expect(try text("a.txt", other) == "other file")
    try ZipFile([.init("a.txt", "longer text"), .init("c.txt", "third")]).write(to: path)
    #expect(try text("a.txt") == "longer text" && text("c.txt") == "third")
    #expect(rename(other, path) == 0)
    #expect(try text("a.txt") == "other file")
    let error = #expect(throws: ZipError.self) { try text("c.txt") }
    #expect(error?.reason == "it is missing" && error?.entry == "c.txt")
    #expect(unlink(path) == 0)
    #expect(throws: ZipError.self) { try text("a.txt") }
  }

  @Test("Names whose characters are composed differently are different names")
  func exactNames() throws {
    let (composed, decomposed) = ("\u{E9}.txt", "e\u{301}.txt")
    try ZipFile([.init(composed, "composed"), .init(decomposed, "decomposed")]).write(to: path)
    #expect(try text(composed) == "composed" && text(decomposed) == "decomposed")
  }

  @Test("The beginning of an entry is read by its name")
  func beginning() throws {
    try ZipFile([.init("a.txt", "first")]).write(to: path)
    #expect(try reader.beginning(of: "a.txt", in: path, count: 3) == Array("fir".utf8))
  }
}
