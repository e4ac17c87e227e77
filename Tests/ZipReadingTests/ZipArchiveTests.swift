import Foundation
import TestSupport
import Testing

@testable import ZipReading

@Suite("Zip files")
struct ZipArchiveTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open(_ file: ZipFile) throws -> ZipArchive { try open(file.bytes) }

  private func open(_ bytes: [UInt8]) throws -> ZipArchive {
    let path = folder.path("a.zip")
    try Data(bytes).write(to: URL(filePath: path))
    return try ZipArchive(path: path)
  }

  /// Returns the reason for which the first entry is refused.
  private func refusal(_ change: (inout ZipFile.Entry) -> Void, limit: Int = 1 << 20) throws -> String? {
    var entry = ZipFile.Entry("a.txt", String(repeating: "sea ", count: 1_000))
    change(&entry)
    let archive = try open(ZipFile([entry]))
    do throws(ZipError) {
      _ = try archive.contents(of: archive.entries[0], limit: limit)
      return nil
    } catch { return error.description }
  }

  @Test("Stored and deflated entries are read, also with zip64 and a comment", arguments: [false, true])
  func contents(isLarge: Bool) throws {
    var stored = ZipFile.Entry("folder/b ä.txt", "stored")
    stored.isDeflated = false
    let text = (0..<50_000).map { "line \($0)\n" }.joined()
    var file = ZipFile([.init("folder/", ""), .init("a.txt", text), stored])
    file.isLarge = isLarge
    file.comment = "PK\u{5}\u{6} is in the comment"
    let archive = try open(file)
    #expect(archive.entries.map(\.name) == ["folder/", "a.txt", "folder/b ä.txt"])
    #expect(archive.entries.map(\.isFolder) == [true, false, false])
    #expect(try archive.contents(of: archive.entries[1], limit: 1 << 20) == Array(text.utf8))
    #expect(try archive.contents(of: archive.entries[2], limit: 6) == Array("stored".utf8))
    #expect(try archive.beginning(of: archive.entries[1], count: 7) == Array("line 0\n".utf8))
    #expect(try archive.beginning(of: archive.entries[2], count: 100) == Array("stored".utf8))
    #expect(archive.entries[2].lastComponent == "b ä.txt")
  }

  @Test("An entry that is too large, encrypted, damaged or of another method is refused with the reason")
  func refusals() throws {
    #expect(try refusal { _ in } == nil)
    #expect(try refusal({ _ in }, limit: 3_999)?.contains("has 4000 bytes, and at most 3999") == true)
    #expect(try refusal { $0.flags = 1 }?.contains("encrypted") == true)
    #expect(try refusal { $0.isDamaged = true }?.contains("checksum") == true)
    #expect(try refusal { $0.method = 12 }?.contains("method 12") == true)
    #expect(try refusal { $0.method = 0 }?.contains("contradict") == true)
    let sentence = try #require(try refusal { $0.flags = 1 })
    #expect(sentence.hasPrefix("“a.txt” in the zip file /") && sentence.hasSuffix("."))
  }

  @Test("An entry that inflates to more or less than it states gives no more than that, and is refused")
  func bomb() throws {
    let bomb = [UInt8](repeating: 0, count: 64 << 20)
    var entry = ZipFile.Entry("bomb", bomb)
    // Its compressed size is allowed for the size that it states.
    entry.statedSize = 100_000
    let archive = try open(ZipFile([entry]))
    let stated = archive.entries[0]
    #expect(try archive.beginning(of: stated, count: 10) == [UInt8](repeating: 0, count: 10))
    #expect(throws: ZipError.self) { try archive.contents(of: stated, limit: 1 << 30) }
    #expect(try refusal { $0.statedSize = 5_000 }?.contains("size that is stated") == true)
  }

  @Test("An entry with more compressed bytes than its contents can have is refused before they are read")
  func contradiction() throws {
    var entry = ZipFile.Entry("a.jpg", (0..<10_000).map { _ in UInt8.random(in: 0...255) })
    entry.statedSize = 100
    let archive = try open(ZipFile([entry]))
    #expect(throws: ZipError.self) { try archive.beginning(of: archive.entries[0], count: 512) }
    #expect(throws: ZipError.self) { try archive.beginning(of: archive.entries[0], count: 10) }
  }

  @Test("An entry that states the greatest size there is is read from its beginning or refused")
  func greatestSize() throws {
    var entry = ZipFile.Entry("a.jpg", "some bytes")
    entry.statedSize = .max
    var file = ZipFile([entry])
    file.isLarge = true
    let deflated = try open(file)
    #expect(deflated.entries[0].size == .max)
    #expect(try deflated.beginning(of: deflated.entries[0], count: 512) == Array("some bytes".utf8))
    let error = #expect(throws: ZipError.self) {
      try deflated.contents(of: deflated.entries[0], limit: .max)
    }
    #expect(error?.reason == "it has \(Int.max) bytes, and at most \(1 << 30) are read")
    file.entries[0].isDeflated = false
    let stored = try open(file)
    #expect(throws: ZipError.self) { try stored.beginning(of: stored.entries[0], count: 512) }
  }

  @Test("A file that ends early or has other bytes anywhere is refused or read, and never traps")
  func damage() throws {
    let whole = ZipFile([.init("a.txt", "some text"), .init("b.jpg", String(repeating: "x", count: 300))])
      .bytes
    #expect(throws: ZipError.self) { try open([]) }
    #expect(throws: ZipError.self) { try open(Array(whole.prefix(whole.count - 1))) }
    for position in whole.indices {
      for byte: UInt8 in [0, 0x7F, 0xFF] where whole[position] != byte {
        var bytes = whole
        bytes[position] = byte
        guard let archive = try? open(bytes) else { continue }
        for entry in archive.entries {
          guard let contents = try? archive.contents(of: entry, limit: 1_000) else { continue }
          #expect(contents == Array("some text".utf8) || contents == [UInt8](repeating: 0x78, count: 300))
        }
      }
    }
    #expect(throws: ZipError.self) { try ZipArchive(path: folder.path("none.zip")) }
    #expect(throws: ZipError.self) { try ZipArchive(path: folder.url.path) }
  }

  @Test("All entries are read if there are more than the end of a zip file without zip64 has room for")
  func manyEntries() throws {
    var file = ZipFile(
      (0..<65_538).map {
        var entry = ZipFile.Entry("\($0).txt", $0 == 65_537 ? "last" : "")
        entry.isDeflated = false
        return entry
      })
    let archive = try open(file)
    #expect(archive.entries.count == 65_538)
    let last = try #require(archive.entries.last)
    #expect(try last.name == "65537.txt" && archive.contents(of: last, limit: 4) == Array("last".utf8))
    file.entries.removeLast()
    file.statedCount = 2
    #expect(throws: ZipError.self) { try open(file) }
  }

  @Test("A directory with fewer or more entries than stated is damaged", arguments: [false, true])
  func wrongCount(isLarge: Bool) throws {
    var file = ZipFile([.init("a.txt", "a"), .init("b.txt", "b")])
    file.isLarge = isLarge
    for count in [0, 1, 3, 65_537] {
      file.statedCount = count
      let error = #expect(throws: ZipError.self) { try open(file) }
      #expect(error?.reason == "its directory is damaged")
    }
    file.statedCount = nil
    file.directoryEnd = Array("rest".utf8)
    #expect(throws: ZipError.self) { try open(file) }
    // A digital signature of no bytes.
    file.directoryEnd = [0x50, 0x4B, 5, 5, 0, 0]
    #expect(try open(file).entries.map(\.name) == ["a.txt", "b.txt"])
  }

  @Test("A zip file that was replaced since its directory was read is refused")
  func replaced() throws {
    let archive = try open(ZipFile([.init("a.txt", "some text")]))
    _ = try open(ZipFile([.init("a.txt", "another text")]))
    let error = #expect(throws: ZipError.self) { try archive.contents(of: archive.entries[0], limit: 1_000) }
    #expect(error?.reason == "the zip file was changed")
  }

  @Test("A pipe in the place of a zip file is refused without waiting for it")
  func pipe() {
    let path = folder.path("a.zip")
    #expect(mkfifo(path, 0o600) == 0)
    let error = #expect(throws: ZipError.self) { try ZipArchive(path: path) }
    #expect(error?.reason == "it is not a file")
  }
}
