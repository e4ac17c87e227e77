import Foundation

/// The user's web browser.
enum WebBrowser {
  /// No program that opens pages could be started.
  struct Unavailable: Error, CustomStringConvertible {
    let description = "No web browser could be started: set BROWSER, or install xdg-utils."
  }

  /// Has a page opened by the program that `BROWSER` names, else by `xdg-open`; nothing it prints reaches the
  /// screen.
  static func open(_ page: String) throws {
    let named = ProcessInfo.processInfo.environment["BROWSER"] ?? ""
    let program = named.isEmpty ? "xdg-open" : named
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program, page]
    // The key must not reach another program.
    process.environment = ProcessInfo.processInfo.environment.filter { $0.key != "FLICKR_API_KEY" }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    guard isInstalled(program) else { throw Unavailable() }
    try process.run()
  }

  /// `env` starts any name without checking it, so the program must be looked up first.
  private static func isInstalled(_ program: String) -> Bool {
    if program.contains("/") { return FileManager.default.isExecutableFile(atPath: program) }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").contains { folder in
      FileManager.default.isExecutableFile(atPath: "\(folder)/\(program)")
    }
  }
}
