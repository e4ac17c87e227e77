import Foundation
import PhotoMetadata
import TestSupport
import Testing

@testable import PhotoFiles

@Suite("Photo files")
struct PhotoFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ name: String, _ bytes: [UInt8]) throws {
    let url = folder.url.appending(path: name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }

  @Test("A sidecar that cannot be read is not written, for the reason of the system")
  func unreadableSidecar() throws {
    let path = folder.path("a.jpg.xmp")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let error = #expect(throws: SidecarError.self) {
      try SidecarFile(path: path).write(XMPMarks(rating: 3, isPicked: false, label: nil))
    }
    #expect(error == SidecarError(path: path, reason: "Is a directory"))
    let large = folder.path("large.xmp")
    try Data(count: XMPSidecar.largestSize + 2).write(to: URL(filePath: large))
    let refusal = #expect(throws: SidecarError.self) {
      try SidecarFile(path: large).write(XMPMarks(rating: 3, isPicked: false, label: nil))
    }
    #expect(refusal?.reason == "it is larger than 4 MiB")
  }

  /// The marks that are written, and a sidecar of another program with its own property.
  private static let marks = XMPMarks(rating: 3, isPicked: false, label: nil)
  private static func foreign(_ history: Int) throws -> [UInt8] {
    let text = String(
      decoding: try XMPSidecar.contents(nil, with: .init(rating: 1, isPicked: false, label: nil)),
      as: UTF8.self)
    return Array(text.replacing("<?xpacket end", with: "<!-- history \(history) -->\n<?xpacket end").utf8)
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
  }

  @Test(
    "Marks are written into the sidecar that another program has written meanwhile",
    arguments: [true, false])
  func sidecarChangedMeanwhile(isNew: Bool) throws {
    let path = folder.path("a.jpg.xmp")
    if !isNew { try write("a.jpg.xmp", Self.foreign(1)) }
    let foreign = try Self.foreign(22)
    var states: [FileState] = []
    let written = try SidecarFile(path: path).write(Self.marks) {
      if states.isEmpty { try? Data(foreign).write(to: URL(filePath: path), options: .atomic) }
      states += [FileState(path: path)].compactMap(\.self)
    }
    #expect(states.count == 2 && written?.before == states.last)
    #expect(written?.path == path && written?.after == FileState(path: path))
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("history 22"))
    #expect(try SidecarFile(path: path).read().facts.rating == 3)
    #expect(try names() == ["a.jpg.xmp"])
  }

  @Test("A sidecar that another program makes for a photo that had a shared one is kept, with the marks")
  func ownSidecarMadeMeanwhile() throws {
    for name in ["a.jpg", "a.raf"] { try write(name, [1]) }
    try write("a.xmp", Self.foreign(1))
    let shared = try Data(contentsOf: folder.url.appending(path: "a.xmp"))
    let own = folder.path("a.jpg.xmp")
    let foreign = try Self.foreign(22)
    var calls = 0
    let written = try SidecarFile(ofFile: folder.path("a.jpg")).write(Self.marks) {
      if calls == 0 { try? Data(foreign).write(to: URL(filePath: own)) }
      calls += 1
    }
    #expect(calls == 2 && written?.path == own)
    #expect(try String(contentsOfFile: own, encoding: .utf8).contains("history 22"))
    #expect(try Data(contentsOf: folder.url.appending(path: "a.xmp")) == shared)
    #expect(try names() == ["a.jpg", "a.jpg.xmp", "a.raf", "a.xmp"])
  }

  @Test("A sidecar that never stays as it was read is given up, and is as the other program wrote it")
  func restlessSidecar() throws {
    try write("a.jpg.xmp", Self.foreign(1))
    let path = folder.path("a.jpg.xmp")
    var (writes, last) = (1, [UInt8]())
    let error = #expect(throws: SidecarError.self) {
      try SidecarFile(path: path).write(Self.marks) {
        writes += 1
        last = (try? Self.foreign(writes)) ?? []
        try? Data(last).write(to: URL(filePath: path), options: .atomic)
      }
    }
    #expect(error?.reason == "other programs change it again and again")
    #expect(try writes > 2 && Data(contentsOf: URL(filePath: path)) == Data(last))
    #expect(try names() == ["a.jpg.xmp"])
  }

  @Test("A sidecar that the user protects is not replaced")
  func protectedSidecar() throws {
    try write("a.jpg.xmp", Self.foreign(1))
    let path = folder.path("a.jpg.xmp")
    #expect(chmod(path, 0o444) == 0)
    ProtectedFolder.with(folder.url.path, permissions: 0o777) {
      #expect(throws: SidecarError(path: path, reason: "Permission denied")) {
        try SidecarFile(path: path).write(Self.marks)
      }
    }
    #expect(try Data(contentsOf: URL(filePath: path)) == Data(Self.foreign(1)))
  }

  /// The examples of FIPS 180-4, and lengths around those of blocks with the hashes of coreutils.
  @Test(
    "SHA-256 has the values of the standard",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        String(repeating: "a", count: 1_000_000),
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
      ),
      (String(repeating: "a", count: 55), "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
      (String(repeating: "a", count: 64), "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
    ])
  func sha256(text: String, digest: String) {
    var whole = SHA256()
    whole.update(text.utf8)
    #expect(whole.digest() == digest)
    var parts = SHA256()
    for part in stride(from: 0, to: text.utf8.count, by: 37) {
      parts.update(text.utf8.dropFirst(part).prefix(37))
    }
    #expect(parts.digest() == digest)
  }

  @Test("A walk lists photo files by folder and name, with sidecars, and counts other kinds")
  func walk() throws {
    for name in ["b.JPG", "a.jpeg", "a.jpeg.xmp", "b.xmp", "note.txt", "raw.CR2", "old.crw", ".hidden.jpg"] {
      try write(name, [1])
    }
    for name in [
      "2024/x.png", "2024/y.GIF", "2024/z.webp", "2024/.thumbs/t.jpg", "2023/clip.mov", "2023/y.jxl",
      "2024/w.HEIC", "2024/w.avif",
    ] { try write(name, [2]) }
    try FileManager.default.createSymbolicLink(
      at: folder.url.appending(path: "2024/loop"), withDestinationURL: folder.url)
    try FileManager.default.createSymbolicLink(
      at: folder.url.appending(path: "link.jpg"), withDestinationURL: folder.url.appending(path: "b.JPG"))
    let root = folder.url.path
    let listings = Array(FolderWalk(from: root))
    #expect(listings.map(\.path) == [root, root + "/2023", root + "/2024"])
    #expect(listings[0].files.map(\.name) == ["a.jpeg", "b.JPG", "link.jpg", "raw.CR2"])
    #expect(listings[0].files.map(\.sidecar?.name) == ["a.jpeg.xmp", "b.xmp", nil, nil])
    #expect(listings.map(\.others) == [["crw": 1], ["jxl": 1], [:]])
    #expect(
      listings[2].files.map(\.name) == ["w.HEIC", "w.avif", "x.png", "y.GIF", "z.webp"]
        && !listings[0].isEmpty)
  }

  @Test("Photo files and folders whose names are not UTF-8 are named, with a replacement character")
  func misnamed() throws {
    try write("a.jpg", [1])
    let root = folder.url.path
    try BrokenName.writeFile(in: root, "caf", 0xE9, ".jpg", contents: [1])
    try BrokenName.writeFile(in: root, "caf", 0xE9, ".txt", contents: [1])
    try BrokenName.makeFolder(in: root, "Wei", 0xDF, "")
    var walk = FolderWalk(from: root)
    let next = walk.next()
    let listing = try #require(next)
    #expect(listing.files.map(\.name) == ["a.jpg"])
    #expect(listing.misnamed == ["caf\u{FFFD}.jpg"] && listing.misnamedFolders == ["Wei\u{FFFD}"])
    #expect(walk.next() == nil && walk.unreadable.isEmpty)
  }

  @Test("A folder that cannot be read is named, and the walk goes on")
  func unreadable() throws {
    try write("a/x.jpg", [1])
    try write("z/y.jpg", [1])
    var walk = FolderWalk(from: folder.url.path)
    _ = walk.next()
    try FileManager.default.removeItem(at: folder.url.appending(path: "a"))
    #expect(walk.next()?.path == folder.path("z"))
    #expect(walk.next() == nil && walk.unreadable == [folder.path("a")])
  }

  @Test("A file that is moved keeps its digest; another byte at either end, or another size, changes it")
  func digest() throws {
    var bytes = CameraFile(taken: "2024:05:17 18:03:09").bytes + [UInt8](repeating: 7, count: 300_000)
    func digest(_ name: String) throws -> String {
      try write(name, bytes)
      return try PhotoFile(path: folder.path(name)).digest
    }
    let first = try digest("a.jpg")
    #expect(try digest("elsewhere/b.jpg") == first)
    bytes[bytes.count - 1] = 8
    let second = try digest("a.jpg")
    bytes.append(8)
    let third = try digest("a.jpg")
    bytes[200] ^= 1
    #expect(Set([first, second, third, try digest("a.jpg")]).count == 4)
    // The middle is compared only when two digests agree.
    let whole = try PhotoFile.wholeDigest(path: folder.path("a.jpg"))
    bytes[150_000] ^= 1
    let same = try PhotoFile(path: folder.path("a.jpg")).digest
    #expect(try digest("a.jpg") == same)
    #expect(try PhotoFile.wholeDigest(path: folder.path("a.jpg")) != whole)
  }
}
