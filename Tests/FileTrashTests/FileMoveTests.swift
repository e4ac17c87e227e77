import Foundation
import TestSupport
import Testing

@testable import FileTrash

@Suite("Moves of files")
struct FileMoveTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ name: String, _ text: String = "x") throws -> String {
    let path = folder.path(name)
    try FileManager.default.createDirectory(
      at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: path))
    return path
  }

  private func text(_ name: String) -> String? {
    try? String(contentsOfFile: folder.path(name), encoding: .utf8)
  }

  @Test("A file goes to a folder that is made, and back")
  func roundTrip() throws {
    let move = FileMove(from: try write("in/a.jpg"), to: folder.path("out/2024/b.jpg"))
    try move.run()
    #expect(text("in/a.jpg") == nil && text("out/2024/b.jpg") == "x")
    try move.reversed.run()
    #expect(text("in/a.jpg") == "x" && text("out/2024/b.jpg") == nil)
  }

  @Test("A file never replaces another one, and a file that is missing is named")
  func refused() throws {
    let (a, b) = (try write("a.jpg", "a"), try write("b.jpg", "b"))
    #expect(throws: FileMoveError.taken(path: a, destination: b)) { try FileMove(from: a, to: b).run() }
    #expect(text("a.jpg") == "a" && text("b.jpg") == "b")
    let none = folder.path("none.jpg")
    #expect(throws: FileMoveError.missing(path: none)) {
      try FileMove(from: none, to: folder.path("new/c.jpg")).run()
    }
    #expect(!Trash.exists(folder.path("new")))
  }

  @Test("Several files are moved, or none")
  func several() throws {
    let moves = try ["a.jpg", "b.jpg"].map { FileMove(from: try write($0, $0), to: folder.path("out/" + $0)) }
    let other = try write("out/b.jpg", "other")
    #expect(throws: FileMoveError.taken(path: moves[1].path, destination: other)) { try FileMove.run(moves) }
    #expect(text("a.jpg") == "a.jpg" && text("b.jpg") == "b.jpg" && text("out/b.jpg") == "other")
    try FileManager.default.removeItem(atPath: other)
    try FileMove.run(moves)
    #expect(text("out/a.jpg") == "a.jpg" && text("out/b.jpg") == "b.jpg")
  }

  @Test("Files that cannot be moved leave no folders behind")
  func noFolders() throws {
    let moves = try [("a.jpg", "new/2024/a.jpg"), ("b.jpg", "c.jpg/b.jpg")].map {
      FileMove(from: try write($0), to: folder.path($1))
    }
    _ = try write("c.jpg")
    #expect(throws: FileMoveError.self) { try FileMove.run(moves) }
    #expect(text("a.jpg") == "x" && text("b.jpg") == "x" && !Trash.exists(folder.path("new")))
  }

  /// Memory is a file system of its own on every Linux that has this folder.
  private static let memory = "/dev/shm"
  private static var hasMemory: Bool {
    FileMove.device(ofNearest: memory) != FileMove.device(ofNearest: NSTemporaryDirectory())
      && access(memory, W_OK) == 0
  }

  @Test("No folder is made on another file system", .enabled(if: hasMemory))
  func otherFileSystem() throws {
    let (a, other) = (try write("a.jpg"), "\(Self.memory)/proofsheet \(UUID().uuidString)")
    #expect(throws: FileMoveError.otherFileSystem(path: a, destination: other + "/a.jpg")) {
      try FileMove(from: a, to: other + "/a.jpg").run()
    }
    #expect(text("a.jpg") == "x" && !Trash.exists(other))
  }

  @Test("The path of a file has no links in it, also below folders that are missing")
  func links() throws {
    _ = try write("real/a.jpg")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: folder.path("real"))
    let real = FileMove.resolved(folder.path("real/a.jpg"))
    #expect(FileMove.resolved(folder.path("link/a.jpg")) == real)
    #expect(
      FileMove.resolved(folder.path("link/new/b.jpg")) == real.replacing("/a.jpg", with: "/new/b.jpg"))
  }
}
