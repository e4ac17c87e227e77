import Foundation

/// Programs that are started and left to themselves.
public enum OtherProgram {
  /// The program could not be started.
  struct Missing: Error, CustomStringConvertible {
    let name: String

    var description: String { "\(name) cannot be started: there is no such program in PATH." }
  }

  /// The file that a program reads from could not be opened.
  struct Unreadable: Error, CustomStringConvertible {
    let path: String

    var description: String { "\(path) cannot be read: it is missing, or you have no right to read it." }
  }

  /// The environment of other programs, which the key to Flickr's API must not reach.
  public static var environment: [String: String] {
    ProcessInfo.processInfo.environment.filter { $0.key != "FLICKR_API_KEY" }
  }

  /// Starts a program; nothing it prints reaches the screen.
  ///
  /// - Parameters:
  ///   - arguments: The program and its arguments.
  ///   - input: The file that it reads from, which is empty by default.
  /// - Throws: ``Missing``, and the errors of the system.
  static func start(_ arguments: [String], input: FileHandle = .nullDevice) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["--"] + arguments
    process.environment = environment
    process.standardInput = input
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    guard let name = arguments.first, isInstalled(name) else { throw Missing(name: arguments.first ?? "") }
    try process.run()
  }

  /// Opens a file that a program reads from.
  ///
  /// - Throws: ``Unreadable``: with no input, a program could copy nothing, and say nothing of it.
  static func input(file path: String) throws -> FileHandle {
    guard let file = FileHandle(forReadingAtPath: path) else { throw Unreadable(path: path) }
    return file
  }

  /// Returns a file with a text that a program reads; it has no name, and is gone when it is closed.
  ///
  /// A pipe would hold the thread that writes it, or end the browser by SIGPIPE if the program reads nothing.
  ///
  /// - Throws: ``Unreadable``, and the errors of the system.
  static func input(text: String) throws -> FileHandle {
    let file = FileManager.default.temporaryDirectory.appending(path: "proofsheet-input-\(UUID().uuidString)")
    try Data(text.utf8).write(to: file, options: .withoutOverwriting)
    defer { try? FileManager.default.removeItem(at: file) }
    return try input(file: file.path(percentEncoded: false))
  }

  /// Returns a Boolean value that indicates whether there is a program of a name in `PATH`, or at a path.
  ///
  /// `env` starts any name without checking it, so the program must be looked up first.
  public static func isInstalled(_ program: String) -> Bool {
    if program.contains("/") { return FileManager.default.isExecutableFile(atPath: program) }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").contains { folder in
      FileManager.default.isExecutableFile(atPath: "\(folder)/\(program)")
    }
  }
}
