import Foundation
import PhotoFiles
import TestSupport
import Testing

@testable import PhotoLibrary

@MainActor
@Suite("Disks in folders of photos")
struct MountedFoldersTests {
  /// Memory is a file system of its own on every Linux that has this folder.
  private nonisolated static var memory: String? {
    let path = "/dev/shm"
    let (here, there) = (
      FileSystem.number(ofPath: NSTemporaryDirectory()), FileSystem.number(ofPath: path)
    )
    return there != nil && here != there && access(path, W_OK) == 0 ? path : nil
  }

  private func paths(_ paths: String...) -> Set<ExactText> { Set(paths.map(ExactText.init)) }

  @Test("A folder is one of a disk if it is in another file system than the folder around it")
  func finding() {
    var mounts = MountedFolders(around: "/p")
    mounts.add("/p", fileSystem: .max)
    mounts.add("/p/a", fileSystem: .max)
    mounts.add("/p/b", fileSystem: .max - 1)
    mounts.add("/p/b/c", fileSystem: .max - 1)
    #expect(mounts.paths == paths("/p", "/p/b"))
    var root = MountedFolders(around: "/")
    root.add("/", fileSystem: .max)
    #expect(root.paths == paths())
  }

  @Test("Only folders whose disks changed and whose files are all missing are kept, with their former state")
  func comparing() {
    var mounts = MountedFolders(around: "/p")
    for (folder, number) in [("/p", 1), ("/p/new", 2), ("/p/same", 3)] as [(String, UInt64)] {
      mounts.add(folder, fileSystem: number)
    }
    let now = mounts.paths
    func compare(
      _ former: Set<ExactText>?, unread: [String] = [], familiar: [String] = ["/p"], lost: [String]
    ) -> MountedFolders.Comparison {
      mounts.compared(with: former, unread: unread, familiar: familiar) { lost }
    }
    let before = now.subtracting(paths("/p/new")).union(paths("/p/old"))
    #expect(compare(nil, lost: ["/p/old"]) == .init(record: now))
    #expect(compare(now, lost: ["/p/same"]) == .init(record: now))
    #expect(
      compare(before, lost: ["/p/old/x", "/p/new"])
        == .init(withoutFiles: ["/p/new", "/p/old"], record: before))
    #expect(
      compare(before, familiar: ["/p/old/y"], lost: ["/p/old/x", "/p/new"])
        == .init(withoutFiles: ["/p/new"], record: now.subtracting(paths("/p/new"))))
    #expect(compare(before, lost: ["/p/older"]) == .init(record: now))
    #expect(compare(before, unread: ["/p/old"], lost: []) == .init(record: now.union(paths("/p/old"))))
  }

  @Test(
    "A folder whose disk is not mounted marks nothing, whatever stands in its place",
    .enabled(if: memory != nil))
  func unmounted() async throws {
    let folder = try PhotoFolder()
    let disk = try #require(Self.memory) + "/proofsheet disk \(UUID().uuidString)"
    let files = FileManager.default
    try files.createDirectory(atPath: disk, withIntermediateDirectories: false)
    defer { try? files.removeItem(atPath: disk) }
    try files.removeItem(atPath: folder.root)
    // A link leads to another file system, as a mount does.
    try files.createSymbolicLink(atPath: folder.root, withDestinationPath: disk)
    try folder.write("a/one.jpg", CameraFile.shot(1))
    #expect(try await folder.scan().photos.new == 1)
    try files.removeItem(atPath: folder.root)
    try folder.write("no disk here.txt", bytes: [])
    for _ in 0..<2 {
      let summary = try await folder.scan()
      #expect(summary.gone == 0 && summary.photos.unreadable == 1)
      #expect(summary.unreadableFiles == [UnreadableFile(path: folder.root, isMounted: false)])
      #expect(try folder.titles() == ["one"])
    }
    try files.removeItem(atPath: folder.root)
    try files.createSymbolicLink(atPath: folder.root, withDestinationPath: disk)
    #expect(try await folder.scan().photos.unchanged == 1)
    // The files are moved from the disk to where it was.
    try files.removeItem(atPath: folder.root)
    try files.copyItem(atPath: disk, toPath: folder.root)
    #expect(try await folder.scan().unreadableFiles == [])
    try folder.write("other.txt", bytes: [])
    try folder.remove("a")
    #expect(try await folder.scan().gone == 1)
    #expect(try folder.titles() == ["one (gone)"])
  }

  @Test(
    "Another file of a known name in place of a disk that is not mounted marks no file of the disk as missing",
    .enabled(if: memory != nil))
  func sameName() async throws {
    let folder = try PhotoFolder()
    let disk = try #require(Self.memory) + "/proofsheet disk \(UUID().uuidString)"
    let files = FileManager.default
    try files.createDirectory(atPath: disk, withIntermediateDirectories: false)
    defer { try? files.removeItem(atPath: disk) }
    try files.removeItem(atPath: folder.root)
    try files.createSymbolicLink(atPath: folder.root, withDestinationPath: disk)
    try folder.write("one.jpg", CameraFile.shot(1))
    try folder.write("two.jpg", CameraFile.shot(2))
    #expect(try await folder.scan().photos.new == 2)
    try files.removeItem(atPath: folder.root)
    // Without an artist, the file is smaller.
    try folder.write("one.jpg", CameraFile.shot(3, artist: nil))
    #expect(
      try await folder.scan().unreadableFiles == [UnreadableFile(path: folder.root, isMounted: false)])
    #expect(try folder.titles().contains("two"))
  }
}
