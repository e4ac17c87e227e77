import Foundation
import TestSupport
import Testing

@testable import FileTrash

@Suite("The trash")
struct TrashTests {
  private let folder: TemporaryFolder
  private let trash: Trash

  init() throws {
    folder = try TemporaryFolder()
    trash = Trash(dataHome: folder.path("data"))
  }

  private func write(_ name: String, _ text: String = "x") throws -> String {
    let path = folder.path(name)
    try FileManager.default.createDirectory(
      at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: path))
    return path
  }

  private func text(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }

  private func names(_ part: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path("data/Trash/\(part)"))) ?? []).sorted()
  }

  @Test("A file is moved with a description, and back without one")
  func roundTrip() throws {
    let path = try write("photos/blue hour % ü.jpg")
    let file = try trash.move(path)
    #expect(file.trashed == folder.path("data/Trash/files/blue hour % ü.jpg"))
    #expect(text(path) == nil && text(file.trashed) == "x")
    let info = try #require(text(file.info))
    #expect(info.hasPrefix("[Trash Info]\nPath=\(TrashInfo.encoded(path))\nDeletionDate=20"))
    #expect(info.contains("/photos/blue%20hour%20%25%20%C3%BC.jpg\n"))
    #expect(
      try #require(info.firstMatch(of: /DeletionDate=(.*)\n/)).1.wholeMatch(
        of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/) != nil)
    var status = stat()
    #expect(stat(folder.path("data/Trash"), &status) == 0 && status.st_mode & 0o777 == 0o700)
    try trash.restore(file)
    #expect(text(path) == "x" && names("files") == [] && names("info") == [])
  }

  @Test(
    "A move that does not wait for the disk writes the whole description, also if the file is back before it waits"
  )
  func unawaitedDescription() throws {
    let path = try write("photos/a.jpg")
    let file = try trash.move(path, waitsForDisk: false)
    #expect(try #require(text(file.info)).contains("\nPath=\(TrashInfo.encoded(path))\nDeletionDate=20"))
    trash.synchronize([file])
    try trash.restore(file)
    trash.synchronize([file, file.outsideTrash])
    #expect(text(path) == "x" && names("files") == [] && names("info") == [])
  }

  @Test("A file that is named from the current folder has its whole path in its description")
  func relativePath() throws {
    let path = try write("photos/a.jpg")
    let up = FileManager.default.currentDirectoryPath.split(separator: "/").map { _ in ".." }
    let file = try trash.move((up + [String(path.dropFirst())]).joined(separator: "/"))
    #expect(file.path == path)
    #expect(try #require(text(file.info)).contains("\nPath=\(TrashInfo.encoded(path))\n"))
    try trash.restore(file)
    #expect(text(path) == "x")
  }

  @Test("Files of one name have different names in the trash, and orphans are not replaced")
  func collisions() throws {
    var files: [TrashedFile] = []
    for content in ["one", "two"] { files.append(try trash.move(try write("a.jpg", content))) }
    _ = try write("data/Trash/files/a.3.jpg", "orphan")
    files.append(try trash.move(try write("a.jpg", "three")))
    #expect(names("files") == ["a.2.jpg", "a.3.jpg", "a.4.jpg", "a.jpg"])
    #expect(names("info") == ["a.2.jpg.trashinfo", "a.4.jpg.trashinfo", "a.jpg.trashinfo"])
    #expect(files.map { text($0.trashed) } == ["one", "two", "three"])
    try trash.restore(files[1])
    #expect(text(folder.path("a.jpg")) == "two")
    let long = try trash.move(try write(String(repeating: "ü", count: 125) + ".jpg"))
    #expect(long.trashed.hasSuffix("ü.jpg"))
    try trash.restore(long)
  }

  @Test("A file is not moved back over another one, nor when it is gone")
  func refusals() throws {
    let path = try write("a.jpg", "one")
    let file = try trash.move(path)
    _ = try write("a.jpg", "other")
    #expect(throws: TrashError.occupied(path: path)) { try trash.restore(file) }
    #expect(text(path) == "other" && text(file.trashed) == "one")
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.removeItem(atPath: file.trashed)
    #expect(throws: TrashError.emptied(path: path)) { try trash.restore(file) }
    #expect(throws: TrashError.missing(path: path)) { try trash.move(path) }
  }

  @Test("Another file that got the name of a file in the trash is not moved back for it")
  func nameOfAnother() throws {
    let path = try write("one/a.jpg", "one")
    let file = try trash.move(path)
    #expect(try trash.contains(file))
    try FileManager.default.removeItem(atPath: folder.path("data/Trash"))
    #expect(try !trash.contains(file))
    let other = try trash.move(try write("two/a.jpg", "two"))
    #expect(other.trashed == file.trashed)
    #expect(try trash.contains(other) && !trash.contains(file))
    #expect(throws: TrashError.emptied(path: path)) { try trash.restore(file) }
    #expect(text(other.trashed) == "two" && text(other.info) != nil && text(path) == nil)
  }

  @Test("A file that was restored goes to the trash again under the name that it had there, or stays")
  func again() throws {
    for content in ["one", "two"] { _ = try trash.move(try write("a.jpg", content)) }
    let path = try write("a.jpg", "three")
    let file = try trash.move(path)
    // The name that another file would get.
    for name in ["files/a.jpg", "info/a.jpg.trashinfo"] { unlink(folder.path("data/Trash/\(name)")) }
    try trash.restore(file)
    try trash.moveAgain(file)
    #expect(names("files") == ["a.2.jpg", "a.3.jpg"] && text(file.trashed) == "three" && text(path) == nil)
    #expect(try trash.contains(file))
    try trash.restore(file)
    _ = try write("data/Trash/files/a.3.jpg", "orphan")
    #expect(throws: TrashError.self) { try trash.moveAgain(file) }
    #expect(text(path) == "three" && text(file.trashed) == "orphan" && text(file.info) == nil)
  }

  @Test("A trash on a disk that is not connected is not taken for an emptied one")
  func disconnected() throws {
    for name in [".Trash-\(getuid())", ".Trash/\(getuid())"] {
      let (path, place) = (folder.path("disk/a.jpg"), folder.path("disk/\(name)"))
      let file = TrashedFile(
        path: path, trashed: place + "/files/a.jpg", info: place + "/info/a.jpg.trashinfo", realPath: path)
      let error = TrashError.unreachable(
        path: path, reason: "its trash is not here; connect the disk and try again")
      #expect(throws: error) { try trash.contains(file) }
      // A place at which it is mounted always, such as one of fstab.
      try FileManager.default.createDirectory(
        atPath: folder.path("disk"), withIntermediateDirectories: false)
      #expect(throws: error) { try trash.contains(file) }
      #expect(throws: error) { try trash.restore(file) }
      try FileManager.default.removeItem(atPath: folder.path("disk"))
    }
  }

  @Test("A trash that is away for a while keeps its files, and one that cannot be read is not empty")
  func away() throws {
    let path = try write("a.jpg")
    let file = try trash.move(path)
    let (data, away) = (folder.path("data"), folder.path("away"))
    try FileManager.default.moveItem(atPath: data, toPath: away)
    #expect(throws: TrashError.self) { try trash.contains(file) }
    try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: false)
    // No folder is there.
    _ = try write("data/Trash")
    #expect(throws: TrashError.unreachable(path: path, reason: "Not a directory")) {
      try trash.contains(file)
    }
    try FileManager.default.removeItem(atPath: data)
    try FileManager.default.moveItem(atPath: away, toPath: data)
    try trash.restore(file)
    #expect(text(path) == "x")
  }

  @Test("A file whose description is empty or missing is neither moved back nor forgotten")
  func withoutDescription() throws {
    let path = try write("a.jpg")
    let file = try trash.move(path)
    try Data().write(to: URL(filePath: file.info))
    for _ in 0..<2 {
      let error = #expect(throws: TrashError.self) { try trash.restore(file) }
      #expect(error?.description.contains("the description of \(file.trashed) in the trash") == true)
      #expect(text(file.trashed) == "x" && text(path) == nil)
      unlink(file.info)
    }
    // It was moved by hand.
    try FileManager.default.moveItem(atPath: file.trashed, toPath: path)
    #expect(try !trash.contains(file))
  }

  @Test(
    "A description by another program is understood, whatever it writes in codes",
    arguments: ["/b%c3%bc/a+(1).jpg", "/b%C3%BC/a%2B%281%29.jpg", "/bü/a+(1).jpg"])
  func descriptionByOthers(path: String) throws {
    let content = "[Trash Info]\nPath=\(path)\nDeletionDate=2024-05-17T18:03:11\n"
    #expect(try #require(TrashInfo.path(in: Array(content.utf8))) == Array("/bü/a+(1).jpg".utf8))
    #expect(TrashInfo.path(in: Array("[Trash Info]\n".utf8)) == nil)
  }

  @Test("A file whose folder is gone is moved back into a new one, also below a link")
  func folderGone() throws {
    let path = try write("photos/2024/a.jpg")
    let file = try trash.move(path)
    try FileManager.default.removeItem(atPath: folder.path("photos"))
    try trash.restore(file)
    #expect(text(path) == "x")
    symlink(folder.path("photos"), folder.path("link"))
    let linked = try trash.move(folder.path("link/2024/a.jpg"))
    try FileManager.default.removeItem(atPath: folder.path("photos/2024"))
    try trash.restore(linked)
    #expect(text(path) == "x")
  }

  @Test(
    "A file is moved back to where its folder is now, if a link leads there",
    arguments: ["photos/a.jpg", "link/a.jpg"])
  func folderBehindLink(name: String) throws {
    _ = try write("photos/a.jpg")
    symlink(folder.path("photos"), folder.path("link"))
    let file = try trash.move(folder.path(name))
    try FileManager.default.moveItem(atPath: folder.path("photos"), toPath: folder.path("disk"))
    unlink(folder.path("link"))
    for link in ["photos", "link"] { symlink(folder.path("disk"), folder.path(link)) }
    #expect(try trash.contains(file))
    try trash.restore(file)
    #expect(text(folder.path("disk/a.jpg")) == "x" && names("files") == [] && names("info") == [])
  }

  @Test("A file that an earlier version moved, which did not store the path without links, is found")
  func fileOfEarlierVersion() throws {
    _ = try write("photos/a.jpg")
    symlink(folder.path("photos"), folder.path("link"))
    for name in ["photos/a.jpg", "link/a.jpg"] {
      let file = try trash.move(folder.path(name))
      let stored = try JSONEncoder().encode(["path": file.path, "trashed": file.trashed, "info": file.info])
      let known = try JSONDecoder().decode(TrashedFile.self, from: stored)
      #expect(try trash.contains(known))
      try trash.restore(known)
    }
    #expect(text(folder.path("photos/a.jpg")) == "x")
  }

  @Test("A trash that is a file, and a folder that cannot be written, leave the file where it was")
  func unusable() throws {
    let path = try write("photos/a.jpg")
    let other = Trash(dataHome: try write("data"))
    #expect(throws: TrashError.self) { try other.move(path) }
    #expect(text(path) == "x")
    // Every user may write the trash itself.
    for part in ["elsewhere/Trash/info", "elsewhere/Trash/files"] {
      try FileManager.default.createDirectory(
        atPath: folder.path(part), withIntermediateDirectories: true)
      chmod(folder.path(part), 0o777)
    }
    ProtectedFolder.with(folder.path("photos")) {
      #expect(throws: TrashError.refused(path: path, reason: "no permission")) {
        try Trash(dataHome: folder.path("elsewhere")).move(path)
      }
    }
    #expect(text(path) == "x")
  }

  /// Memory is a file system of its own on every Linux that has this folder.
  private static var memory: String? {
    var (here, there) = (stat(), stat())
    let isOther =
      stat("/dev/shm", &there) == 0 && stat(NSTemporaryDirectory(), &here) == 0 && here.st_dev != there.st_dev
    return isOther && access("/dev/shm", W_OK) == 0 ? "/dev/shm" : nil
  }

  @Test(
    "A file on another file system goes into a trash there, with a relative path", .enabled(if: memory != nil)
  )
  func otherFileSystem() throws {
    let name = "proofsheet trash \(UUID().uuidString)"
    let path = "/dev/shm/\(name)/a.jpg"
    try FileManager.default.createDirectory(atPath: "/dev/shm/\(name)", withIntermediateDirectories: false)
    defer {
      try? FileManager.default.removeItem(atPath: "/dev/shm/\(name)")
      // The trash stays if others have files in it.
      for part in ["/files", "/info", ""] { rmdir("/dev/shm/.Trash-\(getuid())\(part)") }
    }
    try Data("x".utf8).write(to: URL(filePath: path))
    let link = folder.path("link")
    symlink("/dev/shm/\(name)", link)
    for named in [path, link + "/a.jpg"] {
      let file = try trash.move(named)
      #expect(file.path == named)
      #expect(file.trashed.hasPrefix("/dev/shm/.Trash"))
      #expect(text(file.info)?.contains("\nPath=\(TrashInfo.encoded(name))/a.jpg\n") == true)
      #expect(names("files") == [] && text(path) == nil)
      try trash.restore(file)
      #expect(text(path) == "x" && text(file.info) == nil)
    }
  }

  @Test("The trash is that of the environment")
  func environment() throws {
    let path = try write("a.jpg")
    let file = try Trash(environment: ["XDG_DATA_HOME": "relative"], home: folder.path("home")).move(path)
    #expect(file.trashed == folder.path("home/.local/share/Trash/files/a.jpg"))
  }
}
