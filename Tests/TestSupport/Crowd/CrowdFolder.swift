public import Foundation

/// The files by which a test and the programs of a crowd notify each other.
public struct CrowdFolder: Sendable {
  private let folder: URL

  /// Uses a folder that exists.
  public init(_ folder: URL) { self.folder = folder }

  /// A point that all programs reach, or that the test announces to all.
  public enum Point: String, Sendable {
    /// The programs must end their edits.
    case stop
    /// All programs have ended their edits: the store no longer changes.
    case quiet
  }

  /// Announces a point.
  public func announce(_ point: Point) { create(point.rawValue) }

  /// Returns whether a point was announced, or the test has ended without it.
  public func isReached(_ point: Point) -> Bool { exists(point.rawValue) || isGone }

  /// A Boolean value that indicates whether the test has ended, with its server.
  public var isGone: Bool { !FileManager.default.fileExists(atPath: folder.path) }

  /// Records that a program has ended its edits.
  public func recordEnd(of program: String) { create(program + ".ended") }

  /// Returns whether a program has ended its edits.
  public func hasEnded(_ program: String) -> Bool { exists(program + ".ended") }

  /// Records the number of confirmed saves of a program.
  public func record(_ saves: Int, of program: String) {
    try? Data(String(saves).utf8).write(to: folder.appending(path: program + ".saves"), options: .atomic)
  }

  /// Returns the number of confirmed saves of a program.
  public func saves(of program: String) -> Int {
    let text = try? String(contentsOf: folder.appending(path: program + ".saves"), encoding: .utf8)
    return text.flatMap { Int($0) } ?? 0
  }

  private func create(_ name: String) {
    _ = FileManager.default.createFile(atPath: folder.appending(path: name).path, contents: nil)
  }

  private func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: name).path)
  }
}
